import 'server-only'
import type { Insertable, Selectable } from 'kysely'
import { chunks, pieces } from './chunks'
import type { Handle } from './database'
import type { RunOrderTable, RunState, RunTable } from './ledger-tables'

export type RunRow = Selectable<RunTable>
export type RunOrderRow = Selectable<RunOrderTable>

/** Writes a run. @returns false when a run with this client request id is there already. */
export async function insertRun(handle: Handle, run: Insertable<RunTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await handle
    .insertInto('run')
    .values(run)
    .onConflict(conflict => conflict.column('client_request_id').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** A run by id. */
export function findRun(handle: Handle, id: string): Promise<RunRow | undefined> {
  return handle.selectFrom('run').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The run that a press made, so that the same press again finds it. */
export function findRunByRequest(handle: Handle, clientRequestId: string): Promise<RunRow | undefined> {
  return handle
    .selectFrom('run')
    .selectAll()
    .where('client_request_id', '=', clientRequestId)
    .executeTakeFirst()
}

/** Runs that someone should be working on, oldest first. */
export function listRunning(handle: Handle): Promise<RunRow[]> {
  return handle.selectFrom('run').selectAll().where('state', '=', 'running').orderBy('started_at').execute()
}

/**
 * The run of a draft that goes on, else its newest. One that took nothing while another went on (a second press of the
 * same orders) does not hide that other.
 */
export async function findLatestRun(handle: Handle, draftId: string): Promise<RunRow | undefined> {
  const [newest, ...before] = await handle
    .selectFrom('run')
    .selectAll()
    .where('draft_id', '=', draftId)
    .orderBy(run => run.case().when('state', 'in', ['preparing', 'running']).then(0).else(1).end())
    .orderBy('started_at', 'desc')
    .limit(RECENT)
    .execute()
  if (!newest || newest.total > 0) return newest
  return before.find(run => run.total > 0 && (run.finished_at ?? '') >= newest.started_at) ?? newest
}

/** Runs among which the one is looked for that went on when an empty one began. */
const RECENT = 8

/** Registrations of a draft in an environment that stand still and have orders queued, oldest first. */
export async function listStanding(
  handle: Handle,
  draftId: string,
  envId: string,
): Promise<readonly string[]> {
  const rows = await handle
    .selectFrom('run')
    .innerJoin('ledger_order', 'ledger_order.run_id', 'run.id')
    .select(['run.id', 'run.started_at'])
    .distinct()
    .where('run.draft_id', '=', draftId)
    .where('run.env_id', '=', envId)
    .where('run.state', 'in', ['paused', 'stopped'])
    .where('ledger_order.state', '=', 'QUEUED')
    .orderBy('run.started_at')
    .execute()
  return rows.map(row => row.id)
}

/** How many orders of a draft in an environment are queued behind registrations that stand still. */
export async function countStandingOrders(handle: Handle, draftId: string, envId: string): Promise<number> {
  const row = await handle
    .selectFrom('run')
    .innerJoin('ledger_order', 'ledger_order.run_id', 'run.id')
    .select(part => part.fn.countAll<number>().as('count'))
    .where('run.draft_id', '=', draftId)
    .where('run.env_id', '=', envId)
    .where('run.state', 'in', ['paused', 'stopped'])
    .where('ledger_order.state', '=', 'QUEUED')
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/**
 * Makes `owner` the one who works on a run, if `before` still is. When `before` is another process, that died at work:
 * the run counts one crash more.
 * @returns whether it worked.
 */
export async function claimRun(
  handle: Handle,
  id: string,
  before: string | null,
  owner: string,
): Promise<boolean> {
  const { numUpdatedRows } = await handle
    .updateTable('run')
    .set(run => ({
      owner,
      ...(before !== null && before !== owner && { crashes: run('crashes', '+', 1) }),
    }))
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('owner', before === null ? 'is' : '=', before)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Lets go of a run that is left running for someone else. */
export async function releaseRun(handle: Handle, id: string, owner: string): Promise<void> {
  await handle
    .updateTable('run')
    .set({ owner: null })
    .where('id', '=', id)
    .where('owner', '=', owner)
    .execute()
}

/** Notes how a run found its connection, if that was not noted yet. @param stamp changes with the connection */
export async function noteDoor(handle: Handle, id: string, stamp: string): Promise<void> {
  await handle
    .updateTable('run')
    .set({ door: stamp })
    .where('id', '=', id)
    .where('door', 'is', null)
    .execute()
}

/** Moves a run from one of `from` to another state. @returns whether it was in one of them. */
export async function moveRun(
  handle: Handle,
  id: string,
  from: readonly RunState[],
  to: RunState,
  at: string,
  problem: string | null = null,
): Promise<boolean> {
  const { numUpdatedRows } = await handle
    .updateTable('run')
    .set({
      state: to,
      problem,
      owner: null,
      finished_at: to === 'running' ? null : at,
      // A person has it go on: through the connection as it is by now.
      ...(to === 'running' && { door: null, crashes: 0 }),
    })
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Writes the orders of a check run. */
export async function insertRunOrders(
  handle: Handle,
  rows: readonly Insertable<RunOrderTable>[],
): Promise<void> {
  for await (const some of pieces(rows)) await handle.insertInto('run_order').values(some).execute()
}

/** The next orders of a check run that have no verdict yet. */
export function listWaiting(
  handle: Handle,
  runId: string,
  from: number,
  limit: number,
): Promise<RunOrderRow[]> {
  return handle
    .selectFrom('run_order')
    .selectAll()
    .where('run_id', '=', runId)
    .where('position', '>=', from)
    .where('state', '=', 'waiting')
    .orderBy('position')
    .limit(limit)
    .execute()
}

/** Notes that orders of a check run have their verdict. */
export async function markRunOrders(
  handle: Handle,
  runId: string,
  positions: readonly number[],
  state: RunOrderTable['state'],
): Promise<void> {
  for (const some of chunks(positions)) {
    await handle
      .updateTable('run_order')
      .set({ state })
      .where('run_id', '=', runId)
      .where('position', 'in', some)
      .execute()
  }
}

/** How many orders of a check run are in each state. */
export async function countRunOrders(
  handle: Handle,
  runId: string,
): Promise<ReadonlyMap<RunOrderTable['state'], number>> {
  const rows = await handle
    .selectFrom('run_order')
    .select(part => ['state', part.fn.countAll<number>().as('count')])
    .where('run_id', '=', runId)
    .groupBy('state')
    .execute()
  return new Map(rows.map(row => [row.state, Number(row.count)]))
}
