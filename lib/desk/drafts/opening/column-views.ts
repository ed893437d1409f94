import 'server-only'
import type * as z from 'zod'
import {
  type deleteViewSchema,
  type renameViewSchema,
  type SavedViews,
  type saveLayoutSchema,
  type saveViewSchema,
  storedLayoutSchema,
} from '@/lib/desk-api/drafts/column-views'
import { fail, ok, type Result } from '@/lib/desk-api/result'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import { database } from '@/lib/store/db/database'
import {
  listViews,
  deleteView as remove,
  renameView as rename,
  saveView as save,
} from '@/lib/store/drafts/sheet-views'
import { getTranslations } from '@/lib/words/server'

const t = getTranslations('columnsMenu.problem')

/** An operator's current layout of a sheet, and their named layouts. */
export async function savedViews(operatorId: string, sheet: SheetId): Promise<SavedViews> {
  const stored = await listViews((await database()).kysely, { operatorId, sheet })
  const views = stored.map(({ name, layout }) => ({ name, layout: storedLayoutSchema.parse(layout) }))
  const left = stored.find(({ name }) => name === '')
  return {
    operatorId,
    last: views.find(({ name }) => name === '')?.layout,
    savedAt: left?.updatedAt ?? '',
    named: views.filter(({ name }) => name !== ''),
  }
}

/** Stores an operator's current layout of a sheet. The newest one counts, from any tab. */
export async function saveLayout(
  { sheetId, layout }: z.output<typeof saveLayoutSchema>,
  operatorId: string,
): Promise<Result<{ at: string }>> {
  const now = new Date()
  const { write } = await database()
  await write(trx => save(trx, { operatorId, sheet: sheetId }, { name: '', layout }, now))
  return ok({ at: now.toISOString() })
}

/** Saves a named layout; it replaces the layout of that name. */
export async function saveView(
  { sheetId, name, layout }: z.output<typeof saveViewSchema>,
  operatorId: string,
): Promise<Result<null>> {
  const { write } = await database()
  const isSaved = await write(trx => save(trx, { operatorId, sheet: sheetId }, { name, layout }, new Date()))
  return isSaved ? ok(null) : fail('full', t('full'))
}

/** Fails with `taken` if another view of the operator has the name. */
export async function renameView(
  { sheetId, name, next }: z.output<typeof renameViewSchema>,
  operatorId: string,
): Promise<Result<null>> {
  const { write } = await database()
  const isRenamed = await write(trx => rename(trx, { operatorId, sheet: sheetId }, name, next))
  return isRenamed ? ok(null) : fail('taken', t('taken', { name: next }))
}

/** Succeeds as well if the view was deleted before. */
export async function deleteView(
  { sheetId, name }: z.output<typeof deleteViewSchema>,
  operatorId: string,
): Promise<Result<null>> {
  const { write } = await database()
  await write(trx => remove(trx, { operatorId, sheet: sheetId }, name))
  return ok(null)
}
