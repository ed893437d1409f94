import 'server-only'
import type { Handle } from './database'
import type { RunState } from './ledger-tables'
import type { RunRow } from './runs'

// A run of 100,000 orders begins and ends in many short transactions, so that others write between them. While it is
// `preparing` nothing of it is sent and its orders are not all in; while it is `cancelling` they go back to the sheet.

/** The state of a run as it is shown: one whose orders are still taken in runs, one that gives them back is over. */
export type ShownState = Exclude<RunState, 'preparing' | 'cancelling'>

/** How a state is shown. */
export const shownState = (state: RunState): ShownState =>
  state === 'preparing' ? 'running' : state === 'cancelling' ? 'cancelled' : state

/** States that are shown as this one. */
export const statesShownAs = (shown: ShownState): readonly RunState[] =>
  shown === 'running'
    ? ['preparing', 'running']
    : shown === 'cancelled'
      ? ['cancelling', 'cancelled']
      : [shown]

/** Keeps others from sweeping a run until the transaction ends. @returns whether `owner` still prepares it */
export async function holdPreparing(handle: Handle, id: string, owner: string): Promise<boolean> {
  const { numUpdatedRows } = await handle
    .updateTable('run')
    .set({ owner })
    .where('id', '=', id)
    .where('state', '=', 'preparing')
    .where('owner', '=', owner)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** All orders of a run are in: it goes on, or is done when it took none. @param refused JSON of what it did not take */
export async function beginRun(
  handle: Handle,
  id: string,
  taken: number,
  refused: string,
  at: string,
): Promise<void> {
  const end = taken === 0 ? { state: 'done' as const, finished_at: at } : { state: 'running' as const }
  await handle
    .updateTable('run')
    .set({ ...end, total: taken, refused, owner: null })
    .where('id', '=', id)
    .where('state', '=', 'preparing')
    .execute()
}

/**
 * Gives up a run that was not prepared to its end. The press that began it may come again: it never took effect.
 * @returns false when it is prepared by now, or given up already
 */
export async function abandonPreparing(handle: Handle, id: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await handle
    .updateTable('run')
    .set({ state: 'cancelling', client_request_id: id, owner: null, finished_at: at })
    .where('id', '=', id)
    .where('state', '=', 'preparing')
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Runs that are not all in, or not all out. */
export function listHalfway(handle: Handle): Promise<Pick<RunRow, 'id' | 'env_id' | 'state' | 'owner'>[]> {
  return handle
    .selectFrom('run')
    .select(['id', 'env_id', 'state', 'owner'])
    .where('state', 'in', ['preparing', 'cancelling'])
    .execute()
}
