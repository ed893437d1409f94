import 'server-only'
import { sql } from 'kysely'
import type { AttemptRow } from './attempts'
import { isNotAwaited } from './checked-forms'
import { chunks } from './chunks'
import type { Handle } from './database'
import { type LedgerOrderRow, packedForms, toOrder } from './ledger'
import type { LedgerOrderState, RunOrderTable } from './ledger-tables'
import { pack, payloadOf } from './packed'
import type { RunRow } from './runs'
import type { DialectName } from './schema'

/** States in which an order needs nothing of what was sent any more. */
export const FINISHED = [
  'REGISTERED',
  'REJECTED',
  'ABSENT',
  'ABANDONED',
  'CANCELLED',
  'RELEASED',
] as const satisfies LedgerOrderState[]

/** Where the daily work is among registrations: behind a run. */
export interface RunPlace {
  readonly started_at: string
  readonly id: string
}

/** The next registration of orders that began before a time (ISO 8601) and may still hold personal data. */
export function nextDueRun(handle: Handle, before: string, after?: RunPlace): Promise<RunRow | undefined> {
  return handle
    .selectFrom('run')
    .selectAll()
    .where('erased_at', 'is', null)
    .where('started_at', '<', before)
    .where('kind', '=', 'register')
    .where('operation', '<>', 'registerProducts')
    .$if(after !== undefined, query =>
      query.where(row =>
        row(row.refTuple('started_at', 'id'), '>', row.tuple(after?.started_at ?? '', after?.id ?? '')),
      ),
    )
    .orderBy('started_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** Orders of a run, by position from `from` on, that were finished before a time (ISO 8601) and hold personal data. */
export async function listDueOrders(
  handle: Handle,
  runId: string,
  { from, cutoff, limit }: { readonly from: number; readonly cutoff: string; readonly limit: number },
): Promise<LedgerOrderRow[]> {
  const rows = await handle
    .selectFrom('ledger_order')
    .selectAll()
    .where('run_id', '=', runId)
    .where('position', '>=', from)
    .where('scope', '=', 'orders')
    .where('erased_at', 'is', null)
    .where('created_at', '<', cutoff)
    .where('updated_at', '<', cutoff)
    .where('state', 'in', FINISHED)
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows.map(toOrder)
}

/** Notes that nothing of a registration holds personal data any more, if so, so that nobody looks through it again. */
export async function closeErasedRun(handle: Handle, id: string, at: string): Promise<void> {
  await handle
    .updateTable('run')
    .set({ erased_at: at })
    .where('id', '=', id)
    .where('state', 'in', ['done', 'cancelled', 'stopped'])
    .where(run =>
      run.not(
        run.exists(
          run
            .selectFrom('ledger_order')
            .select('ledger_order.id')
            .where('ledger_order.run_id', '=', id)
            .where('ledger_order.erased_at', 'is', null),
        ),
      ),
    )
    .execute()
}

/** The first registration of a draft that was begun after another one, so that one that begins meanwhile is found. */
export function nextRegistration(
  handle: Handle,
  draftId: string,
  after: RunPlace | undefined,
): Promise<RunPlace | undefined> {
  return handle
    .selectFrom('run')
    .select(['id', 'started_at'])
    .where('draft_id', '=', draftId)
    .where('kind', '=', 'register')
    .$if(after !== undefined, query =>
      query.where(row =>
        row(row.refTuple('started_at', 'id'), '>', row.tuple(after?.started_at ?? '', after?.id ?? '')),
      ),
    )
    .orderBy('started_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Orders of a draft that hold personal data still: every registration of one number, or the next of a run, by position, so
 * that orders which were sent together come together.
 */
export async function listHolding(
  handle: Handle,
  draftId: string,
  of: { readonly number: string } | { readonly runId: string; readonly from: number; readonly limit: number },
): Promise<LedgerOrderRow[]> {
  const query = handle
    .selectFrom('ledger_order')
    .selectAll()
    .where('draft_id', '=', draftId)
    .where('scope', '=', 'orders')
    .where('erased_at', 'is', null)
  const rows = await ('number' in of
    ? query.where('mall_order_number', '=', of.number)
    : query
        .where('run_id', '=', of.runId)
        .where('position', '>=', of.from)
        .orderBy('position')
        .limit(of.limit)
  ).execute()
  return rows.map(toOrder)
}

/** A form of an order that takes the place of the one it was sent in. */
export type ErasedForms = Pick<LedgerOrderRow, 'id' | 'payload' | 'checked_payload'>

/**
 * Puts other forms in the place of orders', where they are finished and were not erased: a statement's worth at most.
 * @returns ids of those
 */
export async function eraseForms(
  handle: Handle,
  dialect: DialectName,
  forms: readonly ErasedForms[],
  at: string,
): Promise<ReadonlySet<string>> {
  const bytes = dialect === 'sqlite' ? sql`blob` : sql`bytea`
  const rows = forms.map(({ id, ...form }) => {
    const { packed, checked_packed } = packedForms(form)
    return sql`(${id}, cast(${packed} as ${bytes}), cast(${checked_packed} as ${bytes}))`
  })
  if (rows.length === 0) return new Set()
  // A refusal that nobody could explain is not asked about any more: there is nothing left to ask with.
  // The names of columns of VALUES are the same in both databases.
  const { rows: erased } = await sql<{ id: string }>`
    update ledger_order set payload = '', packed = v.column2, checked_payload = null, checked_packed = v.column3,
      erased_at = ${at},
      explained = case when state = 'REJECTED' and explained is null then 'unavailable' else explained end
    from (values ${sql.join(rows)}) as v
    where ledger_order.id = v.column1 and erased_at is null and state in (${sql.join([...FINISHED])})
    returning ledger_order.id`.execute(handle)
  return new Set(erased.map(row => row.id))
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

/**
 * Puts other bodies in the place of a request's, if nobody wrote to it since it was read.
 * @param before the request as it was read @returns whether it was so
 */
export async function eraseBodies(
  handle: Handle,
  before: Pick<AttemptRow, 'id' | 'body_gz' | 'finished_at' | 'erased_at'>,
  bodies: Partial<Pick<AttemptRow, 'body_gz' | 'resp_body' | 'anomalies'>>,
  at: string,
): Promise<boolean> {
  const { numUpdatedRows } = await handle
    .updateTable('attempt')
    .set({ ...bodies, erased_at: at })
    .where('id', '=', before.id)
    .where('body_gz', before.body_gz === null ? 'is' : '=', before.body_gz)
    .where('finished_at', before.finished_at === null ? 'is' : '=', before.finished_at)
    .where('erased_at', before.erased_at === null ? 'is' : '=', before.erased_at)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
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

/** What checks keep of an order: a form, or (of earlier versions) a row of a run. */
export interface KeptForm {
  readonly sha256: string
  readonly payload: string
  readonly place: { readonly formId: number } | { readonly runId: string; readonly position: number }
}

/** What checks of a draft keep of these numbers and no check waits for. */
export async function listKeptForms(
  handle: Handle,
  draftId: string,
  numbers: readonly string[],
): Promise<readonly KeptForm[]> {
  const forms = await handle
    .selectFrom('checked_form')
    .innerJoin('checked_payload', 'checked_payload.form_id', 'checked_form.id')
    .select(['id', 'sha256', 'packed'])
    .where('draft_id', '=', draftId)
    .where('mall_order_number', 'in', numbers)
    .where('erased_at', 'is', null)
    .where(isNotAwaited)
    .execute()
  const rows = await handle
    .selectFrom('run_order')
    .select(['run_id', 'position', 'sha256', 'payload'])
    .where('run_id', 'in', runs => runs.selectFrom('run').select('id').where('draft_id', '=', draftId))
    .where('form_id', 'is', null)
    .where('mall_order_number', 'in', numbers)
    .where('state', '<>', 'waiting')
    .execute()
  return [...forms.map(toKept), ...rows.map(toKeptRow)]
}

const toKept = (form: { id: number; sha256: string; packed: Uint8Array }): KeptForm => ({
  sha256: form.sha256,
  payload: payloadOf({ payload: '', packed: form.packed }),
  place: { formId: Number(form.id) },
})

const toKeptRow = (row: Pick<RunOrderTable, 'run_id' | 'position' | 'sha256' | 'payload'>): KeptForm => ({
  sha256: row.sha256,
  payload: row.payload,
  place: { runId: row.run_id, position: row.position },
})

/**
 * What a check run keeps of its orders, by position from `from` on. Forms that a later run refers to are left out: they
 * are looked at with that run.
 * @returns the position to go on from; undefined: there are no more
 */
export async function listRunForms(
  handle: Handle,
  run: Pick<RunRow, 'id' | 'started_at'>,
  from: number,
  limit: number,
): Promise<{ readonly forms: readonly KeptForm[]; readonly next: number | undefined }> {
  const rows = await handle
    .selectFrom('run_order')
    .leftJoin('checked_form as form', 'form.id', 'run_order.form_id')
    .leftJoin('checked_payload', 'checked_payload.form_id', 'run_order.form_id')
    .select(['run_id', 'position', 'run_order.sha256', 'payload', 'run_order.form_id'])
    .select(['form.sha256 as form_sha256', 'checked_payload.packed', 'form.used_at', 'form.erased_at'])
    .where('run_id', '=', run.id)
    .where('position', '>=', from)
    .orderBy('position')
    .limit(limit)
    .execute()
  const forms = rows.flatMap(row => {
    if (row.form_id === null) return row.payload === '' ? [] : [toKeptRow(row)]
    const isLeft = row.erased_at !== null || (row.used_at ?? '') > run.started_at
    if (isLeft || row.packed === null) return []
    return [toKept({ id: row.form_id, sha256: row.form_sha256 ?? '', packed: row.packed })]
  })
  const last = rows.at(-1)
  return { forms, next: last && rows.length === limit ? last.position + 1 : undefined }
}

/** Puts other texts in the place of what checks keep. @param usedUntil forms that were used later stay (ISO 8601) */
export async function eraseKeptForms(
  handle: Handle,
  forms: readonly KeptForm[],
  at: string,
  usedUntil: string,
): Promise<void> {
  for (const { place, payload } of forms) {
    if ('formId' in place) {
      const { numUpdatedRows } = await handle
        .updateTable('checked_form')
        .set({ erased_at: at })
        .where('id', '=', place.formId)
        .where('erased_at', 'is', null)
        .where('used_at', '<=', usedUntil)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) continue
      await handle
        .updateTable('checked_payload')
        .set({ packed: pack(payload) })
        .where('form_id', '=', place.formId)
        .execute()
    } else {
      await handle
        .updateTable('run_order')
        .set({ payload })
        .where('run_id', '=', place.runId)
        .where('position', '=', place.position)
        .execute()
    }
  }
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
