import 'server-only'
import type { Handle } from './database'
import { blankRows, cutOf, type ReadTable } from './sources'

/** Hidden cell of a line (lib/intake/imported.ts): where it came from. */
export const SOURCE = '[].$source'

/**
 * Hidden cells that repeat what a line says: what was filled in with which texts (lib/intake/imported.ts), and what its
 * order said before it was merged with others (lib/sheet/merge-orders.ts).
 */
export const SAY_MORE: ReadonlySet<string> = new Set(['[].$origins', '[].$apart'])

/** Where a line came from, as its hidden cell says (lib/intake/line-place.ts). */
const PLACE = /^([^:]+):(\d+):(\d+)(?::([\w-]+))?$/

/** Deletes the files of a draft: with it, they go. */
export async function deleteSources(handle: Handle, draftId: string): Promise<void> {
  await deleteContents(handle, draftId)
  await handle.deleteFrom('source').where('draft_id', '=', draftId).execute()
}

/**
 * Erases what the files of a draft say. That they were there stays; what they and their columns were called goes, for
 * a row with a person may have been taken for headings.
 */
export async function eraseSources(handle: Handle, draftId: string, at: string): Promise<void> {
  await deleteContents(handle, draftId)
  await handle
    .updateTable('source')
    .set({ name: '', erased_at: at })
    .where('draft_id', '=', draftId)
    .execute()
}

/**
 * Erases what files say of some lines. The bytes of a file go as a whole, for nobody can take one row out of them, and so
 * does what it said when it was read in other ways, for the person may stand anywhere there; its other rows stay, so that
 * their lines can be traced.
 * @param places texts of the lines' hidden cell
 */
export async function eraseSourcesOf(handle: Handle, places: readonly string[], at: string): Promise<void> {
  const tables = new Map<string, { table: ReadTable; numbers: number[] }>()
  for (const place of places) {
    const [, source_id, position, row, reading = ''] = PLACE.exec(place) ?? []
    if (source_id === undefined) continue
    const key = `${source_id}:${position}:${reading}`
    const known = tables.get(key) ?? {
      table: { source_id, reading, position: Number(position) },
      numbers: [],
    }
    known.numbers.push(Number(row))
    tables.set(key, known)
  }
  const sources = new Set([...tables.values()].map(({ table }) => table.source_id))
  for (const source of sources) {
    const read = [...tables.values()].filter(({ table }) => table.source_id === source)
    await handle.deleteFrom('source_part').where('source_id', '=', source).execute()
    await handle.updateTable('source').set({ erased_at: at }).where('id', '=', source).execute()
    const cuts = new Set<string>()
    for (const { table, numbers } of read) {
      await blankRows(handle, table, numbers)
      cuts.add((await cutOf(handle, table)) ?? '')
    }
    await handle
      .deleteFrom('source_rows')
      .where('source_id', '=', source)
      .where('cut', 'not in', [...cuts])
      .execute()
    await handle
      .deleteFrom('source_table')
      .where('source_id', '=', source)
      .where('reading', 'not in', [...new Set(read.map(({ table }) => table.reading))])
      .execute()
  }
}

/**
 * Erases files of a draft of which no line is left: an import that was undone, or whose lines were deleted, may tell of
 * the same persons as the lines that are erased.
 */
export async function eraseUnused(handle: Handle, draftId: string, at: string): Promise<void> {
  const files = await handle
    .selectFrom('source')
    .select('id')
    .where('draft_id', '=', draftId)
    .where('erased_at', 'is', null)
    .execute()
  for (const { id } of files) {
    const line = await handle
      .selectFrom('draft_line')
      .select('line_id')
      .where('draft_id', '=', draftId)
      .where('removed_at', 'is', null)
      .where('texts', 'like', `%"${SOURCE}":"${id}:%`)
      .limit(1)
      .executeTakeFirst()
    if (line) continue
    for (const table of ['source_part', 'source_rows', 'source_table'] as const)
      await handle.deleteFrom(table).where('source_id', '=', id).execute()
    await handle.updateTable('source').set({ name: '', erased_at: at }).where('id', '=', id).execute()
  }
}

const ofDraft = (handle: Handle, draftId: string) =>
  handle.selectFrom('source').select('id').where('draft_id', '=', draftId)

async function deleteContents(handle: Handle, draftId: string): Promise<void> {
  for (const table of ['source_part', 'source_rows', 'source_table'] as const) {
    await handle.deleteFrom(table).where('source_id', 'in', ofDraft(handle, draftId)).execute()
  }
}
