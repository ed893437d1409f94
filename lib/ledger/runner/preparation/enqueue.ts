import 'server-only'
import { checkedForm, type FrozenRun, type PreparedOrder } from '@/lib/ledger/rules/prepared'
import type { RefusedOrder } from '@/lib/ledger/rules/problem'
import { isInProgress } from '@/lib/ledger/rules/transitions'
import type { Db } from '@/lib/store/db/database'
import { yieldingBatches } from '@/lib/store/db/statements/batches'
import { lockDraft } from '@/lib/store/drafts/lifecycle'
import { findLinesChangedAfter } from '@/lib/store/drafts/saves'
import { listPassed } from '@/lib/store/ledger/checks/verdicts'
import { enqueueOrders, type NewLedgerOrder } from '@/lib/store/ledger/orders/enqueue-orders'
import { findOrdersByNumber, type LedgerOrderRow } from '@/lib/store/ledger/orders/orders'
import { listCancelledNumbers } from '@/lib/store/ledger/orders/shop-cancellations'
import { moveOrdersToRun, recordTransitions } from '@/lib/store/ledger/orders/transition-orders'
import { lockPreparingRun } from '@/lib/store/ledger/runs/run-lifecycle'
import { findRun, insertRunOrders, type RunRow } from '@/lib/store/ledger/runs/runs'
import { iso, lineIdsOf } from '@/lib/store/stored-values'
import type { Ports } from '../ports'
import { ordersToHalve } from '../register/halving'
import { newCheckOrder, newLedgerOrder, operationOf, variantOf, verdictTargetOf } from '../rows'

// Puts orders into a run. A run may have 100,000 orders, so each chunk has a transaction of its own: other processes
// write between them, and no lock is held for long.

/** How many orders a run accepted, and those that it refused. */
export interface EnqueueResult {
  readonly accepted: number
  readonly refused: readonly RefusedOrder[]
}

/** This process no longer owns the run: a person cancelled it, or another process took this one for dead. */
export class OwnershipLost extends Error {}

/** Orders of one transaction: few enough to block the event loop for much less than 100 ms. */
const CHUNK_SIZE = 200

/** Runs `work` in a transaction in which this process owns the run. @throws OwnershipLost */
function inTransaction<T>(ports: Ports, run: RunRow, work: (trx: Db) => Promise<T>): Promise<T> {
  return ports.database.accept(async trx => {
    if (!(await lockPreparingRun(trx, run.id, ports.bootId))) throw new OwnershipLost()
    return work(trx)
  })
}

/** Puts orders into a check run. A verdict belongs to a number, so only the first order with a number is checked. */
export async function enqueueForCheck(
  ports: Ports,
  run: RunRow,
  { orders }: FrozenRun,
  onProgress?: (queued: number) => void,
): Promise<EnqueueResult> {
  const seen = new Set<string>()
  const refused: RefusedOrder[] = []
  let position = 0
  for await (const chunk of yieldingBatches(orders, CHUNK_SIZE)) {
    const rows = chunk.flatMap(order => {
      const { mallOrderNumber } = order
      const at = position++
      if (seen.has(mallOrderNumber)) {
        refused.push({ mallOrderNumber, reason: 'repeated_number' })
        return []
      }
      seen.add(mallOrderNumber)
      return [newCheckOrder(order, at)]
    })
    await inTransaction(ports, run, trx => insertRunOrders(trx, run, rows))
    onProgress?.(position)
  }
  return { accepted: seen.size, refused }
}

/** Queues the orders that may be registered (T1). */
export async function enqueueForRegistration(
  ports: Ports,
  run: RunRow,
  frozen: FrozenRun,
  onProgress?: (queued: number) => void,
): Promise<EnqueueResult> {
  if (run.halving !== null) return enqueueHalves(ports, run, run.halving, frozen)
  const refused: RefusedOrder[] = []
  let accepted = 0
  for await (const chunk of classifyInChunks(ports, run, frozen)) {
    await inTransaction(ports, run, async trx => {
      const at = iso(ports.now())
      const { fresh: frozenOrders, adopted, refused: others } = await chunk(trx, at)
      const { fresh, changed } = await leaveOutChanged(trx, frozen, frozenOrders)
      const inserted = await insertQueued(trx, run, fresh, at)
      const moved = await moveOrdersToRun(trx, adopted, run.id, at)
      refused.push(...others, ...changed, ...lostToOthers(fresh, inserted), ...lostToOthers(adopted, moved))
      accepted += inserted.size + moved.size
    })
    onProgress?.(accepted + refused.length)
  }
  return { accepted, refused }
}

