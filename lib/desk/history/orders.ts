import 'server-only'
import { authorName } from '@/lib/desk/author-name'
import { consolePage } from '@/lib/desk-api/connections/console-link'
import { fail, ok, type Result } from '@/lib/desk-api/result'
import type { ErasedCount, OrderDetails, OrderView } from '@/lib/desk-api/runs/history'
import { ledgerTime } from '@/lib/ledger/ledger'
import * as erasure from '@/lib/ledger/retention/erasure'
import { statesBefore } from '@/lib/ledger/rules/transitions'
import { type Sheet, sheets } from '@/lib/sheet/schema/sheets'
import { findConsoleLink } from '@/lib/store/connections/connections'
import { database } from '@/lib/store/db/database'
import {
  listOrdersById,
  listRegistrationsOfNumber,
  listTimeline,
  searchOrders as search,
} from '@/lib/store/ledger/history/orders'
import { isBackfillDone } from '@/lib/store/ledger/history/recipients'
import { findOrders, type LedgerOrderRow } from '@/lib/store/ledger/orders/orders'
import { lineIdsOf } from '@/lib/store/stored-values'
import { getTranslations } from '@/lib/words/server'
import { shopPlaces } from './file-rows'

const tErase = getTranslations('history.erase')

/** The result of a search among orders. */
export interface OrderSearch {
  readonly orders: readonly OrderView[]
  /** The cursor of the search among recipients. */
  readonly next: number | undefined
  /** Whether more numbers have this prefix. */
  readonly hasMoreNumbers: boolean
  /** Whether the names of all recipients are indexed. */
  readonly areAllNamesRead: boolean
}

/** Searches orders by number, id and recipient. @param from cursor among recipients */
export async function searchOrders(
  text: string,
  size: number,
  from: number | undefined,
): Promise<OrderSearch> {
  const open = await database()
  const found = await search({ ...open, kysely: open.longReads }, text, size, from)
  return { ...found, areAllNamesRead: await isBackfillDone(open.kysely) }
}

/** States whose number an administrator may release for another registration. */
const releasable: ReadonlySet<string> = new Set(statesBefore('release'))

/** Everything about one order: its steps, the registrations of its number, its payload. */
export async function orderDetails(id: string): Promise<OrderDetails | undefined> {
  const { kysely } = await database()
  const [row] = await findOrders(kysely, [id])
  const [order] = row ? await listOrdersById(kysely, [id]) : []
  if (!row || !order) return undefined
  const lineIds = lineIdsOf(row)
  const placeOf = await shopPlaces(kysely, order.draftId, lineIds)
  const events = await listTimeline(kysely, id)
  const link = order.scope === 'orders' ? await findConsoleLink(kysely, row.run_id) : ''
  return {
    order,
    consolePage: consolePage(link, order),
    runId: row.run_id,
    firstLine: lineIds[0],
    sha256: row.sha256,
    isReleasable: releasable.has(row.state),
    events: events.map(({ from_state, to_state, attempt_id, by, ...event }) => ({
      ...event,
      by: by && authorName(by),
      from: from_state,
      to: to_state,
      attemptId: attempt_id,
    })),
    generations: await listRegistrationsOfNumber(kysely, row),
    sheet: sheets[sheetOfVariant[row.variant]],
    payload: row.payload,
    places: lineIds.map(line => placeOf(line, order.number)),
  }
}

/** The sheet of a record of the ledger. */
const sheetOfVariant = {
  japan: 'orders/japan',
  general: 'orders/general',
  product: 'products',
} as const satisfies Record<LedgerOrderRow['variant'], Sheet['id']>

/** Erases the personal data of an order, wherever Lading stores it. */
export async function eraseOrder(orderId: string, operatorId: string): Promise<Result<ErasedCount>> {
  const by = { actor: operatorId, now: await ledgerTime() }
  return erased(await erasure.eraseOrder(await database(), orderId, by))
}

/** Erases the personal data of a draft, and of everything that was checked or registered from it. */
export async function eraseDraft(draftId: string, operatorId: string): Promise<Result<ErasedCount>> {
  const by = { actor: operatorId, now: await ledgerTime() }
  return erased(await erasure.eraseDraft(await database(), draftId, by))
}

function erased(result: erasure.ErasureResult): Result<ErasedCount> {
  if (result.ok) return ok({ orders: result.orders })
  const { why, count } = result.obstacle
  return fail(why, tErase(why, { count }))
}
