import 'server-only'
import type { Db } from '@/lib/store/db/database'
import { FixedStatement } from '@/lib/store/db/statements/fixed-statement'
import type { RunState } from './run-tables'
import type { RunRow } from './runs'

// A run of 100,000 orders starts and ends in many short transactions, so that others can write in between.
// While it is `preparing`, nothing is sent and its orders are incomplete; while it is `cancelling`, they
// return to the sheet.

/** The visible state of a run: `preparing` is shown as running, `cancelling` as cancelled. */
export type VisibleRunState = Exclude<RunState, 'preparing' | 'cancelling'>

/** The state of a run as operators see it: states on the way to another one show that one. */
export const visibleRunState = (state: RunState): VisibleRunState =>
  state === 'preparing' ? 'running' : state === 'cancelling' ? 'cancelled' : state

/** The states that are shown as this one. */
export const statesVisibleAs = (shown: VisibleRunState): readonly RunState[] =>
  shown === 'running'
    ? ['preparing', 'running']
    : shown === 'cancelled'
      ? ['cancelling', 'cancelled']
      : [shown]

/** Locks a preparing run until the transaction ends. @returns whether `owner` still prepares it */
export async function lockPreparingRun(db: Db, id: string, owner: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('run')
    .set({ owner })
    .where('id', '=', id)
    .where('state', '=', 'preparing')
    .where('owner', '=', owner)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/**
 * Marks a completely prepared run as running; a run without orders is done.
 * @param accepted the number of its orders
 * @param refused JSON of the orders that were not accepted
 */
export async function markRunStarted(
  db: Db,
  id: string,
  accepted: number,
  refused: string,
  at: string,
): Promise<void> {
  const end = accepted === 0 ? { state: 'done' as const, finished_at: at } : { state: 'running' as const }
  await db
    .updateTable('run')
    .set({ ...end, total: accepted, refused, owner: null })
    .where('id', '=', id)
    .where('state', '=', 'preparing')
    .execute()
}

/**
 * Abandons an incompletely prepared run. The same request may start again, because the run had no effect.
 * @returns false if it is prepared or abandoned by now
 */
export async function abandonRun(db: Db, id: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('run')
    .set({ state: 'cancelling', client_request_id: id, owner: null, finished_at: at })
    .where('id', '=', id)
    .where('state', '=', 'preparing')
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Whether a run was discarded by `abandonRun`. */
export const isAbandonedRun = ({
  id,
  client_request_id,
}: Pick<RunRow, 'id' | 'client_request_id'>): boolean => client_request_id === id

/** Runs that are preparing or cancelling. */
export function listTransitionalRuns(
  db: Db,
): Promise<Pick<RunRow, 'id' | 'client_request_id' | 'env_id' | 'state' | 'owner'>[]> {
  return db
    .selectFrom('run')
    .select(['id', 'client_request_id', 'env_id', 'state', 'owner'])
    .where('state', 'in', ['preparing', 'cancelling'])
    .execute()
}

const lock = new FixedStatement((db, { id }: { id: string }) =>
  db
    .updateTable('run')
    .set(run => ({ state: run.ref('state') }))
    .where('id', '=', id)
    .returningAll(),
)

/** Locks a run until the transaction ends; undefined if there is none. */
export function lockRun(db: Db, id: string): Promise<RunRow | undefined> {
  return lock.first(db, { id })
}
