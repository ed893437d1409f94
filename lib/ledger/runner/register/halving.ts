import 'server-only'
import {
  type HalvingCost,
  type HalvingFound,
  halvingCost,
  nextHalf,
  togetherOnly,
} from '@/lib/ledger/rules/halving'
import { checkedForm, type PreparedOrder } from '@/lib/ledger/rules/prepared'
import type { RefusedOrder } from '@/lib/ledger/rules/problem'
import type { Db } from '@/lib/store/db/database'
import { findOrdersByNumber, type LedgerOrderRow, listOrders } from '@/lib/store/ledger/orders/orders'
import { listCancelledNumbers, listCancelledOrders } from '@/lib/store/ledger/orders/shop-cancellations'
import {
  listRejectedSpans,
  listRunPositions,
  listUnexplainedOrders,
  listUnexplainedRequests,
} from '@/lib/store/ledger/requests/halving'
import type { RunRow } from '@/lib/store/ledger/runs/runs'
import { newLedgerOrder } from '../rows'

/** A rejected request whose orders can be sent again in halves, and what that costs. */
export interface HalvingOffer extends HalvingCost {
  readonly attemptId: string
  /** When it was rejected, ISO 8601. */
  readonly at: string
}

/** Requests of a draft that were rejected for a reason that no check found, newest first. */
export async function halvingOffers(
  db: Db,
  draftId: string,
  envId: string,
): Promise<readonly HalvingOffer[]> {
  const requests = await listUnexplainedRequests(db, draftId, envId)
  return requests.map(({ attemptId, orders, at }) => ({ ...halvingCost(orders), attemptId, at }))
}

/** The orders of the next request of a halving run. @param limit maximum number of orders of one request */
export async function nextHalfOf(db: Db, run: RunRow, limit: number): Promise<LedgerOrderRow[]> {
  const queued = await listOrders(db, run.id, 'QUEUED', run.total)
  const rejected = await listRejectedSpans(db, run.id)
  const waiting = queued.map(order => order.position)
  const next = new Set(
    nextHalf(countPositions(run, await listRunPositions(db, run.id)), waiting, rejected, limit),
  )
  return queued.filter(order => next.has(order.position))
}

/** How many positions a run has: more than orders where another run took a number first. */
const countPositions = ({ total }: RunRow, orders: readonly { readonly position: number }[]) =>
  Math.max(total, (orders.at(-1)?.position ?? -1) + 1)

/** What a halving run has found so far. */
export async function halvingFound(db: Db, run: RunRow): Promise<HalvingFound> {
  const orders = await listRunPositions(db, run.id)
  const registered = new Set(orders.filter(one => one.state === 'REGISTERED').map(one => one.position))
  const spans = togetherOnly({
    count: countPositions(run, orders),
    rejected: await listRejectedSpans(db, run.id),
    registered,
  })
  return {
    alone: orders.filter(one => one.state === 'REJECTED').map(one => one.mall_order_number),
    together: spans.map(({ from, to }) =>
      orders.filter(({ position }) => position >= from && position < to).map(one => one.mall_order_number),
    ),
  }
}

/**
 * Which orders of a rejected request may be sent again as new ones: unchanged orders that passed a check recently, were
 * not sent since and that the shop did not cancel.
 * @param passedOf finds the hashes of recently passed checks, by order number
 * @param at when the new orders are queued, ISO 8601
 */
export async function ordersToHalve(
  trx: Db,
  run: RunRow,
  attemptId: string,
  orders: readonly PreparedOrder[],
  passedOf: (db: Db, numbers: readonly string[]) => Promise<ReadonlyMap<string, string>>,
  at: string,
): Promise<{ readonly fresh: readonly LedgerOrderRow[]; readonly refused: readonly RefusedOrder[] }> {
  const rows = (await listUnexplainedOrders(trx, attemptId)).filter(
    row => row.draft_id === run.draft_id && row.env_id === run.env_id,
  )
  const given = new Map(orders.map(order => [order.mallOrderNumber, order]))
  const numbers = rows.map(row => row.mall_order_number)
  const latest = await findOrdersByNumber(trx, run.env_id, 'orders', numbers)
  const passed = await passedOf(trx, numbers)
  const cancelledNumbers = await listCancelledNumbers(trx, run.env_id, numbers)
  const cancelledOrders = await listCancelledOrders(
    trx,
    rows.map(row => row.id),
  )
  const fresh: LedgerOrderRow[] = []
  const refused: RefusedOrder[] = []
  for (const row of rows) {
    const mallOrderNumber = row.mall_order_number
    const order = given.get(mallOrderNumber)
    const isChecked = order !== undefined && passed.get(mallOrderNumber) === checkedForm(order).sha256
    if (!isChecked || order.sha256 !== row.sha256) refused.push({ mallOrderNumber, reason: 'not_checked' })
    else if (cancelledOrders.has(row.id) || cancelledNumbers.has(mallOrderNumber))
      refused.push({ mallOrderNumber, reason: 'cancelled_by_shop' })
    else
      fresh.push(
        newLedgerOrder(run, order, fresh.length, (latest.get(mallOrderNumber) ?? row).generation + 1, at),
      )
  }
  return { fresh, refused }
}
