import 'server-only'
import { type ExpressionBuilder, sql } from 'kysely'
import { chunks } from './chunks'
import type { Handle } from './database'
import type { CheckedFormTable, RunOrderTable } from './ledger-tables'
import { pack } from './packed'
import type { Schema } from './schema'

/** An order as a check run takes it. */
export interface CheckedForm
  extends Pick<CheckedFormTable, 'mall_order_number' | 'sha256' | 'fingerprint' | 'line_ids'> {
  readonly payload: string
}

/** As the index of what waits or failed says it: it serves no parameter. */
export const isOpen = sql<boolean>`run_order.state <> 'passed'`

type Joined = Schema & { readonly form: CheckedFormTable }

/** What a check run says of an order, be it in the row of the run or in its form (joined as `form`). */
export function formColumns(row: ExpressionBuilder<Joined, 'run_order' | 'form'>) {
  const either = <Column extends keyof CheckedFormTable & keyof RunOrderTable>(column: Column) =>
    sql<string>`coalesce(${sql.ref(`form.${column}`)}, ${sql.ref(`run_order.${column}`)})`.as(column)
  void row
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
        [...missing.values()].map(({ payload, ...form }) => ({
          ...form,
          draft_id: draftId,
          used_at: usedAt,
          erased_at: null,
          packed: pack(payload),
        })),
      )
      .returning(['id', 'mall_order_number', 'sha256', 'fingerprint', 'line_ids'])
      .execute()
    for (const row of added) ids.set(keyOf(row), Number(row.id))
  }
  return forms.map(form => ids.get(keyOf(form)) ?? 0)
}
