import 'server-only'
import { sql } from 'kysely'
import { chunks } from './chunks'
import type { Handle } from './database'
import type { CheckedFormTable, LedgerOrderTable, RunOrderTable } from './ledger-tables'
import { pack } from './packed'

/** An order as a check run takes it. */
export interface CheckedForm
  extends Pick<CheckedFormTable, 'mall_order_number' | 'sha256' | 'fingerprint' | 'line_ids'> {
  readonly payload: string
}

/** As the index of what waits or failed says it: it serves no parameter. */
export const isOpen = sql<boolean>`run_order.state <> 'passed'`

/** What a check run says of an order, be it in the row of the run or in its form (joined as `form`). */
export function formColumns() {
  const either = <Column extends keyof CheckedFormTable & keyof RunOrderTable>(column: Column) =>
    sql<string>`coalesce(${sql.ref(`form.${column}`)}, ${sql.ref(`run_order.${column}`)})`.as(column)
  return [either('mall_order_number'), either('line_ids'), either('sha256'), either('fingerprint')] as const
}

const keyOf = (form: Omit<CheckedForm, 'payload'>) =>
  JSON.stringify([form.mall_order_number, form.sha256, form.fingerprint, form.line_ids])

/**
 * Keeps forms of a draft's orders; one that is kept already is only noted as used, and not stored again. To be called in
 * the transaction that refers to them.
 * @param usedAt when the run that refers to them began (ISO 8601)
 * @returns their ids, in order
 */
export async function keepForms(
  handle: Handle,
  draftId: string,
  forms: readonly CheckedForm[],
  usedAt: string,
): Promise<readonly number[]> {
  const ids = new Map<string, number>()
  for (const some of chunks(forms)) {
    const known = await handle
      .selectFrom('checked_form')
      .select(['id', 'mall_order_number', 'sha256', 'fingerprint', 'line_ids'])
      .where('draft_id', '=', draftId)
      .where(
        'mall_order_number',
        'in',
        some.map(form => form.mall_order_number),
      )
      .where('erased_at', 'is', null)
      .execute()
    const wanted = new Set(some.map(keyOf))
    const found = new Map(
      known.filter(row => wanted.has(keyOf(row))).map(row => [Number(row.id), keyOf(row)]),
    )
    if (found.size > 0) {
      // Holds them: who erases meanwhile waits, and leaves what is used; what was erased meanwhile is kept anew.
      const used = await handle
        .updateTable('checked_form')
        .set({ used_at: usedAt })
        .where('id', 'in', [...found.keys()])
        .where('erased_at', 'is', null)
        .returning('id')
        .execute()
      for (const { id } of used) ids.set(found.get(Number(id)) ?? '', Number(id))
      await keepPayloads(handle, some, ids)
    }
    const missing = new Map(
      some.map(form => [keyOf(form), form]).filter(([key]) => !ids.has(key as string)) as [
        string,
        CheckedForm,
      ][],
    )
    if (missing.size === 0) continue
    const added = await handle
      .insertInto('checked_form')
      .values(
        [...missing.values()].map(({ payload: _, ...form }) => ({
          ...form,
          draft_id: draftId,
          used_at: usedAt,
          erased_at: null,
        })),
      )
      .returning(['id', 'mall_order_number', 'sha256', 'fingerprint', 'line_ids'])
      .execute()
    const fresh = new Map(added.map(row => [keyOf(row), Number(row.id)]))
    for (const [key, id] of fresh) ids.set(key, id)
    await keepPayloads(handle, [...missing.values()], fresh)
  }
  return forms.map(form => ids.get(keyOf(form)) ?? 0)
}

/** Keeps the payloads of forms, by their keys, that have none: new ones, and those that were left to registrations. */
async function keepPayloads(
  handle: Handle,
  forms: readonly CheckedForm[],
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const payloads = new Map(
    forms.flatMap(form => {
      const id = ids.get(keyOf(form))
      return id === undefined ? [] : [[id, form.payload] as const]
    }),
  )
  if (payloads.size === 0) return
  const there = await handle
    .selectFrom('checked_payload')
    .select('form_id')
    .where('form_id', 'in', [...payloads.keys()])
    .execute()
  for (const { form_id } of there) payloads.delete(Number(form_id))
  const rows = [...payloads].map(([form_id, payload]) => ({ form_id, packed: pack(payload) }))
  if (rows.length > 0) await handle.insertInto('checked_payload').values(rows).execute()
}

/** As literals: the index of what waits serves no parameters. */
export const isNotAwaited = sql<boolean>`not exists (
  select 1 from run_order where run_order.form_id = checked_form.id and run_order.state = 'waiting')`

/**
 * Leaves the payloads of checked forms to registrations that keep the very same; to be called in the transaction that
 * queues them. A form that a check waits for, or begins to use meanwhile, stays whole.
 */
export async function releaseForms(
  handle: Handle,
  orders: readonly Pick<LedgerOrderTable, 'draft_id' | 'mall_order_number' | 'sha256' | 'checked_sha256'>[],
): Promise<void> {
  const draftId = orders[0]?.draft_id
  if (draftId === undefined) return
  const kept = new Map(
    orders.map(order => [order.mall_order_number, [order.sha256, order.checked_sha256]] as const),
  )
  const forms = await handle
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
    // Holds them. A check that began to use one since it was read has noted when.
    const held = await handle
      .updateTable('checked_form')
      .set({ used_at: usedAt })
      .where('id', 'in', ids)
      .where('used_at', '=', usedAt)
      .returning('id')
      .execute()
    if (held.length === 0) continue
    await handle
      .deleteFrom('checked_payload')
      .where(
        'form_id',
        'in',
        held.map(({ id }) => id),
      )
      .execute()
  }
}