/** How many orders `enqueueForRegistration` would accept now. */
export async function countToRegister(ports: Ports, run: RunRow, frozen: FrozenRun): Promise<number> {
  const { kysely } = ports.database
  const at = iso(ports.now())
  if (run.halving !== null) {
    const passes = recentPasses(ports, run)
    return (await ordersToHalve(kysely, run, run.halving, frozen.orders, passes, at)).fresh.length
  }
  let count = 0
  for await (const chunk of classifyInChunks(ports, run, frozen)) {
    const { fresh, adopted } = await chunk(kysely, at)
    count += fresh.length + adopted.length
  }
  return count
}

async function enqueueHalves(
  ports: Ports,
  run: RunRow,
  attemptId: string,
  frozen: FrozenRun,
): Promise<EnqueueResult> {
  return inTransaction(ports, run, async trx => {
    const at = iso(ports.now())
    const passes = recentPasses(ports, run)
    const halves = await ordersToHalve(trx, run, attemptId, frozen.orders, passes, at)
    const { fresh, changed } = await leaveOutChanged(trx, frozen, halves.fresh)
    const inserted = await insertQueued(trx, run, fresh, at)
    const refused = [...halves.refused, ...changed, ...lostToOthers(fresh, inserted)]
    return { accepted: inserted.size, refused }
  })
}

/**
 * Leaves out orders with a line that was saved after the draft was read: the sheet would show a text that is not sent.
 * Saves of the others wait for this transaction, and find their lines locked.
 */
async function leaveOutChanged<Order extends LedgerOrderRow>(
  trx: Db,
  { draftId, revision }: FrozenRun,
  orders: readonly Order[],
): Promise<{ readonly fresh: readonly Order[]; readonly changed: readonly RefusedOrder[] }> {
  const current = revision === undefined ? undefined : (await lockDraft(trx, draftId))?.revision
  if (revision === undefined || current === undefined || current === revision)
    return { fresh: orders, changed: [] }
  const linesOf = new Map(orders.map(order => [order.id, lineIdsOf(order)]))
  const saved = await findLinesChangedAfter(trx, draftId, revision, [...linesOf.values()].flat())
  const isChanged = ({ id }: Order) => linesOf.get(id)?.some(line => saved.has(line)) === true
  return {
    fresh: orders.filter(order => !isChanged(order)),
    changed: orders
      .filter(isChanged)
      .map(order => ({ mallOrderNumber: order.mall_order_number, reason: 'changed' })),
  }
}

/** Finds the hashes of checks that passed recently enough for a registration, by number. */
function recentPasses(ports: Ports, run: RunRow) {
  const since = iso(ports.now() - ports.limits.verdictLifeMs)
  return (db: Db, numbers: readonly string[]) =>
    listPassed(db, run.draft_id, verdictTargetOf(run), variantOf(run), since, numbers)
}

/** A chunk of orders: new ones, ones that wait in an idle run, and refused ones. */
interface Chunk {
  readonly fresh: readonly NewLedgerOrder[]
  readonly adopted: readonly LedgerOrderRow[]
  readonly refused: readonly RefusedOrder[]
}

