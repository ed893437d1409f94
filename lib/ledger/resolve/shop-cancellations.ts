import 'server-only'
import type { CancellationsFound } from '@/lib/ledger/rules/shop-cancellations'
import { isInProgress } from '@/lib/ledger/rules/transitions'
import type { Database, Db } from '@/lib/store/db/database'
import { lockEnvironments } from '@/lib/store/ledger/environments/environments'
import { newId } from '@/lib/store/ledger/ids'
import { forgetCancelledNumber, rememberCancelledNumbers } from '@/lib/store/ledger/orders/cancelled-numbers'
import { findOrders, type LedgerOrderRow } from '@/lib/store/ledger/orders/orders'
import {
  addCancellations,
  type CancellationResolution,
  closeCancellation,
  dropPasses,
  findHoldersOfNumbers,
  findOpenCancellation,
  listCancellationsInForce,
  listCancellationsOf,
  type NumberHolder,
  type ShopCancellationRow,
} from '@/lib/store/ledger/orders/shop-cancellations'
import {
  recordTransitions,
  touchUnsentOrder,
  transitionOrders,
} from '@/lib/store/ledger/orders/transition-orders'
import { findAttempt } from '@/lib/store/ledger/requests/attempts'
import { iso } from '@/lib/store/stored-values'

/** The orders that a file of the shop marks as cancelled. */
export interface CancelledInFile {
  /** The draft into which it was imported. */
  readonly draftId: string
  /** Name of the file. */
  readonly file: string
  /** Recognises the same file when it is imported again. */
  readonly digest: string
  readonly numbers: readonly string[]
}

/** Numbers of one transaction. */
const CHUNK_SIZE = 500

/**
 * Records which orders of the ledger a file marks as cancelled, in all environments. Queued orders are cancelled by
 * compare-and-set, so an order that a runner has claimed is not touched: it waits for a person like a registered one,
 * and is cancelled before its next request if it is queued again (`withdrawCancelled`). The same file adds nothing
 * twice. All numbers are remembered, so that an order that gets one of them later has a warning.
 */
export async function recordShopCancellations(
  database: Database,
  { draftId, file, digest, numbers }: CancelledInFile,
  operatorId: string,
  now: () => number,
): Promise<CancellationsFound> {
  const removed: string[] = []
  const sent: string[] = []
  const all = [...new Set(numbers)]
  for (let from = 0; from < all.length; from += CHUNK_SIZE) {
    const some = all.slice(from, from + CHUNK_SIZE)
    // Each chunk has its own time, so that a page that asks for changes since the last one gets all of them.
    const found = await database.write(trx =>
      recordChunk(trx, { draftId, file, digest, numbers: some }, operatorId, iso(now())),
    )
    removed.push(...found.removed)
    sent.push(...found.sent)
  }
  return { removed, sent }
}

async function recordChunk(
  trx: Db,
  { draftId, file, digest, numbers }: CancelledInFile,
  operatorId: string,
  at: string,
): Promise<CancellationsFound> {
  await rememberCancelledNumbers(trx, numbers, { source_name: file, draft_id: draftId, found_at: at })
  const holders = await findHoldersOfNumbers(trx, numbers)
  const known = await listCancellationsOf(trx, holders)
  const fresh = holders.filter(holder => !isKnown(holder, known, digest))
  const queued = fresh.filter(one => one.state === 'QUEUED')
  await lockEnvironments(
    trx,
    queued.map(one => one.envId),
  )
  const move = {
    from: 'QUEUED',
    to: 'CANCELLED',
    attemptId: null,
    actor: operatorId,
    at,
  } as const
  const ids = queued.map(one => one.id)
  const removed = new Set(await transitionOrders(trx, ids, { ...move, reason: 'shop_cancelled' }))
  await dropPasses(trx, [...removed])
  const added = await addCancellations(
    trx,
    fresh.map(({ id, envId, number }) => ({
      id: newId(),
      ledger_order_id: id,
      env_id: envId,
      mall_order_number: number,
      source_name: file,
      source_digest: digest,
      source_draft_id: draftId,
      found_at: at,
      found_by: operatorId,
    })),
  )
  const left = fresh.filter(one => added.has(one.id) && !removed.has(one.id))
  const now = await findOrders(
    trx,
    left.map(one => one.id),
  )
  for (const state of new Set(now.map(row => row.state))) {
    const those = now.filter(row => row.state === state).map(row => row.id)
    const step = { from: state, to: state, attemptId: null, actor: operatorId, at }
    await recordTransitions(trx, those, { ...step, reason: 'shop_cancelled' })
  }
  const numbersOf = (some: readonly NumberHolder[]) => [...new Set(some.map(one => one.number))]
  return { removed: numbersOf(fresh.filter(one => removed.has(one.id))), sent: numbersOf(left) }
}

