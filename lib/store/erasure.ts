import 'server-only'
import type { AttemptRow } from './attempts'
import { chunks } from './chunks'
import type { Handle } from './database'
import type { LedgerOrderRow } from './ledger'
import type { LedgerOrderState } from './ledger-tables'
import type { RunRow } from './runs'

/** States in which an order needs nothing of what was sent any more. */
export const FINISHED = [
  'REGISTERED',
  'REJECTED',
  'ABSENT',
  'ABANDONED',
  'CANCELLED',
  'RELEASED',
] as const satisfies LedgerOrderState[]

/** Orders that were finished before `cutoff` (ISO 8601) and still hold personal data, the oldest first. */
export function listDue(handle: Handle, cutoff: string, limit: number): Promise<LedgerOrderRow[]> {
  return handle
    .selectFrom('ledger_order')
    .selectAll()
    .where('scope', '=', 'orders')
    .where('erased_at', 'is', null)
    .where('created_at', '<', cutoff)
    .where('updated_at', '<', cutoff)
    .where('state', 'in', FINISHED)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Registrations of a draft that hold personal data still: of one number, or the next of all behind an id. */
export function listHolding(
  handle: Handle,
  draftId: string,
  of: { readonly number: string } | { readonly limit: number },
): Promise<LedgerOrderRow[]> {
  const query = handle
    .selectFrom('ledger_order')
    .selectAll()
    .where('draft_id', '=', draftId)
    .where('scope', '=', 'orders')
    .where('erased_at', 'is', null)
  if ('number' in of) return query.where('mall_order_number', '=', of.number).execute()
  return query.orderBy('id').limit(of.limit).execute()
}

/** Puts other forms in the place of an order's, if it is finished and was not erased. @returns whether it was so */
export async function eraseForms(
  handle: Handle,
  id: string,
  forms: Pick<LedgerOrderRow, 'payload' | 'checked_payload'>,
  at: string,
): Promise<boolean> {
  const { numUpdatedRows } = await handle
    .updateTable('ledger_order')
    // A refusal that nobody could explain is not asked about any more: there is nothing left to ask with.
    .set(row => ({
      ...forms,
      erased_at: at,
      explained: row
        .case()
        .when(row.and([row('state', '=', 'REJECTED'), row('explained', 'is', null)]))
        .then('unavailable' as const)
        .else(row.ref('explained'))
        .end(),
    }))
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .where('state', 'in', FINISHED)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Requests in which orders took part, with the positions that they had, and whether others in them are in doubt. */
export async function requestsOf(
  handle: Handle,
  ids: readonly string[],
): Promise<readonly { id: string; positions: ReadonlySet<number>; isInDoubt: boolean }[]> {
  const parts = await handle
    .selectFrom('attempt_order')
    .select(['attempt_id', 'position'])
    .where('ledger_order_id', 'in', ids)
    .execute()
  const positions = new Map<string, Set<number>>()
  for (const { attempt_id, position } of parts) {
    positions.set(attempt_id, (positions.get(attempt_id) ?? new Set()).add(position))
  }
  if (positions.size === 0) return []
  const doubtful = await handle
    .selectFrom('ledger_order')
    .select('current_attempt')
    .distinct()
    .where('state', 'in', ['UNKNOWN', 'SENDING', 'PREPARED'])
    .where('current_attempt', 'in', [...positions.keys()])
    .execute()
  const inDoubt = new Set(doubtful.map(row => row.current_attempt))
  return [...positions].map(([id, of]) => ({ id, positions: of, isInDoubt: inDoubt.has(id) }))
}

/** Puts other bodies in the place of a request's. */
export async function eraseBodies(
  handle: Handle,
  id: string,
  bodies: Partial<Pick<AttemptRow, 'body_gz' | 'resp_body' | 'anomalies'>>,
  at: string,
): Promise<void> {
  await handle
    .updateTable('attempt')
    .set({ ...bodies, erased_at: at })
    .where('id', '=', id)
    .execute()
}

/** Requests of a draft's runs that only checked, before a time, and whose answers were not erased: at most `limit`. */
export function listCheckAnswers(
  handle: Handle,
  draftId: string,
  before: string,
  limit: number,
): Promise<{ id: string }[]> {
  return handle
    .selectFrom('attempt')
    .innerJoin('run', 'run.id', 'attempt.run_id')
    .select('attempt.id')
    .where('run.draft_id', '=', draftId)
    .where('attempt.state', '=', 'DONE')
    .where('attempt.prepared_at', '<=', before)
    .where('attempt.operation', 'in', ['checkJapanOrders', 'checkOrders'])
    .where('attempt.erased_at', 'is', null)
    .limit(limit)
    .execute()
}

/** Removes the texts of machines from the problems of runs: they may quote answers. */
export async function eraseProblems(handle: Handle, draftId: string): Promise<void> {
  const runs = await handle
    .selectFrom('run')
    .select(['id', 'problem'])
    .where('draft_id', '=', draftId)
    .where('problem', 'like', '%"detail":%')
    .execute()
  for (const { id, problem } of runs) {
    const { detail: _, ...kept }: Record<string, unknown> = JSON.parse(problem ?? '{}')
    await handle
      .updateTable('run')
      .set({ problem: JSON.stringify(kept) })
      .where('id', '=', id)
      .execute()
  }
}

/** What checks keep of orders: by their run and position. */
export interface CheckedForm {
  readonly run_id: string
  readonly position: number
  readonly payload: string
}

/** Orders of a draft's check runs that have their verdict: those with these numbers, or of one run from a position on. */
export function listCheckedForms(
  handle: Handle,
  of: { draftId: string; numbers: readonly string[] } | { runId: string; from: number; limit: number },
): Promise<CheckedForm[]> {
  const query = handle.selectFrom('run_order').select(['run_id', 'position', 'payload'])
  if ('runId' in of) {
    const { runId, from, limit } = of
    return query
      .where('run_id', '=', runId)
      .where('position', '>=', from)
      .orderBy('position')
      .limit(limit)
      .execute()
  }
  return query
    .where('run_id', 'in', runs => runs.selectFrom('run').select('id').where('draft_id', '=', of.draftId))
    .where('mall_order_number', 'in', of.numbers)
    .where('state', '<>', 'waiting')
    .execute()
}

/** Puts another form in the place of what was checked. */
export async function eraseCheckedForm(
  handle: Handle,
  { run_id, position, payload }: CheckedForm,
): Promise<void> {
  await handle
    .updateTable('run_order')
    .set({ payload })
    .where('run_id', '=', run_id)
    .where('position', '=', position)
    .execute()
}

/** Check runs that ended and still hold personal data: of a draft, or begun before a time (ISO 8601). */
export function listCheckRuns(
  handle: Handle,
  of: { readonly draftId: string } | { readonly before: string },
  limit: number,
): Promise<RunRow[]> {
  return handle
    .selectFrom('run')
    .selectAll()
    .where('kind', '=', 'check')
    .where('erased_at', 'is', null)
    .where('state', 'not in', ['preparing', 'running'])
    .$if('draftId' in of, query => query.where('draft_id', '=', 'draftId' in of ? of.draftId : ''))
    .$if('before' in of, query => query.where('started_at', '<', 'before' in of ? of.before : ''))
    .orderBy('started_at')
    .limit(limit)
    .execute()
}

/** Notes that a check run holds no personal data any more; one that stood still can then not go on. */
export async function markRunErased(handle: Handle, id: string, at: string): Promise<void> {
  await handle
    .updateTable('run')
    .set(run => ({
      erased_at: at,
      state: run
        .case()
        .when('state', 'in', ['paused', 'stopped'])
        .then('cancelled' as const)
        .else(run.ref('state'))
        .end(),
    }))
    .where('id', '=', id)
    .execute()
}

/** What is said of a draft's orders by checks, with what was judged: those with these numbers, or given before a time. */
export async function eraseVerdicts(
  handle: Handle,
  draftId: string,
  of: { readonly numbers: readonly string[] } | { readonly before: string },
  erase: (verdict: { failures: string; payload: string | null }) => {
    failures: string
    payload: string | null
  },
): Promise<void> {
  const query = handle
    .selectFrom('verdict')
    .select(['env_id', 'mall_order_number', 'connection_id', 'failures', 'payload'])
    .where('draft_id', '=', draftId)
    .where('passed', '=', 0)
  const rows =
    'before' in of
      ? await query.where('checked_at', '<', of.before).execute()
      : (
          await Promise.all(
            chunks(of.numbers).map(some => query.where('mall_order_number', 'in', some).execute()),
          )
        ).flat()
  for (const { env_id, mall_order_number, connection_id, ...said } of rows) {
    await handle
      .updateTable('verdict')
      .set(erase(said))
      .where('draft_id', '=', draftId)
      .where('env_id', '=', env_id)
      .where('mall_order_number', '=', mall_order_number)
      .where('connection_id', '=', connection_id)
      .execute()
  }
}

/** Forgets what operators pasted as proof before a time (ISO 8601); its hash stays. */
export async function forgetProofs(handle: Handle, before: string): Promise<void> {
  await handle
    .updateTable('resolution')
    .set({ evidence: null })
    .where('at', '<', before)
    .where('evidence', 'is not', null)
    .execute()
}
