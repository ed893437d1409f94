import 'server-only'
import type { Insertable, Selectable } from 'kysely'
import { type CheckedForm, formColumns, isOpen, keepForms } from './checked-forms'
import { chunks, pieces } from './chunks'
import type { Handle } from './database'
import type { RunCountTable, RunOrderTable, RunState, RunTable } from './ledger-tables'
import { payloadOf } from './packed'

export type RunRow = Selectable<RunTable>

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
  // Not their refusals, which may be megabytes: sorting reads every run of the draft.
  const [newest, ...before] = await handle
    .selectFrom('run')
    .select(['id', 'total', 'started_at', 'finished_at'])
    .where('draft_id', '=', draftId)
    .orderBy(run => run.case().when('state', 'in', ['preparing', 'running']).then(0).else(1).end())
    .orderBy('started_at', 'desc')
    .limit(RECENT)
    .execute()
  if (!newest) return undefined
  const wentOn = before.find(run => run.total > 0 && (run.finished_at ?? '') >= newest.started_at)
  return findRun(handle, (newest.total === 0 && wentOn ? wentOn : newest).id)
}

/** Runs among which the one is looked for that went on when an empty one began. */
const RECENT = 8

/** Whether a registration of a draft goes on in an environment, or its orders are just being queued or given back. */
export async function isRegistering(handle: Handle, draftId: string, envId: string): Promise<boolean> {
  const run = await handle
    .selectFrom('run')
    .select('id')
    .where('draft_id', '=', draftId)
    .where('env_id', '=', envId)
    .where('kind', '=', 'register')
    .where('state', 'in', ['preparing', 'cancelling', 'running'])
    .limit(1)
    .executeTakeFirst()
  return run !== undefined
}

/** Registrations of a draft in an environment that stand still and have orders queued, oldest first. */
export async function listStanding(
  handle: Handle,
  draftId: string,
  envId: string,
): Promise<readonly string[]> {
  const rows = await standing(handle, draftId, envId).orderBy('run.started_at').execute()
  return rows.map(row => row.id)
}

/** How many orders of a draft in an environment are queued behind registrations that stand still. */
export async function countStandingOrders(handle: Handle, draftId: string, envId: string): Promise<number> {
  const rows = await standing(handle, draftId, envId).execute()
  return rows.reduce((sum, row) => sum + Number(row.queued), 0)
}

const standing = (handle: Handle, draftId: string, envId: string) =>
  handle
    .selectFrom('run')
    .innerJoin('run_count', 'run_count.run_id', 'run.id')
    .select(part => ['run.id', part.fn.sum<number>('run_count.count').as('queued')])
    .where('run.draft_id', '=', draftId)
    .where('run.env_id', '=', envId)
    .where('run.state', 'in', ['paused', 'stopped'])
    .where('run_count.state', '=', 'QUEUED')
    .groupBy(['run.id', 'run.started_at'])
    .having(part => part.fn.sum('run_count.count'), '>', 0)

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

/** Notes what is to be known of a response to a run that went on all the same. @param notice JSON */
export async function noteNotice(handle: Handle, id: string, notice: string): Promise<void> {
  await handle.updateTable('run').set({ notice }).where('id', '=', id).execute()
}

/**
 * Notes that a check request of a run has had no response for a while, or that it ended.
 * @param ended when the request was sent that ended; another one may still be waited for
 */
export async function noteSlow(
  handle: Handle,
  id: string,
  open: { readonly since: string; readonly until: string } | undefined,
  ended?: string,
): Promise<void> {
  await handle
    .updateTable('run')
    .set({ slow_since: open?.since ?? null, slow_until: open?.until ?? null })
    .where('id', '=', id)
    .$if(ended !== undefined, query => query.where('slow_since', '=', ended ?? ''))
    .execute()
}

/** Writes the orders of a check run, in the transaction that holds it. */
export async function insertRunOrders(
  handle: Handle,
  run: Pick<RunRow, 'id' | 'draft_id' | 'started_at'>,
  orders: readonly (CheckedForm & { readonly position: number })[],
): Promise<void> {
  for await (const some of pieces(orders)) {
    const forms = await keepForms(
      handle,
      run.draft_id,
      some.map(({ position: _, ...form }) => form),
      run.started_at,
    )
    const empty = { mall_order_number: '', payload: '', sha256: '', fingerprint: '', line_ids: '' }
    const rows = some.map(({ position }, at) => ({
      ...{ ...empty, run_id: run.id, position, form_id: forms[at] ?? null, state: 'waiting' as const },
    }))
    await handle.insertInto('run_order').values(rows).execute()
  }
}

/** An order of a check run that has no verdict yet. */
export interface WaitingOrder extends CheckedForm {
  readonly position: number
}

/** The next orders of a check run that have no verdict yet. */
export async function listWaiting(
  handle: Handle,
  runId: string,
  from: number,
  limit: number,
): Promise<WaitingOrder[]> {
  const rows = await handle
    .selectFrom('run_order')
    .leftJoin('checked_form as form', 'form.id', 'run_order.form_id')
    .leftJoin('checked_payload', 'checked_payload.form_id', 'run_order.form_id')
    .select(['position', 'payload', 'checked_payload.packed', ...formColumns()])
    .where('run_id', '=', runId)
    .where('position', '>=', from)
    .where('state', '=', 'waiting')
    .where(isOpen)
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows.map(({ packed, ...row }) => ({ ...row, payload: payloadOf({ ...row, packed }) }))
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

/** How many orders of a run are in each state that any of them is in. */
export async function countOrders<State extends RunCountTable['state'] = RunCountTable['state']>(
  handle: Handle,
  runId: string,
): Promise<ReadonlyMap<State, number>> {
  const rows = await handle
    .selectFrom('run_count')
    .select(part => ['state', part.fn.sum<number>('count').as('count')])
    .where('run_id', '=', runId)
    .groupBy('state')
    .execute()
  return new Map(
    rows.flatMap(row => (Number(row.count) > 0 ? [[row.state as State, Number(row.count)]] : [])),
  )
}