/** The orders in chunks; calling a chunk classifies its orders inside the caller's transaction. `at`: ISO 8601 */
async function* classifyInChunks(
  ports: Ports,
  run: RunRow,
  { orders }: FrozenRun,
): AsyncGenerator<(db: Db, at: string) => Promise<Chunk>> {
  const { explainedBy, scope } = operationOf(run)
  const passedOf = recentPasses(ports, run)
  const seen = new Set<string>()
  let position = 0
  for await (const chunk of yieldingBatches(orders, CHUNK_SIZE)) {
    yield async (db, at) => {
      const idleRuns = new IdleRuns(db)
      const numbers = chunk.map(order => order.mallOrderNumber)
      const known = await findOrdersByNumber(db, run.env_id, scope, numbers)
      const passed = await passedOf(db, numbers)
      const cancelled = scope === 'orders' ? await listCancelledNumbers(db, run.env_id, numbers) : noNumbers
      const refused: RefusedOrder[] = []
      const fresh: NewLedgerOrder[] = []
      const adopted: LedgerOrderRow[] = []
      for (const order of chunk) {
        const mallOrderNumber = order.mallOrderNumber
        const place = position++
        const holder = known.get(mallOrderNumber)
        const isAdoptable =
          holder?.state === 'QUEUED' && hasSameContents(holder, order) && (await idleRuns.has(holder.run_id))
        // An operation without a check (products) needs no passed check.
        const isChecked =
          explainedBy === undefined || passed.get(mallOrderNumber) === checkedForm(order).sha256
        const isRepeated = seen.has(mallOrderNumber)
        const refusal = refusalReason({ holder, isAdoptable, isRepeated, isChecked })
        const reason = refusal ?? (cancelled.has(mallOrderNumber) ? 'cancelled_by_shop' : undefined)
        seen.add(mallOrderNumber)
        if (reason)
          refused.push({ mallOrderNumber, reason, ...(holder?.order_id && { orderId: holder.order_id }) })
        else if (holder && isAdoptable) adopted.push(holder)
        else fresh.push(newLedgerOrder(run, order, place, (holder?.generation ?? 0) + 1, at))
      }
      return { fresh, adopted, refused }
    }
  }
}

const noNumbers: ReadonlySet<string> = new Set()

/** Queues new orders. @param at when they became queued, ISO 8601 @returns ids of the inserted ones */
async function insertQueued(trx: Db, run: RunRow, fresh: readonly NewLedgerOrder[], at: string) {
  const inserted = await enqueueOrders(trx, fresh)
  await recordTransitions(trx, [...inserted], {
    from: 'VALIDATED',
    to: 'QUEUED',
    attemptId: null,
    actor: run.started_by,
    reason: run.halving === null ? 'registered by the operator' : 'sent again in halves by the operator',
    at,
  })
  return inserted
}

/** Orders whose numbers another run took first: the unique index left them out. */
const lostToOthers = (rows: readonly LedgerOrderRow[], acceptedIds: ReadonlySet<string>): RefusedOrder[] =>
  rows
    .filter(row => !acceptedIds.has(row.id))
    .map(row => ({ mallOrderNumber: row.mall_order_number, reason: 'already_queued' }))

const hasSameContents = (row: LedgerOrderRow, order: PreparedOrder) =>
  row.sha256 === order.sha256 && row.checked_sha256 === (order.checked?.sha256 ?? null)

/** What is known of an order when a run would enqueue it. */
interface OrderFacts {
  /** The order of the ledger that has the number. */
  readonly holder: LedgerOrderRow | undefined
  /** Whether the run may take the holder over, as the same order in the queue of an idle run. */
  readonly isAdoptable: boolean
  /** Whether an earlier order of the run has the number, too. */
  readonly isRepeated: boolean
  /** Whether its check has passed, where the operation has one. */
  readonly isChecked: boolean
}

function refusalReason({
  holder,
  isAdoptable,
  isRepeated,
  isChecked,
}: OrderFacts): RefusedOrder['reason'] | undefined {
  if (isRepeated) return 'repeated_number'
  if (holder?.state === 'REGISTERED') return 'already_registered'
  if (holder?.state === 'UNKNOWN') return 'unknown'
  if (holder?.state === 'ABANDONED') return 'given_up'
  if (holder && isInProgress(holder.state) && !isAdoptable) return 'already_queued'
  return isChecked ? undefined : 'not_checked'
}

/** States in which a run keeps its queued orders. */
const ACTIVE_STATES: ReadonlySet<RunRow['state']> = new Set(['preparing', 'cancelling', 'running'])

/** Runs that no process works on: the next run may adopt their queued orders. */
class IdleRuns {
  private readonly known = new Map<string, boolean>()
  constructor(private readonly db: Db) {}

  async has(runId: string): Promise<boolean> {
    const known = this.known.get(runId)
    if (known !== undefined) return known
    const run = await findRun(this.db, runId)
    const isIdle = run !== undefined && !ACTIVE_STATES.has(run.state)
    this.known.set(runId, isIdle)
    return isIdle
  }
}
