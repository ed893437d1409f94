import 'server-only'
import { sql } from 'kysely'
import type { Db } from '@/lib/store/db/database'
import { batches } from '@/lib/store/db/statements/batches'
import { joinBytes, jsonRows, partOfBytes } from '@/lib/store/db/statements/json-rows'
import type { LedgerOrderTable } from '../orders/order-tables'
import { type PayloadSource, packOnce } from '../payload-compression'
import type { RunOrderTable } from '../runs/run-tables'
import type { CheckedFormTable } from './check-tables'

/** An order as it is sent for a check. */
export interface CheckedForm
  extends Pick<CheckedFormTable, 'mall_order_number' | 'sha256' | 'fingerprint' | 'line_ids'> {
  readonly payload: string
  /** What the payload comes from (`packOnce`). */
  readonly source?: PayloadSource
}

/** The condition of the partial index, as a literal, because the index cannot be used with a parameter. */
export const isNotPassed = sql<boolean>`run_order.state <> 'passed'`

/** The order of a check, from the row of the run or from its form (joined as `form`). */
export function formColumns() {
  const either = <Column extends keyof CheckedFormTable & keyof RunOrderTable>(column: Column) =>
    sql<string>`coalesce(${sql.ref(`form.${column}`)}, ${sql.ref(`run_order.${column}`)})`.as(column)
  return [either('mall_order_number'), either('line_ids'), either('sha256'), either('fingerprint')] as const
}

const keyOf = (form: Omit<CheckedForm, 'payload' | 'source'>) =>
  JSON.stringify([form.mall_order_number, form.sha256, form.fingerprint, form.line_ids])

/**
 * Stores checked forms of a draft's orders; an existing form is only marked as used. Call it in the
 * transaction that refers to them.
 * @param usedAt when the run that refers to them started (ISO 8601)
 * @returns their ids, in order
 */
export async function saveCheckedForms(
  db: Db,
  draftId: string,
  forms: readonly CheckedForm[],
  usedAt: string,
): Promise<readonly number[]> {
  const ids = new Map<string, number>()
  for (const batch of batches(forms)) {
    const known = await db
      .selectFrom('checked_form')
      .select(['id', 'mall_order_number', 'sha256', 'fingerprint', 'line_ids'])
      .where('draft_id', '=', draftId)
      .where(
        'mall_order_number',
        'in',
        batch.map(form => form.mall_order_number),
      )
      .where('erased_at', 'is', null)
      .execute()
    const wanted = new Set(batch.map(keyOf))
    const found = new Map(
      known.filter(row => wanted.has(keyOf(row))).map(row => [Number(row.id), keyOf(row)]),
    )
    if (found.size > 0) {
      // Locks the forms: a concurrent erasure waits and then keeps used forms; forms erased meanwhile are
      // stored again.
      const used = await db
        .updateTable('checked_form')
        .set({ used_at: usedAt })
        .where('id', 'in', [...found.keys()])
        .where('erased_at', 'is', null)
        .returning('id')
        .execute()
      for (const { id } of used) ids.set(found.get(Number(id)) ?? '', Number(id))
      await savePayloads(db, batch, ids)
    }
    const missing = new Map(
      batch.map(form => [keyOf(form), form]).filter(([key]) => !ids.has(key as string)) as [
        string,
        CheckedForm,
      ][],
    )
    if (missing.size === 0) continue
    const given = jsonRows(
      db,
      { mall_order_number: 'text', sha256: 'text', fingerprint: 'text', line_ids: 'text' },
      [...missing.values()],
    )
    const { rows: added } = await sql<
      Omit<CheckedForm, 'payload' | 'source'> & { readonly id: number | string }
    >`
      insert into checked_form (draft_id, mall_order_number, sha256, fingerprint, line_ids, used_at)
      select ${draftId}, mall_order_number, sha256, fingerprint, line_ids, ${usedAt} from ${given} as given
      returning id, mall_order_number, sha256, fingerprint, line_ids`.execute(db)
    const fresh = new Map(added.map(row => [keyOf(row), Number(row.id)]))
    for (const [key, id] of fresh) ids.set(key, id)
    await savePayloads(db, [...missing.values()], fresh)
  }
  return forms.map(form => ids.get(keyOf(form)) ?? 0)
}

/** Stores missing payloads: of new forms, and of forms whose payload was left to a registration. */
async function savePayloads(
  db: Db,
  forms: readonly CheckedForm[],
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const payloads = new Map(
    forms.flatMap(form => {
      const id = ids.get(keyOf(form))
      return id === undefined ? [] : [[id, form] as const]
    }),
  )
  if (payloads.size === 0) return
  const there = await db
    .selectFrom('checked_payload')
    .select('form_id')
    .where('form_id', 'in', [...payloads.keys()])
    .execute()
  for (const { form_id } of there) payloads.delete(Number(form_id))
  if (payloads.size === 0) return
  const formIds = [...payloads.keys()]
  const packed = joinBytes([...payloads.values()].map(({ payload, source }) => packOnce(payload, source)))
  const rows = jsonRows(
    db,
    { form_id: 'integer', start: 'integer', length: 'integer' },
    packed.places.map((place, at) => ({ ...place, form_id: formIds[at] ?? 0 })),
  )
  await sql`
    insert into checked_payload (form_id, packed)
    select form_id, ${partOfBytes(db, packed, 'start', 'length')} from ${rows} as given`.execute(db)
}

/** Literals, because the partial index cannot be used with parameters. */
export const isNotAwaited = sql<boolean>`not exists (
  select 1 from run_order where run_order.form_id = checked_form.id and run_order.state = 'waiting')`

/**
 * Deletes payloads of checked forms that a registration stores, too; call it in the transaction that
 * enqueues. Forms that a check still needs keep their payload.
 */
export async function dropDuplicatePayloads(
  db: Db,
  orders: readonly Pick<LedgerOrderTable, 'draft_id' | 'mall_order_number' | 'sha256' | 'checked_sha256'>[],
): Promise<void> {
  const draftId = orders[0]?.draft_id
  if (draftId === undefined) return
  const kept = new Map(
    orders.map(order => [order.mall_order_number, [order.sha256, order.checked_sha256]] as const),
  )
  const forms = await db
    .selectFrom('checked_form')
    .select(['id', 'mall_order_number', 'sha256', 'used_at'])
    .where('draft_id', '=', draftId)
    .where('mall_order_number', 'in', [...kept.keys()])
    .where('erased_at', 'is', null)
    .where(isNotAwaited)
    .execute()
  const same = forms.filter(form => kept.get(form.mall_order_number)?.includes(form.sha256))
  for (const usedAt of new Set(same.map(form => form.used_at))) {
    const ids = same.filter(form => form.used_at === usedAt).map(form => form.id)
    // Locks the forms. A check that started to use one meanwhile has changed `used_at`.
    const held = await db
      .updateTable('checked_form')
      .set({ used_at: usedAt })
      .where('id', 'in', ids)
      .where('used_at', '=', usedAt)
      .returning('id')
      .execute()
    if (held.length === 0) continue
    await db
      .deleteFrom('checked_payload')
      .where(
        'form_id',
        'in',
        held.map(({ id }) => id),
      )
      .execute()
  }
}
