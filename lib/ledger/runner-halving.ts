import 'server-only'
import type { Handle } from '@/lib/store/database'
import {
  listRefusedSpans,
  listRunPlaces,
  listUnexplainedOrders,
  listUnexplainedRequests,
} from '@/lib/store/halving'
import { findByNumber, type LedgerOrderRow, listOrders } from '@/lib/store/ledger'
import type { RunRow } from '@/lib/store/runs'
import { type HalvingCost, halvingCost, nextHalf, togetherOnly } from './halving'
import { checkedForm, type PreparedOrder } from './prepared'
import type { Refusal } from './problem'
import { newOrder } from './runner-rows'

/** A refused request whose orders can be sent again in halves, and what that costs. */
export interface HalvingOffer extends HalvingCost {
  readonly attemptId: string
  /** When it was refused, ISO 8601. */
  readonly at: string
}

/** What was found by sending a refused request in halves, by the numbers of orders. */
export interface HalvingFound {
  /** Refused even alone. */
  readonly alone: readonly string[]
  /** Refused together, and taken by themselves. */
  readonly together: readonly (readonly string[])[]
}

/** Requests of a draft that were refused without a reason that anybody found, newest first. */
export async function halvingOffers(
  handle: Handle,
  draftId: string,
  envId: string,
): Promise<readonly HalvingOffer[]> {
  const requests = await listUnexplainedRequests(handle, draftId, envId)
  return requests.map(({ attemptId, orders, at }) => ({ ...halvingCost(orders), attemptId, at }))
}

/** The orders of the next request of a run that halves. @param most of one request */
export async function nextHalfOf(handle: Handle, run: RunRow, most: number): Promise<LedgerOrderRow[]> {
  const queued = await listOrders(handle, run.id, 'QUEUED', run.total)
  const refused = await listRefusedSpans(handle, run.id)
  const waiting = queued.map(order => order.position)
  const next = new Set(nextHalf(placesOf(run, await listRunPlaces(handle, run.id)), waiting, refused, most))
  return queued.filter(order => next.has(order.position))
}

/** How many places a run has: more than orders, where somebody else was faster with a number. */
const placesOf = ({ total }: RunRow, orders: readonly { readonly position: number }[]) =>
  Math.max(total, (orders.at(-1)?.position ?? -1) + 1)

/** What a run that halves has found so far. */
export async function halvingFound(handle: Handle, run: RunRow): Promise<HalvingFound> {
  const orders = await listRunPlaces(handle, run.id)
  const registered = new Set(orders.filter(one => one.state === 'REGISTERED').map(one => one.position))
  const spans = togetherOnly({
    count: placesOf(run, orders),
    refused: await listRefusedSpans(handle, run.id),
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
 * Which orders of a refused request may go again as new ones: those that say what they said, have a fresh pass and were
 * not sent since.
 * @param passedOf finds hashes of what passed a check lately, by number
 */
export async function ordersToHalve(
  trx: Handle,
  run: RunRow,
  attemptId: string,
  orders: readonly PreparedOrder[],
  passedOf: (handle: Handle, numbers: readonly string[]) => Promise<ReadonlyMap<string, string>>,
): Promise<{ readonly fresh: readonly LedgerOrderRow[]; readonly refused: readonly Refusal[] }> {
  const rows = (await listUnexplainedOrders(trx, attemptId)).filter(
    row => row.draft_id === run.draft_id && row.env_id === run.env_id,
  )
  const given = new Map(orders.map(order => [order.mallOrderNumber, order]))
  const numbers = rows.map(row => row.mall_order_number)
  const latest = await findByNumber(trx, run.env_id, 'orders', numbers)
  const passed = await passedOf(trx, numbers)
  const fresh: LedgerOrderRow[] = []
  const refused: Refusal[] = []
  for (const row of rows) {
    const mallOrderNumber = row.mall_order_number
    const order = given.get(mallOrderNumber)
    const isChecked = order !== undefined && passed.get(mallOrderNumber) === checkedForm(order).sha256
    if (!isChecked || order.sha256 !== row.sha256) refused.push({ mallOrderNumber, reason: 'not_checked' })
    else fresh.push(newOrder(run, order, fresh.length, (latest.get(mallOrderNumber) ?? row).generation + 1))
  }
  return { fresh, refused }
}
