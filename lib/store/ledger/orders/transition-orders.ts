import 'server-only'
import { sql } from 'kysely'
import type { LedgerOrderState } from '@/lib/ledger/rules/transitions'
import type { Db } from '@/lib/store/db/database'
import { batches, yieldingBatches } from '@/lib/store/db/statements/batches'
import { jsonRows } from '@/lib/store/db/statements/json-rows'
import type { LedgerOrderRow } from './orders'

/** A state change of orders: an entry of their timeline. */
export interface StateChange {
  readonly from: LedgerOrderState
  readonly to: LedgerOrderState
  readonly attemptId: string | null
  /** An operator's id, or `runner`, `reaper`. */
  readonly actor: string
  readonly reason: string
  readonly at: string
  /** The operator's note. */
  readonly note?: string | undefined
  /** The resolution that made the change. */
  readonly resolutionId?: string
  /** Changes only orders that are still of this run: another one may have taken them over since they were read. */
  readonly ofRun?: string
}

/**
 * Changes the state of orders by compare-and-set and records it.
 * @param change further columns; unless it claims the orders (`current_attempt`), `move.attemptId` must be
 * their current attempt
 * @returns ids of the orders that were in `move.from` and changed
 */
export async function transitionOrders(
  db: Db,
  ids: readonly string[],
  move: StateChange,
  change: Partial<Pick<LedgerOrderRow, 'order_id' | 'current_attempt' | 'returned'>> = {},
): Promise<readonly string[]> {
  const moved: string[] = []
  for await (const batch of yieldingBatches(ids)) {
    const rows = await moving(db, batch, move, change).execute()
    moved.push(...rows.map(row => row.id))
  }
  await recordTransitions(db, moved, move)
  return moved
}

/** Not the bare column: SQLite would read all waiting orders of the run by its index, for each request. */
const ownRun = sql<string>`run_id || ''`

/** The statement that changes the state of some orders. */
export function moving(
  db: Db,
  ids: readonly string[],
  move: StateChange,
  change: Parameters<typeof transitionOrders>[3] = {},
) {
  const isClaim = change.current_attempt !== undefined
  return db
    .updateTable('ledger_order')
    .set({ ...change, state: move.to, updated_at: move.at })
    .where('id', 'in', ids)
    .where('state', '=', move.from)
    .$if(move.ofRun !== undefined, query => query.where(ownRun, '=', move.ofRun ?? ''))
    .$if(move.attemptId !== null && !isClaim, query => query.where('current_attempt', '=', move.attemptId))
    .returning('id')
}

/** Records a state change of each order. */
export async function recordTransitions(
  db: Db,
  ids: readonly string[],
  move: Omit<StateChange, 'from'> & { readonly from: string },
): Promise<void> {
  const { attemptId, from, to, actor, reason, note = null, resolutionId = null, at } = move
  for await (const batch of yieldingBatches(ids)) {
    const orders = jsonRows(
      db,
      { id: 'text' },
      batch.map(id => ({ id })),
    )
    await sql`
      insert into ledger_event
        (ledger_order_id, attempt_id, from_state, to_state, actor, reason, note, resolution_id, at)
      select id, ${attemptId}, ${from}, ${to}, ${actor}, ${reason}, ${note}, ${resolutionId}, ${at}
      from ${orders} as given`.execute(db)
  }
}

/**
 * Marks an order that is not at the service as changed, so that pages with its draft read it again.
 * @param at ISO 8601
 */
export async function touchUnsentOrder(db: Db, id: string, at: string): Promise<void> {
  await db
    .updateTable('ledger_order')
    .set({ updated_at: at })
    .where('id', '=', id)
    .where('state', 'in', ['CANCELLED', 'ABSENT', 'REJECTED'])
    .execute()
}

/** Increments how often orders were returned as not executed. */
export async function incrementReturns(db: Db, ids: readonly string[]): Promise<void> {
  for (const batch of batches(ids)) {
    await db
      .updateTable('ledger_order')
      .set(part => ({ returned: part('returned', '+', 1) }))
      .where('id', 'in', batch)
      .execute()
  }
}

/** Stores where the reason of a rejection was found. */
export async function setExplanation(
  db: Db,
  ids: readonly string[],
  explained: LedgerOrderRow['explained'],
  at: string,
): Promise<void> {
  for (const batch of batches(ids)) {
    await db
      .updateTable('ledger_order')
      .set({ explained, updated_at: at })
      .where('id', 'in', batch)
      .where('state', '=', 'REJECTED')
      .execute()
  }
}

/**
 * Moves queued orders of halted runs into another run, which may give them back.
 * @param orders as they were read: one that another run has taken over since is left alone
 * @returns ids of those that moved
 */
export async function moveOrdersToRun(
  db: Db,
  orders: readonly Pick<LedgerOrderRow, 'id' | 'run_id'>[],
  runId: string,
  at: string,
): Promise<ReadonlySet<string>> {
  const moved = new Set<string>()
  const formerRuns = [...new Set(orders.map(order => order.run_id))]
  for (const batch of batches(orders.map(order => order.id))) {
    const rows = await db
      .updateTable('ledger_order')
      .set(order => ({ run_id: runId, former_run_id: order.ref('run_id'), returned: 0, updated_at: at }))
      .where('id', 'in', batch)
      .where('state', '=', 'QUEUED')
      .where(ownRun, 'in', formerRuns)
      .returning('id')
      .execute()
    for (const { id } of rows) moved.add(id)
  }
  return moved
}

/** The runs from which a run took queued orders over. */
export async function listFormerRuns(db: Db, runId: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('ledger_order')
    .select('former_run_id')
    .distinct()
    .where('run_id', '=', runId)
    .where('state', '=', 'QUEUED')
    .where('former_run_id', 'is not', null)
    .execute()
  return rows.flatMap(row => row.former_run_id ?? [])
}

/** Gives queued orders of a run back to the one from which it took them over. @returns how many, at most `limit` */
export async function returnOrders(
  db: Db,
  { runId, formerRunId }: { readonly runId: string; readonly formerRunId: string },
  limit: number,
  at: string,
): Promise<number> {
  const some = db
    .selectFrom('ledger_order')
    .select('id')
    .where('run_id', '=', runId)
    .where('state', '=', 'QUEUED')
    .where('former_run_id', '=', formerRunId)
    .limit(limit)
  const { numUpdatedRows } = await db
    .updateTable('ledger_order')
    .set({ run_id: formerRunId, former_run_id: null, updated_at: at })
    .where('id', 'in', some)
    // Again: PostgreSQL does not repeat the query above for an order that another transaction has just changed.
    .where('state', '=', 'QUEUED')
    .where(ownRun, '=', runId)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
