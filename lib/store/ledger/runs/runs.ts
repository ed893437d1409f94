import 'server-only'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { RunProblem } from '@/lib/ledger/rules/problem'
import type { Db, DbTransaction } from '@/lib/store/db/database'
import { batches, yieldingBatches } from '@/lib/store/db/statements/batches'
import { FixedStatement } from '@/lib/store/db/statements/fixed-statement'
import { jsonRows } from '@/lib/store/db/statements/json-rows'
import { recordEvent } from '@/lib/store/notifications/events'
import { type CheckedForm, formColumns, isNotPassed, saveCheckedForms } from '../checks/checked-forms'
import type { VerdictTarget } from '../checks/verdicts'
import { payloadOf } from '../payload-compression'
import type { RunCountTable, RunOrderTable, RunState, RunTable } from './run-tables'

export type RunRow = Selectable<RunTable>

/** Stores a run. @returns false if the client request id exists */
export async function insertRun(db: Db, run: Insertable<RunTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('run')
    .values(run)
    .onConflict(conflict => conflict.column('client_request_id').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

const runById = new FixedStatement((db, { id }: { id: string }) =>
  db.selectFrom('run').selectAll().where('id', '=', id),
)

/** A run by its id. */
export function findRun(db: Db, id: string): Promise<RunRow | undefined> {
  return runById.first(db, { id })
}

/** The run of a client request id, so that a repeated request finds it. */
export function findRunByRequest(db: Db, clientRequestId: string): Promise<RunRow | undefined> {
  return db.selectFrom('run').selectAll().where('client_request_id', '=', clientRequestId).executeTakeFirst()
}

/** Running runs, oldest first. */
export function listRunning(db: Db): Promise<RunRow[]> {
  return db.selectFrom('run').selectAll().where('state', '=', 'running').orderBy('started_at').execute()
}

/**
 * The active run of a draft, else its newest. An empty run (a second click during another run) does not
 * hide that other run.
 * @param registeredOn only registrations on this connection
 */
export async function findLatestRun(
  db: Db,
  draftId: string,
  registeredOn?: string,
): Promise<RunRow | undefined> {
  // Without their refusals, which may be megabytes: sorting reads every run of the draft.
  const [newest, ...before] = await db
    .selectFrom('run')
    .select(['id', 'total', 'started_at', 'finished_at'])
    .where('draft_id', '=', draftId)
    .$if(registeredOn !== undefined, query =>
      query.where('kind', '=', 'register').where('connection_id', '=', registeredOn ?? ''),
    )
    .orderBy(run => run.case().when('state', 'in', ['preparing', 'running']).then(0).else(1).end())
    .orderBy('started_at', 'desc')
    .limit(RECENT_RUNS)
    .execute()
  if (!newest) return undefined
  const wentOn = before.find(run => run.total > 0 && (run.finished_at ?? '') >= newest.started_at)
  return findRun(db, (newest.total === 0 && wentOn ? wentOn : newest).id)
}

/** Maximum newest runs among which the one behind an empty run is looked for. */
const RECENT_RUNS = 8

/**
 * Whether a registration of a draft is active in an environment, including its start and its cancellation.
 */
export async function isRegistering(db: Db, draftId: string, envId: string): Promise<boolean> {
  const run = await db
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

/** A paused or stopped registration with queued orders. */
export interface HaltedRegistration extends VerdictTarget {
  readonly id: string
  readonly state: 'paused' | 'stopped'
  /** JSON of why. */
  readonly problem: string | null
  /** The name of its connection, also after it was deleted. */
  readonly connection: string
  readonly queued: number
  /** When it was halted, ISO 8601. */
  readonly since: string
}

/** Paused and stopped registrations of a draft with queued orders, oldest first. @param target only on this connection */
export async function listHaltedRegistrations(
  db: Db,
  draftId: string,
  target?: VerdictTarget,
): Promise<readonly HaltedRegistration[]> {
  const rows = await db
    .selectFrom('run')
    .innerJoin('run_count', 'run_count.run_id', 'run.id')
    .leftJoin('connection', 'connection.id', 'run.connection_id')
    .select(['run.id', 'run.state', 'run.problem', 'run.env_id', 'run.connection_id', 'connection.name'])
    .select('run.finished_at')
    .select(part => part.fn.sum<number>('run_count.count').as('queued'))
    .where('run.draft_id', '=', draftId)
    .$if(target !== undefined, query =>
      query
        .where('run.env_id', '=', target?.envId ?? '')
        .where('run.connection_id', '=', target?.connectionId ?? ''),
    )
    .where('run.state', 'in', ['paused', 'stopped'])
    .where('run_count.state', '=', 'QUEUED')
    .groupBy(['run.id', 'connection.id'])
    .having(part => part.fn.sum('run_count.count'), '>', 0)
    .orderBy('run.started_at')
    .execute()
  return rows.map(row => ({
    id: row.id,
    state: row.state === 'paused' ? 'paused' : 'stopped',
    problem: row.problem,
    envId: row.env_id,
    connectionId: row.connection_id,
    connection: row.name ?? row.connection_id,
    queued: Number(row.queued),
    since: row.finished_at ?? '',
  }))
}

/** The number of orders queued in some halted registrations. */
export const countQueued = (halted: readonly Pick<HaltedRegistration, 'queued'>[]): number =>
  halted.reduce((sum, run) => sum + run.queued, 0)

/**
 * Makes `owner` the process that works on a run if it still is `before`. If `before` is another process,
 * that one died, and the run counts a crash.
 * @returns whether that succeeded
 */
export async function claimRun(db: Db, id: string, before: string | null, owner: string): Promise<boolean> {
  const { numUpdatedRows } = await db
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

/** Releases a running run for another process. */
export async function releaseRun(db: Db, id: string, owner: string): Promise<void> {
  await db.updateTable('run').set({ owner: null }).where('id', '=', id).where('owner', '=', owner).execute()
}

/**
 * The revision that the connection had when a person last started or resumed a run; null: none is recorded. The column
 * has its name from the first version.
 */
export const startedRevision = ({ door }: RunRow): string | null => door

/** Records the revision of the connection of a run that has none. */
export async function recordStartedRevision(db: Db, id: string, revision: string): Promise<void> {
  await db.updateTable('run').set({ door: revision }).where('id', '=', id).where('door', 'is', null).execute()
}

/** Notes that a person continues a run, with the current settings of its connection. */
export async function acceptRevision(db: Db, id: string): Promise<void> {
  await db.updateTable('run').set({ door: null, crashes: 0 }).where('id', '=', id).execute()
}

/**
 * Changes the state of a run if it is one of `from`, and records the event that people and programs are notified of:
 * only a transaction keeps the two together.
 * @param problem why it pauses or stops
 * @returns false if its state was none of `from`
 */
export async function transitionRun(
  trx: DbTransaction,
  id: string,
  from: readonly RunState[],
  to: RunState,
  at: string,
  problem?: RunProblem,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('run')
    .set({
      state: to,
      problem: problem === undefined ? null : JSON.stringify(problem),
      owner: null,
      finished_at: to === 'running' ? null : at,
    })
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) return false
  await recordRunEvent(trx, id, to, at, problem)
  return true
}

/** What an operator does needs no notification: that person and the colleagues see it on the screen. */
async function recordRunEvent(
  trx: DbTransaction,
  id: string,
  to: RunState,
  at: string,
  problem: RunProblem | undefined,
): Promise<void> {
  if (to === 'done') await recordEvent(trx, { kind: 'run.finished', subject: id, about: aboutRun(id), at })
  if ((to !== 'paused' && to !== 'stopped') || problem === undefined) return
  // The detail is text of a service, which may quote an order.
  const { detail: _, ...facts } = problem
  if (facts.code === 'by_operator') return
  const about = aboutRun(id, facts)
  await recordEvent(trx, { kind: 'run.stopped', subject: `${id} ${at}`, about, at })
}

/**
 * Records that a run left orders unconfirmed, in the transaction that makes them so. A run that continues may leave
 * more of them.
 * @param cause the request that left them, or the time of a restore: what it left is announced once
 */
export const recordUnconfirmed = (
  trx: DbTransaction,
  runId: string,
  cause: string,
  at: string,
): Promise<void> =>
  recordEvent(trx, {
    kind: 'orders.unconfirmed',
    subject: `${runId} ${cause}`,
    about: aboutRun(runId),
    at,
  })

const aboutRun = (runId: string, problem?: object) => JSON.stringify({ runId, ...(problem && { problem }) })

/** Stores a notice about a response that did not stop the run. @param notice JSON */
export async function setRunNotice(db: Db, id: string, notice: string): Promise<void> {
  await db.updateTable('run').set({ notice }).where('id', '=', id).execute()
}

/**
 * Stores that a check request is slow, or clears that.
 * @param ended when the finished request was sent; another one may still be slow
 */
export async function setSlowRequest(
  db: Db,
  id: string,
  open: { readonly since: string; readonly until: string } | undefined,
  ended?: string,
): Promise<void> {
  await db
    .updateTable('run')
    .set({ slow_since: open?.since ?? null, slow_until: open?.until ?? null })
    .where('id', '=', id)
    .$if(ended !== undefined, query => query.where('slow_since', '=', ended ?? ''))
    .execute()
}

/** Stores the orders of a check run in the transaction that locked it. */
export async function insertRunOrders(
  db: Db,
  run: Pick<RunRow, 'id' | 'draft_id' | 'started_at'>,
  orders: readonly (CheckedForm & { readonly position: number })[],
): Promise<void> {
  for await (const batch of yieldingBatches(orders)) {
    const forms = await saveCheckedForms(
      db,
      run.draft_id,
      batch.map(({ position: _, ...form }) => form),
      run.started_at,
    )
    const rows = jsonRows(
      db,
      { position: 'integer', form_id: 'integer' },
      batch.map(({ position }, at) => ({ position, form_id: forms[at] ?? null })),
    )
    await sql`
      insert into run_order
        (run_id, position, form_id, state, mall_order_number, payload, sha256, fingerprint, line_ids)
      select ${run.id}, position, form_id, 'waiting', '', '', '', '', '' from ${rows} as given`.execute(db)
  }
}

/** An order of a check run without a verdict. */
export interface WaitingOrder extends CheckedForm {
  readonly position: number
}

/** The next orders of a check run without a verdict. */
export async function listWaitingOrders(
  db: Db,
  runId: string,
  from: number,
  limit: number,
): Promise<WaitingOrder[]> {
  const rows = await db
    .selectFrom('run_order')
    .leftJoin('checked_form as form', 'form.id', 'run_order.form_id')
    .leftJoin('checked_payload', 'checked_payload.form_id', 'run_order.form_id')
    .select(['position', 'payload', 'checked_payload.packed', ...formColumns()])
    .where('run_id', '=', runId)
    .where('position', '>=', from)
    .where('state', '=', 'waiting')
    .where(isNotPassed)
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows.map(row => ({
    position: row.position,
    mall_order_number: row.mall_order_number,
    payload: payloadOf(row),
    sha256: row.sha256,
    fingerprint: row.fingerprint,
    line_ids: row.line_ids,
  }))
}

/** Sets the state of some orders of a run, by their positions. */
export async function markRunOrders(
  db: Db,
  runId: string,
  positions: readonly number[],
  state: RunOrderTable['state'],
): Promise<void> {
  for (const batch of batches(positions)) {
    await db
      .updateTable('run_order')
      .set({ state })
      .where('run_id', '=', runId)
      .where('position', 'in', batch)
      .execute()
  }
}

/** The number of orders of a run in each state that occurs. */
export async function countRunOrders<State extends RunCountTable['state'] = RunCountTable['state']>(
  db: Db,
  runId: string,
): Promise<ReadonlyMap<State, number>> {
  const rows = await db
    .selectFrom('run_count')
    .select(part => ['state', part.fn.sum<number>('count').as('count')])
    .where('run_id', '=', runId)
    .groupBy('state')
    .execute()
  return new Map(
    rows.flatMap(row => (Number(row.count) > 0 ? [[row.state as State, Number(row.count)]] : [])),
  )
}
