import 'server-only'
import type { Handle } from './database'

/** Views that an operator may have of a sheet. */
const MOST = 50

/** Whose view it is, and of which sheet. */
export interface ViewPlace {
  readonly operatorId: string
  readonly sheet: string
}

/** A view as it is kept: `name` is '' for how the operator left the sheet. `updatedAt` is ISO 8601, UTC. */
export interface StoredView {
  readonly name: string
  /** As it was saved. Whoever reads it does not know which release wrote it. */
  readonly layout: unknown
  readonly updatedAt: string
}

/** An operator's views of a sheet, by name. */
export async function listViews(handle: Handle, place: ViewPlace): Promise<StoredView[]> {
  const rows = await at(handle, place).orderBy('name').execute()
  return rows.map(row => ({ name: row.name, layout: JSON.parse(row.layout), updatedAt: row.updated_at }))
}

/** Saves a view, in the place of the one of that name. @returns false when the operator has too many already */
export async function saveView(
  handle: Handle,
  place: ViewPlace,
  view: { readonly name: string; readonly layout: unknown },
  now: Date,
): Promise<boolean> {
  const saved = { layout: JSON.stringify(view.layout), updated_at: now.toISOString() }
  const names = await at(handle, place).execute()
  const isNew = names.every(({ name }) => name !== view.name)
  if (isNew && view.name !== '' && names.filter(({ name }) => name !== '').length >= MOST) return false
  await handle
    .insertInto('sheet_view')
    .values({ operator_id: place.operatorId, sheet: place.sheet, name: view.name, ...saved })
    .onConflict(conflict => conflict.columns(['operator_id', 'sheet', 'name']).doUpdateSet(saved))
    .execute()
  return true
}

/** Gives a view another name, in a transaction. @returns false when there is none, or one of that name already */
export async function renameView(
  handle: Handle,
  place: ViewPlace,
  name: string,
  next: string,
): Promise<boolean> {
  const there = await at(handle, place).where('name', '=', next).executeTakeFirst()
  if (there) return false
  const renamed = await handle
    .updateTable('sheet_view')
    .set({ name: next })
    .where('operator_id', '=', place.operatorId)
    .where('sheet', '=', place.sheet)
    .where('name', '=', name)
    .returning('name')
    .executeTakeFirst()
  return renamed !== undefined
}

/** Forgets a view. */
export async function deleteView(handle: Handle, place: ViewPlace, name: string): Promise<void> {
  await handle
    .deleteFrom('sheet_view')
    .where('operator_id', '=', place.operatorId)
    .where('sheet', '=', place.sheet)
    .where('name', '=', name)
    .execute()
}

const at = (handle: Handle, { operatorId, sheet }: ViewPlace) =>
  handle.selectFrom('sheet_view').selectAll().where('operator_id', '=', operatorId).where('sheet', '=', sheet)
