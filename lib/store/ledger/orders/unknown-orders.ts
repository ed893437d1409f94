import 'server-only'
import { randomUUID } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import type { LedgerOrderState } from '@/lib/ledger/rules/transitions'
import type { Db } from '@/lib/store/db/database'
import { batches, yieldingBatches } from '@/lib/store/db/statements/batches'
import { NUMBER_HOLDING_STATES } from './order-states'
import type { ResolutionTable } from './order-tables'
import type { LedgerOrderRow } from './orders'
import { dropDispatchLimits } from './registered-orders'
import { recordTransitions, type StateChange } from './transition-orders'

/** A literal, because the partial index cannot be used with a parameter. */
export const isUnknown = sql<boolean>`ledger_order.state = 'UNKNOWN'`

/** The number of unknown orders and products; the navigation shows it on every page. */
export async function countUnknown(db: Db): Promise<number> {
  const row = await db
    .selectFrom('ledger_order')
    .select(order => order.fn.countAll().as('count'))
    .where(isUnknown)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** What a resolution needs to know of an order. */
export type ResolutionCandidate = Pick<
  LedgerOrderRow,
  'id' | 'env_id' | 'scope' | 'mall_order_number' | 'state' | 'current_attempt' | 'run_id' | 'order_id'
> & { readonly hard_deadline: string | null; readonly updated_at: string }

const candidateColumns = [
  'ledger_order.id',
  'ledger_order.env_id',
  'ledger_order.scope',
  'ledger_order.mall_order_number',
  'ledger_order.state',
  'ledger_order.current_attempt',
  'ledger_order.run_id',
  'ledger_order.order_id',
  'ledger_order.updated_at',
  'attempt.hard_deadline',
] as const

const candidates = (db: Db) =>
  db
    .selectFrom('ledger_order')
    .leftJoin('attempt', 'attempt.id', 'ledger_order.current_attempt')
    .select(candidateColumns)

/** Orders by id in any state, unordered. */
export async function findResolutionCandidates(
  db: Db,
  ids: readonly string[],
): Promise<ResolutionCandidate[]> {
  const rows: ResolutionCandidate[] = []
  for (const batch of batches(ids)) {
    rows.push(...(await candidates(db).where('ledger_order.id', 'in', batch).execute()))
  }
  return rows
}

/** Locks orders until the transaction ends, so that their states stay as they are read now. */
export async function lockOrders(db: Db, ids: readonly string[]): Promise<void> {
  for (const batch of batches(ids)) {
    await db
      .updateTable('ledger_order')
      .set(order => ({ state: order.ref('state') }))
      .where('id', 'in', batch)
      .execute()
  }
}

/** Which unknown orders: all of an environment and scope, or those of one request. */
export interface UnknownFilter {
  readonly envId: string
  readonly scope: LedgerOrderRow['scope']
  readonly request?: RequestKey | undefined
}

/**
 * A request with unknown orders. Those that were queued, under way or unknown in a restored backup have no attempt and
 * are grouped by their run.
 */
export interface RequestKey {
  readonly attemptId: string | null
  readonly runId: string
}

/** All unknown orders of a filter, without payloads. */
export function listUnknownOrders(
  db: Db,
  { envId, scope, request }: UnknownFilter,
): Promise<ResolutionCandidate[]> {
  let query = candidates(db)
    .where(isUnknown)
    .where('ledger_order.env_id', '=', envId)
    .where('ledger_order.scope', '=', scope)
  if (request)
    query = query
      .where('ledger_order.run_id', '=', request.runId)
      .where('ledger_order.current_attempt', request.attemptId === null ? 'is' : '=', request.attemptId)
  // Positions repeat across runs; the order must be stable because a preview is compared with the applied
  // result.
  return query.orderBy('ledger_order.position').orderBy('ledger_order.id').execute()
}

/** The state of the newest order of each number in an environment. */
export async function findLatestStates(
  db: Db,
  envId: string,
  scope: LedgerOrderRow['scope'],
  numbers: readonly string[],
): Promise<ReadonlyMap<string, LedgerOrderState>> {
  const states = new Map<string, LedgerOrderState>()
  for await (const batch of yieldingBatches(numbers)) {
    const rows = await db
      .selectFrom('ledger_order')
      .select(['mall_order_number', 'state'])
      .where('env_id', '=', envId)
      .where('scope', '=', scope)
      .where('mall_order_number', 'in', batch)
      .orderBy('generation')
      .execute()
    for (const row of rows) states.set(row.mall_order_number, row.state)
  }
  return states
}

/**
 * Unknown orders refer to no request from then on, and count as unknown since `at` (ISO 8601).
 * @returns their ids
 */
export async function forgetUnknownRequests(db: Db, at: string): Promise<string[]> {
  const rows = await db
    .updateTable('ledger_order')
    .set({ current_attempt: null, updated_at: at })
    .where(isUnknown)
    .returning('id')
    .execute()
  return rows.map(row => row.id)
}

/** A resolved order with the attempt that left it unknown. */
export interface ResolutionStep {
  readonly id: string
  readonly attemptId: string | null
  /** Absent: unchanged. */
  readonly orderId?: string | null
}

/**
 * Changes the state of orders by compare-and-set of state and attempt, sets each order id, and records the
 * changes.
 * @returns ids of the changed orders; the others changed concurrently
 */
export async function resolveOrders(
  db: Db,
  steps: readonly ResolutionStep[],
  move: Omit<StateChange, 'attemptId'>,
): Promise<readonly string[]> {
  const moved: string[] = []
  for (const batch of batches(steps)) {
    const rows = sql.join(batch.map(one => sql`(${one.id}, ${one.attemptId ?? ''}, ${one.orderId ?? null})`))
    // Both databases name the columns of VALUES column1, column2, ….
    const { rows: done } = await sql<ResolvedRow>`
      update ledger_order set state = ${move.to}, updated_at = ${move.at},
        order_id = coalesce(v.column3, ledger_order.order_id)
      from (values ${rows}) as v
      where ledger_order.id = v.column1 and coalesce(ledger_order.current_attempt, '') = v.column2
        and ledger_order.state = ${move.from}
      returning ledger_order.id, current_attempt, draft_id, env_id, line_ids`.execute(db)
    if (move.to === 'REGISTERED') await dropDispatchLimits(db, done)
    for (const [attemptId, ids] of byAttempt(done)) await recordTransitions(db, ids, { ...move, attemptId })
    moved.push(...done.map(row => row.id))
  }
  return moved
}

type ResolvedRow = Pick<LedgerOrderRow, 'id' | 'current_attempt' | 'draft_id' | 'env_id' | 'line_ids'>

function byAttempt(rows: readonly { id: string; current_attempt: string | null }[]) {
  const groups = new Map<string | null, string[]>()
  for (const { id, current_attempt } of rows) {
    const group = groups.get(current_attempt)
    if (group) group.push(id)
    else groups.set(current_attempt, [id])
  }
  return groups
}

/** Which of these orders cannot get their number back because another order holds it. */
export async function findNumbersHeldByOthers(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set((await listSharingNumber(db, ids, NUMBER_HOLDING_STATES)).map(({ id }) => id))
}

/** Orders that wait to be sent under the numbers of these orders, which were marked as not registered. */
export async function findQueuedSuccessors(db: Db, ids: readonly string[]): Promise<readonly string[]> {
  return (await listSharingNumber(db, ids, ['QUEUED'])).map(({ other }) => other)
}

/** Other orders in one of these states that have the number of one of these orders. */
async function listSharingNumber(db: Db, ids: readonly string[], states: readonly LedgerOrderState[]) {
  const found: { readonly id: string; readonly other: string }[] = []
  for (const batch of batches(ids)) {
    const rows = await db
      .selectFrom('ledger_order as mine')
      .innerJoin('ledger_order as other', join =>
        join
          .onRef('other.env_id', '=', 'mine.env_id')
          .onRef('other.scope', '=', 'mine.scope')
          .onRef('other.mall_order_number', '=', 'mine.mall_order_number')
          .onRef('other.id', '<>', 'mine.id'),
      )
      .select(['mine.id', 'other.id as other'])
      .where('mine.id', 'in', batch)
      .where('other.state', 'in', states)
      .execute()
    found.push(...rows)
  }
  return found
}

/**
 * Makes an order that was marked as not registered the newest of its number again: what is counted and listed goes by
 * the newest one. An order after which another one was sent stays where it is.
 */
export async function makeNewest(db: Db, id: string): Promise<void> {
  const newer = sql`from ledger_order o where o.env_id = ledger_order.env_id and o.scope = ledger_order.scope
    and o.mall_order_number = ledger_order.mall_order_number and o.generation > ledger_order.generation`
  await sql`update ledger_order set generation = (select max(o.generation) + 1 ${newer})
    where id = ${id} and state = 'ABSENT' and exists (select 1 ${newer})
      and not exists (select 1 ${newer} and o.state not in ('ABSENT', 'CANCELLED', 'RELEASED'))`.execute(db)
}

/** Stores a resolution before the changes that refer to it. @returns its id */
export async function insertResolution(
  db: Db,
  resolution: Omit<Insertable<ResolutionTable>, 'id'>,
): Promise<string> {
  const id = randomUUID()
  await db
    .insertInto('resolution')
    .values({ id, ...resolution })
    .execute()
  return id
}
