import 'server-only'
import type { OperationId } from '@/lib/contract/operations'
import type { Db } from '@/lib/store/db/database'
import { batches } from '@/lib/store/db/statements/batches'
import { payloadOf } from '../payload-compression'
import type { RunRow } from '../runs/runs'
import type { RejectedFieldTable } from './check-tables'

/** Cases of one field that are kept; the oldest make room. */
const MAX_CASES = 200

/** Runs whose accepted orders are read, newest first. */
const MAX_RUNS = 30

/** An order of a check run that the service rejected. */
export interface RejectedForm {
  readonly formId: number
  /** JSON list of {field, message, code?, errorCode?}. */
  readonly failures: string
}

/** The rejected orders of a check run. */
export async function listRejectedForms(
  db: Db,
  run: Pick<RunRow, 'id' | 'env_id' | 'connection_id'>,
): Promise<RejectedForm[]> {
  const rows = await db
    .selectFrom('run_order')
    .innerJoin('checked_form as form', 'form.id', 'run_order.form_id')
    .innerJoin('verdict', join =>
      join
        .onRef('verdict.draft_id', '=', 'form.draft_id')
        .onRef('verdict.mall_order_number', '=', 'form.mall_order_number')
        .onRef('verdict.sha256', '=', 'form.sha256'),
    )
    .select(['form.id', 'verdict.failures'])
    .where('run_order.run_id', '=', run.id)
    .where('run_order.state', '=', 'failed')
    .where('verdict.env_id', '=', run.env_id)
    .where('verdict.connection_id', '=', run.connection_id)
    .where('verdict.passed', '=', 0)
    .execute()
  return rows.map(row => ({ formId: Number(row.id), failures: row.failures }))
}

/** A field that made a service reject an order. It contains no text of the order. */
export interface RejectedField {
  readonly connectionId: string
  readonly sheet: string
  readonly field: string
  readonly formId: number
  /** Position of the item that the service named. */
  readonly item: number | undefined
}

/**
 * Saves rejected fields, and keeps `MAX_CASES` of each field.
 * @param at ISO 8601 @param since older cases are deleted (ISO 8601)
 */
export async function saveRejectedFields(
  trx: Db,
  fields: readonly RejectedField[],
  at: string,
  since: string,
): Promise<void> {
  const rows = fields.map(({ connectionId, sheet, field, formId, item }) => ({
    connection_id: connectionId,
    sheet,
    field,
    form_id: formId,
    item: item ?? -1,
    at,
  }))
  for (const batch of batches(rows)) {
    await trx
      .insertInto('rejected_field')
      .values(batch)
      .onConflict(conflict =>
        conflict.columns(['connection_id', 'sheet', 'field', 'form_id', 'item']).doUpdateSet({ at }),
      )
      .execute()
  }
  const touched = new Map(rows.map(row => [JSON.stringify([row.connection_id, row.sheet, row.field]), row]))
  for (const { connection_id, sheet, field } of touched.values()) await trim(trx, connection_id, sheet, field)
  for (const connectionId of new Set(fields.map(one => one.connectionId)))
    await trx
      .deleteFrom('rejected_field')
      .where('connection_id', '=', connectionId)
      .where('at', '<', since)
      .execute()
}

async function trim(trx: Db, connectionId: string, sheet: string, field: string): Promise<void> {
  const ofField = (row: Pick<RejectedFieldTable, 'form_id' | 'item'>) =>
    trx
      .deleteFrom('rejected_field')
      .where('connection_id', '=', connectionId)
      .where('sheet', '=', sheet)
      .where('field', '=', field)
      .where('form_id', '=', row.form_id)
      .where('item', '=', row.item)
  const surplus = await trx
    .selectFrom('rejected_field')
    .select(['form_id', 'item'])
    .where('connection_id', '=', connectionId)
    .where('sheet', '=', sheet)
    .where('field', '=', field)
    .orderBy('at', 'desc')
    .orderBy('form_id', 'desc')
    .orderBy('item')
    // SQLite has no offset without a limit.
    .limit(100_000)
    .offset(MAX_CASES)
    .execute()
  for (const row of surplus) await ofField(row).execute()
}

