import 'server-only'
import type { Handle } from './database'
import { blankRows } from './sources'

/** Hidden cells of a line (lib/intake/imported.ts): where it came from, and what was filled in with which texts. */
export const SOURCE = '[].$source'
export const SAYS_MORE = '[].$origins'

/** Where a line came from, as its hidden cell says: `<file id>:<position of the table>:<row of the file>`. */
const PLACE = /^(.+):(\d+):(\d+)$/

/** Deletes the files of a draft: with it, they go. */
export async function deleteSources(handle: Handle, draftId: string): Promise<void> {
  await deleteContents(handle, draftId)
  await handle.deleteFrom('source_table').where('source_id', 'in', ofDraft(handle, draftId)).execute()
  await handle.deleteFrom('source').where('draft_id', '=', draftId).execute()
}

/** Erases what the files of a draft say. That they were there stays, and what they were called goes. */
export async function eraseSources(handle: Handle, draftId: string, at: string): Promise<void> {
  await deleteContents(handle, draftId)
  await handle
    .updateTable('source')
    .set({ name: '', erased_at: at })
    .where('draft_id', '=', draftId)
    .execute()
}

/**
 * Erases what files say of some lines. The bytes of a file go as a whole, for nobody can take one row out of them; its
 * other rows stay, so that their lines can be traced.
 * @param places texts of the lines' hidden cell
 */
export async function eraseSourcesOf(handle: Handle, places: readonly string[], at: string): Promise<void> {
  const rows = new Map<string, Map<number, number[]>>()
  for (const place of places) {
    const [, source, table, row] = PLACE.exec(place) ?? []
    if (source === undefined) continue
    const tables = rows.get(source) ?? new Map<number, number[]>()
    rows.set(source, tables)
    const numbers = tables.get(Number(table)) ?? []
    tables.set(Number(table), numbers)
    numbers.push(Number(row))
  }
  for (const [source, tables] of rows) {
    await handle.deleteFrom('source_part').where('source_id', '=', source).execute()
    await handle.updateTable('source').set({ erased_at: at }).where('id', '=', source).execute()
    for (const [table, numbers] of tables) await blankRows(handle, source, table, numbers)
  }
}

const ofDraft = (handle: Handle, draftId: string) =>
  handle.selectFrom('source').select('id').where('draft_id', '=', draftId)

async function deleteContents(handle: Handle, draftId: string): Promise<void> {
  for (const table of ['source_part', 'source_rows'] as const) {
    await handle.deleteFrom(table).where('source_id', 'in', ofDraft(handle, draftId)).execute()
  }
}
