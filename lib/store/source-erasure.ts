import 'server-only'
import type { Handle } from './database'
import { countSource } from './source-quota'
import { blankRows, cutOf, type ReadTable, tablesOf } from './sources'

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
    .set({ name: '', erased_at: at, stored: 0 })
    .where('draft_id', '=', draftId)
    .execute()
}

/**
 * Erases what files say of some lines. The bytes of a file go as a whole, for nobody can take one row out of them. Its
 * other rows stay, so that their lines can be traced, also as they were read in another way that lines of the draft still
 * name: an encoding moves no row. What nobody needs goes, and so does what was cut at other marks, for the person may
 * stand anywhere there.
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
    const kept = await keptTables(handle, source, new Set(read.map(({ table }) => table.reading)))
    if (kept.length === 0) {
      // Nothing tells how it was read: it was erased with its draft.
      for (const table of ['source_rows', 'source_table'] as const)
        await handle.deleteFrom(table).where('source_id', '=', source).execute()
      continue
    }
    const cuts = new Set<string>()
    for (const table of kept) {
      const here = read.filter(one => one.table.position === table.position)
      await blankRows(
        handle,
        table,
        here.flatMap(({ numbers }) => numbers),
      )
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
      .where('reading', 'not in', [...new Set(kept.map(({ reading }) => reading))])
      .execute()
    await countSource(handle, source)
  }
}

/** The tables of a file as lines were read that are erased, and as other lines of the draft name them, cut at the same marks. */
async function keptTables(
  handle: Handle,
  source: string,
  erased: ReadonlySet<string>,
): Promise<readonly ReadTable[]> {
  const tables = await tablesOf(handle, [source])
  const own = tables.filter(({ reading }) => erased.has(reading))
  if (own.length === tables.length) return own
  const named = await namedReadings(handle, source)
  const marks = new Set(own.map(({ delimiter }) => delimiter))
  return tables.filter(
    ({ reading, delimiter }) => erased.has(reading) || (named.has(reading) && marks.has(delimiter)),
  )
}

/** Readings of a file that lines of its draft name. */
async function namedReadings(handle: Handle, source: string): Promise<ReadonlySet<string>> {
  const named = new Set<string>()
  for (let after = ''; ; ) {
    const lines = await handle
      .selectFrom('draft_line')
      .innerJoin('source', 'source.draft_id', 'draft_line.draft_id')
      .select(['draft_line.line_id', 'draft_line.texts'])
      .where('source.id', '=', source)
      .where('draft_line.removed_at', 'is', null)
      .where('draft_line.line_id', '>', after)
      .where('draft_line.texts', 'like', `%"${SOURCE}":"${source}:%`)
      .orderBy('draft_line.line_id')
      .limit(LINES)
      .execute()
    for (const { texts } of lines) {
      const [, file, , , reading = ''] = PLACE.exec(JSON.parse(texts)[SOURCE] ?? '') ?? []
      if (file === source) named.add(reading)
    }
    const last = lines.at(-1)
    if (!last || lines.length < LINES) return named
    after = last.line_id
  }
}

/** Lines that are looked through at a time. */
const LINES = 1000

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
    await handle
      .updateTable('source')
      .set({ name: '', erased_at: at, stored: 0 })
      .where('id', '=', id)
      .execute()
  }
}

const ofDraft = (handle: Handle, draftId: string) =>
  handle.selectFrom('source').select('id').where('draft_id', '=', draftId)

async function deleteContents(handle: Handle, draftId: string): Promise<void> {
  for (const table of ['source_part', 'source_rows', 'source_table'] as const) {
    await handle.deleteFrom(table).where('source_id', 'in', ofDraft(handle, draftId)).execute()
  }
}