/** A case with the order as it was sent. */
export interface RejectedCase {
  readonly field: string
  readonly item: number | undefined
  readonly number: string
  /** JSON. */
  readonly payload: string
}

/** The cases of a connection and sheet since a time (ISO 8601), without orders whose personal data was erased. */
export async function listRejectedCases(
  db: Db,
  connectionId: string,
  sheet: string,
  since: string,
): Promise<RejectedCase[]> {
  const rows = await db
    .selectFrom('rejected_field')
    .innerJoin('checked_form as form', 'form.id', 'rejected_field.form_id')
    .innerJoin('checked_payload', 'checked_payload.form_id', 'rejected_field.form_id')
    .select(['field', 'item', 'form.mall_order_number', 'checked_payload.packed'])
    .where('rejected_field.connection_id', '=', connectionId)
    .where('rejected_field.sheet', '=', sheet)
    .where('rejected_field.at', '>=', since)
    .where('form.erased_at', 'is', null)
    .orderBy('rejected_field.at', 'desc')
    .orderBy('form.id', 'desc')
    .execute()
  return rows.map(row => ({
    field: row.field,
    item: row.item < 0 ? undefined : row.item,
    number: row.mall_order_number,
    payload: payloadOf({ payload: '', packed: row.packed }),
  }))
}

/**
 * Orders that checks of a connection accepted since a time (ISO 8601), of the newest runs first, as they were sent;
 * without those whose personal data was erased.
 */
export async function listPassedPayloads(
  db: Db,
  connectionId: string,
  operation: OperationId,
  since: string,
  limit: number,
): Promise<string[]> {
  const runs = await db
    .selectFrom('run')
    .select(['id', 'draft_id'])
    .where('started_at', '>=', since)
    .where('connection_id', '=', connectionId)
    .where('operation', '=', operation)
    .where('kind', '=', 'check')
    .orderBy('started_at', 'desc')
    .limit(MAX_RUNS)
    .execute()
  const payloads: string[] = []
  for (const run of runs) {
    if (payloads.length >= limit) break
    const forms = await db
      .selectFrom('run_order')
      .innerJoin('checked_form as form', 'form.id', 'run_order.form_id')
      .leftJoin('checked_payload', 'checked_payload.form_id', 'run_order.form_id')
      .select(['form.mall_order_number', 'form.sha256', 'checked_payload.packed'])
      .where('run_order.run_id', '=', run.id)
      .where('run_order.state', '=', 'passed')
      .where('form.erased_at', 'is', null)
      .orderBy('run_order.position')
      .limit(limit - payloads.length)
      .execute()
    payloads.push(...forms.flatMap(({ packed }) => (packed ? payloadOf({ payload: '', packed }) : [])))
    // Registrations store the payloads of accepted orders instead (docs/decisions/0053).
    const registered = forms.filter(({ packed }) => packed === null)
    payloads.push(...(await listRegisteredPayloads(db, run.draft_id, registered)))
  }
  return payloads
}

async function listRegisteredPayloads(
  db: Db,
  draftId: string,
  forms: readonly { readonly mall_order_number: string; readonly sha256: string }[],
): Promise<string[]> {
  const wanted = new Set(forms.map(({ sha256 }) => sha256))
  const payloads: string[] = []
  for (const batch of batches(forms.map(form => form.mall_order_number))) {
    const orders = await db
      .selectFrom('ledger_order')
      .select(['sha256', 'payload', 'packed', 'checked_sha256', 'checked_payload', 'checked_packed'])
      .where('draft_id', '=', draftId)
      .where('mall_order_number', 'in', batch)
      .where('erased_at', 'is', null)
      .execute()
    for (const order of orders) {
      if (order.checked_sha256 !== null && wanted.has(order.checked_sha256))
        payloads.push(payloadOf({ payload: order.checked_payload ?? '', packed: order.checked_packed }))
      else if (wanted.has(order.sha256)) payloads.push(payloadOf(order))
    }
  }
  return payloads
}
