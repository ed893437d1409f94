import 'server-only'
import type { Db } from '@/lib/store/db/database'
import { updateStoredBytes } from './source-quota'
import { blankRows } from './source-rows'
import { findParseKey, listSourceTables, type ReadTable } from './source-tables'
import { SOURCE_COLUMN } from './sources'

/** Hidden columns that repeat texts of a line: filled values (lib/import/recipe/hidden-columns.ts). */
export const DERIVED_COLUMNS: ReadonlySet<string> = new Set(['[].$origins'])

/** Hidden column of a merged line (lib/sheet/orders/merge-origin.ts), with texts from before the merge. */
export const MERGE_COLUMN = '[].$apart'

/** The text of `MERGE_COLUMN` with nothing but the id of a line: without it, lines of two files would be two orders. */
export function withoutTextsOfMerge(text: string): string {
  const [, lead] = /"lead":"([\w-]+)"/.exec(text) ?? []
  return lead === undefined ? '' : JSON.stringify({ lead })
}

/** The origin of a line in its hidden column (lib/import/recipe/hidden-columns.ts): file, table, row, reading. */
const SOURCE_REFERENCE = /^([^:]+):(\d+):(?:\d+\.)?(\d+)(?::([\w-]+))?$/

/** Deletes the files of a draft with the draft. */
export async function deleteSources(db: Db, draftId: string): Promise<void> {
  await deleteContents(db, draftId)
  await db.deleteFrom('source').where('draft_id', '=', draftId).execute()
}

/**
 * Erases the content of a draft's files. Their rows stay; file and column names are removed, because a data
 * row may have been mistaken for headings.
 */
export async function eraseSources(db: Db, draftId: string, at: string): Promise<void> {
  await deleteContents(db, draftId)
  await db
    .updateTable('source')
    .set({ name: '', erased_at: at, stored: 0 })
    .where('draft_id', '=', draftId)
    .execute()
  await db
    .updateTable('intake_file')
    .set({ name: '', reason: null })
    .where('draft_id', '=', draftId)
    .execute()
}

/**
 * Erases file rows of lines. The original bytes of the file are deleted as a whole, because a row cannot be
 * cut out of them. Its other rows stay traceable, also in other readings of the same file that lines still
 * use: an encoding moves no row. Unused readings are deleted, and so are readings with another delimiter, in
 * which the personal data may be anywhere.
 * @param places texts of the lines' hidden column
 */
export async function eraseSourceRows(db: Db, places: readonly string[], at: string): Promise<void> {
  const tables = new Map<string, { table: ReadTable; numbers: number[] }>()
  for (const place of places) {
    const [, source_id, position, row, reading = ''] = SOURCE_REFERENCE.exec(place) ?? []
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
    await db.deleteFrom('source_part').where('source_id', '=', source).execute()
    await db.updateTable('source').set({ erased_at: at }).where('id', '=', source).execute()
    const kept = await findKeptTables(db, source, new Set(read.map(({ table }) => table.reading)))
    if (kept.length === 0) {
      // Without a known reading the file was already erased.
      for (const table of ['source_rows', 'source_table'] as const)
        await db.deleteFrom(table).where('source_id', '=', source).execute()
      continue
    }
    const cuts = new Set<string>()
    for (const table of kept) {
      const here = read.filter(one => one.table.position === table.position)
      await blankRows(
        db,
        table,
        here.flatMap(({ numbers }) => numbers),
      )
      cuts.add((await findParseKey(db, table)) ?? '')
    }
    await db
      .deleteFrom('source_rows')
      .where('source_id', '=', source)
      .where('cut', 'not in', [...cuts])
      .execute()
    await db
      .deleteFrom('source_table')
      .where('source_id', '=', source)
      .where('reading', 'not in', [...new Set(kept.map(({ reading }) => reading))])
      .execute()
    await updateStoredBytes(db, source)
  }
}

/**
 * The tables in which erased lines were read, and tables with the same delimiter that other lines of the
 * draft use.
 */
async function findKeptTables(
  db: Db,
  source: string,
  erased: ReadonlySet<string>,
): Promise<readonly ReadTable[]> {
  const tables = await listSourceTables(db, [source])
  const own = tables.filter(({ reading }) => erased.has(reading))
  if (own.length === tables.length) return own
  const named = await findNamedReadings(db, source)
  const marks = new Set(own.map(({ delimiter }) => delimiter))
  return tables.filter(
    ({ reading, delimiter }) => erased.has(reading) || (named.has(reading) && marks.has(delimiter)),
  )
}

/** Readings of a file that lines of its draft use. */
async function findNamedReadings(db: Db, source: string): Promise<ReadonlySet<string>> {
  const named = new Set<string>()
  for (let after = ''; ; ) {
    const lines = await db
      .selectFrom('draft_line')
      .innerJoin('source', 'source.draft_id', 'draft_line.draft_id')
      .select(['draft_line.line_id', 'draft_line.texts'])
      .where('source.id', '=', source)
      .where('draft_line.removed_at', 'is', null)
      .where('draft_line.line_id', '>', after)
      .where('draft_line.texts', 'like', `%"${SOURCE_COLUMN}":"${source}:%`)
      .orderBy('draft_line.line_id')
      .limit(LINES_PER_READ)
      .execute()
    for (const { texts } of lines) {
      const [, file, , , reading = ''] = SOURCE_REFERENCE.exec(JSON.parse(texts)[SOURCE_COLUMN] ?? '') ?? []
      if (file === source) named.add(reading)
    }
    const last = lines.at(-1)
    if (!last || lines.length < LINES_PER_READ) return named
    after = last.line_id
  }
}

const LINES_PER_READ = 1000

/** Erases files without remaining lines: an undone import may contain the same persons as erased lines. */
export async function eraseUnusedSources(db: Db, draftId: string, at: string): Promise<void> {
  const files = await db
    .selectFrom('source')
    .select('id')
    .where('draft_id', '=', draftId)
    .where('erased_at', 'is', null)
    .execute()
  for (const { id } of files) {
    const line = await db
      .selectFrom('draft_line')
      .select('line_id')
      .where('draft_id', '=', draftId)
      .where('removed_at', 'is', null)
      .where('texts', 'like', `%"${SOURCE_COLUMN}":"${id}:%`)
      .limit(1)
      .executeTakeFirst()
    if (line) continue
    for (const table of ['source_part', 'source_rows', 'source_table'] as const)
      await db.deleteFrom(table).where('source_id', '=', id).execute()
    await db.updateTable('source').set({ name: '', erased_at: at, stored: 0 }).where('id', '=', id).execute()
  }
}

const ofDraft = (db: Db, draftId: string) =>
  db.selectFrom('source').select('id').where('draft_id', '=', draftId)

async function deleteContents(db: Db, draftId: string): Promise<void> {
  for (const table of ['source_part', 'source_rows', 'source_table'] as const) {
    await db.deleteFrom(table).where('source_id', 'in', ofDraft(db, draftId)).execute()
  }
}