/** Whether a cancellation needs no person any more, or is recorded already. */
const isKnown = (
  { id, envId, number }: NumberHolder,
  known: readonly ShopCancellationRow[],
  digest: string,
) =>
  known.some(one =>
    one.ledger_order_id === id && one.resolution !== 'kept'
      ? true
      : one.env_id === envId && one.mall_order_number === number && one.source_digest === digest,
  )

/**
 * Cancels those of some queued orders that the shop cancelled while their request was under way. Call it in the
 * transaction that claims them.
 * @returns whether there were any: other orders are chosen then
 */
export async function withdrawCancelled(trx: Db, orderIds: readonly string[], at: string): Promise<boolean> {
  let count = 0
  for (const { id, foundBy } of await listCancellationsInForce(trx, orderIds)) {
    const move = { from: 'QUEUED', to: 'CANCELLED', attemptId: null, actor: foundBy, at } as const
    const moved = await transitionOrders(trx, [id], { ...move, reason: 'shop_cancelled' })
    await dropPasses(trx, moved)
    count += moved.length
  }
  return count > 0
}

/**
 * Records what a person decided about an order that the shop cancelled. An order that was not sent can only be kept: it
 * can be checked and registered again then.
 * @returns `resolved`: another operator was first; `sending`: a request with the order is under way; `not_sent`: it
 *   cannot have been cancelled or shipped at the shipping company
 */
export function resolveShopCancellation(
  database: Database,
  id: string,
  resolution: CancellationResolution,
  by: { readonly operatorId: string; readonly note?: string | undefined; readonly now: () => number },
): Promise<'done' | 'resolved' | 'sending' | 'not_sent'> {
  const { operatorId, note, now } = by
  return database.write(async trx => {
    const orderId = await findOpenCancellation(trx, id)
    const [order] = orderId === undefined ? [] : await findOrders(trx, [orderId])
    if (!order) return 'resolved'
    const at = iso(now())
    const { state } = order
    if (resolution !== 'kept' && (await isUnderWay(trx, order))) return 'sending'
    if (resolution !== 'kept' && !MAY_BE_SENT.has(state)) return 'not_sent'
    if (!(await closeCancellation(trx, id, resolution, operatorId, at))) return 'resolved'
    const step = { from: state, to: state, attemptId: null, actor: operatorId, note, at }
    await recordTransitions(trx, [order.id], { ...step, reason: `shop_cancellation_${resolution}` })
    if (resolution === 'kept') await forgetCancelledNumber(trx, order.mall_order_number)
    if (!isInProgress(state)) await touchUnsentOrder(trx, order.id, at)
    return 'done'
  })
}

/** Whether a request with an order is under way; it may be a repetition, whose orders are UNKNOWN (decision 0088). */
async function isUnderWay(trx: Db, { state, current_attempt }: LedgerOrderRow): Promise<boolean> {
  if (isInProgress(state)) return true
  if (state !== 'UNKNOWN' || current_attempt === null) return false
  const attempt = await findAttempt(trx, current_attempt)
  return attempt !== undefined && attempt.state !== 'DONE'
}

/** States of an order that is, or may be, at the service. */
const MAY_BE_SENT: ReadonlySet<string> = new Set(['REGISTERED', 'UNKNOWN', 'ABANDONED'])
