import 'server-only'
import type { Db } from '@/lib/store/db/database'
import { batches } from '@/lib/store/db/statements/batches'
import { isNotAwaited } from '@/lib/store/ledger/checks/checked-forms'
import { pack, payloadOf } from '@/lib/store/ledger/payload-compression'
import type { RunOrderTable } from '@/lib/store/ledger/runs/run-tables'
import type { RunRow } from '@/lib/store/ledger/runs/runs'

/** Check attempts of a draft before a time whose responses were not erased: at most `limit`. */
export function listCheckResponses(
  db: Db,
  draftId: string,
  before: string,
  limit: number,
): Promise<{ id: string }[]> {
  return db
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

/** Removes details from the problems of a draft's runs, because they may quote responses. */
export async function eraseProblems(db: Db, draftId: string): Promise<void> {
  const runs = await db
    .selectFrom('run')
    .select(['id', 'problem'])
    .where('draft_id', '=', draftId)
    .where('problem', 'like', '%"detail":%')
    .execute()
  for (const { id, problem } of runs) {
    const { detail: _, ...kept }: Record<string, unknown> = JSON.parse(problem ?? '{}')
    await db
      .updateTable('run')
      .set({ problem: JSON.stringify(kept) })
      .where('id', '=', id)
      .execute()
  }
}

/** A stored form of a checked order: a form, or (of earlier versions) a row of a run. */
export interface StoredForm {
  readonly sha256: string
  readonly payload: string
  readonly place: { readonly formId: number } | { readonly runId: string; readonly position: number }
}

/** Stored forms of a draft's orders with these numbers that no check needs. */
export async function listStoredForms(
  db: Db,
  draftId: string,
  numbers: readonly string[],
): Promise<readonly StoredForm[]> {
  const forms = await db
    .selectFrom('checked_form')
    .innerJoin('checked_payload', 'checked_payload.form_id', 'checked_form.id')
    .select(['id', 'sha256', 'packed'])
    .where('draft_id', '=', draftId)
    .where('mall_order_number', 'in', numbers)
    .where('erased_at', 'is', null)
    .where(isNotAwaited)
    .execute()
  const rows = await db
    .selectFrom('run_order')
    .select(['run_id', 'position', 'sha256', 'payload'])
    .where('run_id', 'in', runs => runs.selectFrom('run').select('id').where('draft_id', '=', draftId))
    .where('form_id', 'is', null)
    .where('mall_order_number', 'in', numbers)
    .where('state', '<>', 'waiting')
    .execute()
  return [...forms.map(toStoredForm), ...rows.map(toStoredRow)]
}

const toStoredForm = (form: { id: number; sha256: string; packed: Uint8Array }): StoredForm => ({
  sha256: form.sha256,
  payload: payloadOf({ payload: '', packed: form.packed }),
  place: { formId: Number(form.id) },
})

const toStoredRow = (row: Pick<RunOrderTable, 'run_id' | 'position' | 'sha256' | 'payload'>): StoredForm => ({
  sha256: row.sha256,
  payload: row.payload,
  place: { runId: row.run_id, position: row.position },
})

/**
 * Stored forms of a check run by position, from `from` on. Forms that a later run uses are left out; they
 * are erased with that run.
 * @returns the next position; undefined at the end
 */
export async function listRunForms(
  db: Db,
  run: Pick<RunRow, 'id' | 'started_at'>,
  from: number,
  limit: number,
): Promise<{ readonly forms: readonly StoredForm[]; readonly next: number | undefined }> {
  const rows = await db
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
    if (row.form_id === null) return row.payload === '' ? [] : [toStoredRow(row)]
    const isLeft = row.erased_at !== null || (row.used_at ?? '') > run.started_at
    if (isLeft || row.packed === null) return []
    return [toStoredForm({ id: row.form_id, sha256: row.form_sha256 ?? '', packed: row.packed })]
  })
  const last = rows.at(-1)
  return { forms, next: last && rows.length === limit ? last.position + 1 : undefined }
}

/** Replaces the payloads of stored forms. @param usedUntil forms that were used later stay (ISO 8601) */
export async function eraseStoredForms(
  db: Db,
  forms: readonly StoredForm[],
  at: string,
  usedUntil: string,
): Promise<void> {
  for (const { place, payload } of forms) {
    if ('formId' in place) {
      const { numUpdatedRows } = await db
        .updateTable('checked_form')
        .set({ erased_at: at })
        .where('id', '=', place.formId)
        .where('erased_at', 'is', null)
        .where('used_at', '<=', usedUntil)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) continue
      await db
        .updateTable('checked_payload')
        .set({ packed: pack(payload) })
        .where('form_id', '=', place.formId)
        .execute()
    } else {
      await db
        .updateTable('run_order')
        .set({ payload })
        .where('run_id', '=', place.runId)
        .where('position', '=', place.position)
        .execute()
    }
  }
}

/** Finished check runs with personal data: of a draft, or started before a time (ISO 8601). */
export function listCheckRuns(
  db: Db,
  of: { readonly draftId: string } | { readonly before: string },
  limit: number,
): Promise<RunRow[]> {
  return db
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

/** Marks a check run as erased; a halted one can no longer be resumed. */
export async function markRunErased(db: Db, id: string, at: string): Promise<void> {
  await db
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

/** Erases failures and payloads of a draft's verdicts: with these numbers, or from before a time. */
export async function eraseVerdicts(
  db: Db,
  draftId: string,
  of: { readonly numbers: readonly string[] } | { readonly before: string },
  erase: (verdict: { failures: string; payload: string | null }) => {
    failures: string
    payload: string | null
  },
): Promise<void> {
  const query = db
    .selectFrom('verdict')
    .select(['env_id', 'mall_order_number', 'connection_id', 'failures', 'payload'])
    .where('draft_id', '=', draftId)
    .where('passed', '=', 0)
  const rows =
    'before' in of
      ? await query.where('checked_at', '<', of.before).execute()
      : (
          await Promise.all(
            batches(of.numbers).map(batch => query.where('mall_order_number', 'in', batch).execute()),
          )
        ).flat()
  for (const { env_id, mall_order_number, connection_id, ...erased } of rows) {
    await db
      .updateTable('verdict')
      .set(erase(erased))
      .where('draft_id', '=', draftId)
      .where('env_id', '=', env_id)
      .where('mall_order_number', '=', mall_order_number)
      .where('connection_id', '=', connection_id)
      .execute()
  }
}
