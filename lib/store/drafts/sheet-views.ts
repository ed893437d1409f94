import 'server-only'
import type { Db } from '@/lib/store/db/database'

/** Maximum views of an operator per sheet. */
const MAX_VIEWS = 50

export interface ViewOwner {
  readonly operatorId: string
  readonly sheet: string
}

/** A stored view; `name` is '' for the current layout. `updatedAt` is ISO 8601, UTC. */
interface StoredView {
  readonly name: string
  /** The layout as it was saved, possibly by another release. */
  readonly layout: unknown
  readonly updatedAt: string
}

/** An operator's views of a sheet, by name. */
export async function listViews(db: Db, owner: ViewOwner): Promise<StoredView[]> {
  const rows = await viewsOf(db, owner).orderBy('name').execute()
  return rows.map(row => ({ name: row.name, layout: JSON.parse(row.layout), updatedAt: row.updated_at }))
}

/** Saves a view, or replaces the view of that name. @returns false at the maximum number of views */
export async function saveView(
  db: Db,
  owner: ViewOwner,
  view: { readonly name: string; readonly layout: unknown },
  now: Date,
): Promise<boolean> {
  const saved = { layout: JSON.stringify(view.layout), updated_at: now.toISOString() }
  const names = await viewsOf(db, owner).execute()
  const isNew = names.every(({ name }) => name !== view.name)
  if (isNew && view.name !== '' && names.filter(({ name }) => name !== '').length >= MAX_VIEWS) return false
  await db
    .insertInto('sheet_view')
    .values({ operator_id: owner.operatorId, sheet: owner.sheet, name: view.name, ...saved })
    .onConflict(conflict => conflict.columns(['operator_id', 'sheet', 'name']).doUpdateSet(saved))
    .execute()
  return true
}

/** Renames a view, in a transaction. @returns false if there is none, or the name is taken */
export async function renameView(db: Db, owner: ViewOwner, name: string, next: string): Promise<boolean> {
  const there = await viewsOf(db, owner).where('name', '=', next).executeTakeFirst()
  if (there) return false
  const renamed = await db
    .updateTable('sheet_view')
    .set({ name: next })
    .where('operator_id', '=', owner.operatorId)
    .where('sheet', '=', owner.sheet)
    .where('name', '=', name)
    .returning('name')
    .executeTakeFirst()
  return renamed !== undefined
}

/** Deletes a view, if the operator has one of that name. */
export async function deleteView(db: Db, owner: ViewOwner, name: string): Promise<void> {
  await db
    .deleteFrom('sheet_view')
    .where('operator_id', '=', owner.operatorId)
    .where('sheet', '=', owner.sheet)
    .where('name', '=', name)
    .execute()
}

const viewsOf = (db: Db, { operatorId, sheet }: ViewOwner) =>
  db.selectFrom('sheet_view').selectAll().where('operator_id', '=', operatorId).where('sheet', '=', sheet)
