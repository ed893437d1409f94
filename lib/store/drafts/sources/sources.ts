import 'server-only'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Selectable } from 'kysely'
import type { Db } from '@/lib/store/db/database'
import type { SourceTables } from '@/lib/store/drafts/tables'
import { updateStoredBytes } from './source-quota'

const unpack = promisify(gunzip)
const pack = promisify(gzip)

/**
 * Maximum unpacked bytes of one part of a file, and of a group of its rows: limits hostile compressed data.
 */
const MAX_PART_BYTES = 1024 * 1024
const MAX_ROWS_BYTES = 64 * 1024 * 1024
/** Of rows that arrive: they are parsed once, and nothing else runs meanwhile. */
const MAX_ARRIVING_BYTES = 16 * 1024 * 1024

/** Hidden column of a line with its origin (lib/import/recipe/hidden-columns.ts). */
export const SOURCE_COLUMN = '[].$source'

/** A file that was imported into a draft. */
export type SourceHead = Omit<Selectable<SourceTables['source']>, 'stored'>

const HEAD_COLUMNS = [
  'id',
  'draft_id',
  'name',
  'size',
  'sha256',
  'kind',
  'parts',
  'created_by',
  'created_at',
  'kept_at',
  'erased_at',
] as const

/** A table of a file from which lines were imported. */
export type SourceTable = Selectable<SourceTables['source_table']>

/** A row of a file: its number, and its texts. */
type SourceRow = readonly [number: number, texts: readonly string[]]

/** A table of a file in one reading. */
export type ReadTable = Pick<SourceTable, 'source_id' | 'reading' | 'position'>

/** Announces a file, or another reading of it. An existing file keeps its bytes and its other readings. */
export async function openSource(db: Db, head: SourceHead, table: SourceTable): Promise<void> {
  await insertSource(db, head)
  const { source_id: _, reading: __, position: ___, ...columns } = table
  await db
    .insertInto('source_table')
    .values(table)
    .onConflict(conflict => conflict.columns(['source_id', 'reading', 'position']).doUpdateSet(columns))
    .execute()
}

/** Records a file before anything was read of it; an existing file stays as it is. */
export async function insertSource(db: Db, head: SourceHead): Promise<void> {
  await db
    .insertInto('source')
    .values(head)
    .onConflict(conflict => conflict.column('id').doNothing())
    .execute()
}

/** Forgets how a file was read, with its rows; its bytes stay. */
export async function deleteSourceTables(db: Db, id: string): Promise<void> {
  for (const table of ['source_rows', 'source_table'] as const)
    await db.deleteFrom(table).where('source_id', '=', id).execute()
  await updateStoredBytes(db, id)
}

/** Stores what kind of file it is, once it was read. */
export async function setSourceKind(db: Db, id: string, kind: string): Promise<void> {
  await db.updateTable('source').set({ kind }).where('id', '=', id).execute()
}

/** Stores a part of a file's bytes; idempotent. */
export async function savePart(db: Db, source: string, position: number, bytes: Uint8Array): Promise<void> {
  await db
    .insertInto('source_part')
    .values({ source_id: source, position, bytes })
    .onConflict(conflict => conflict.columns(['source_id', 'position']).doUpdateSet({ bytes }))
    .execute()
  await updateStoredBytes(db, source)
}

/**
 * Stores rows of a table in place of stored rows with the same numbers.
 * @returns false if this reading of the table is unknown
 */
export async function saveRows(
  db: Db,
  table: ReadTable,
  { first, last, rows }: Pick<Selectable<SourceTables['source_rows']>, 'first' | 'last' | 'rows'>,
): Promise<boolean> {
  const cut = await findParseKey(db, table)
  if (cut === undefined) return false
  const { source_id, position: table_at } = table
  await db
    .deleteFrom('source_rows')
    .where('source_id', '=', source_id)
    .where('cut', '=', cut)
    .where('table_at', '=', table_at)
    .where('first', '<=', last)
    .where('last', '>=', first)
    .execute()
  await db
    .insertInto('source_rows')
    .values({ source_id, cut, table_at, first, last, rows })
    // Rows arrive twice if a response was lost.
    .onConflict(conflict =>
      conflict.columns(['source_id', 'cut', 'table_at', 'first']).doUpdateSet({ last, rows }),
    )
    .execute()
  await updateStoredBytes(db, source_id)
  return true
}

/** Positions of the stored parts of a file. */
export async function listPartPositions(db: Db, source: string): Promise<number[]> {
  const rows = await db
    .selectFrom('source_part')
    .select('position')
    .where('source_id', '=', source)
    .orderBy('position')
    .execute()
  return rows.map(row => row.position)
}

/** Marks a file as complete. @returns false if parts are missing */
export async function completeSource(db: Db, id: string, at: string): Promise<boolean> {
  const head = await findSource(db, id)
  if (!head || (await listPartPositions(db, id)).length !== head.parts) return false
  await db.updateTable('source').set({ kept_at: at }).where('id', '=', id).execute()
  return true
}

export const findSource = (db: Db, id: string): Promise<SourceHead | undefined> =>
  db.selectFrom('source').select(HEAD_COLUMNS).where('id', '=', id).executeTakeFirst()

/** The files of a draft, without their contents. */
export const listSources = (db: Db, draftId: string): Promise<SourceHead[]> =>
  db
    .selectFrom('source')
    .select(HEAD_COLUMNS)
    .where('draft_id', '=', draftId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** A draft into which a file was imported. */
export interface EarlierImport {
  readonly draftId: string
  readonly sheet: string
  readonly name: string
  /** ISO 8601. */
  readonly at: string
}

/** The last import of a file with the same bytes into another draft that still exists. */
export const findEarlierImport = (
  db: Db,
  { draft_id, sha256 }: Pick<SourceHead, 'draft_id' | 'sha256'>,
): Promise<EarlierImport | undefined> =>
  db
    .selectFrom('source')
    .innerJoin('draft', 'draft.id', 'source.draft_id')
    .select(['draft.id as draftId', 'draft.sheet', 'draft.name', 'source.created_at as at'])
    .where('source.sha256', '=', sha256)
    .where('source.draft_id', '<>', draft_id)
    .where('draft.deleted_at', 'is', null)
    .orderBy('source.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The newest complete files that were imported into drafts of a sheet, with their drafts. */
export const listNewestSources = (
  db: Db,
  sheet: string,
  limit: number,
): Promise<Pick<SourceHead, 'id' | 'draft_id' | 'name' | 'created_at'>[]> =>
  db
    .selectFrom('source')
    .innerJoin('draft', 'draft.id', 'source.draft_id')
    .select(['source.id', 'source.draft_id', 'source.name', 'source.created_at'])
    .where('draft.sheet', '=', sheet)
    .where('draft.deleted_at', 'is', null)
    .where('source.kept_at', 'is not', null)
    .where('source.erased_at', 'is', null)
    .orderBy('source.created_at', 'desc')
    .orderBy('source.id')
    .limit(limit)
    .execute()

/** The imported tables of files in all readings, by file, reading and position. */
export async function listSourceTables(db: Db, sources: readonly string[]): Promise<SourceTable[]> {
  if (sources.length === 0) return []
  return db
    .selectFrom('source_table')
    .selectAll()
    .where('source_id', 'in', sources)
    .orderBy('source_id')
    .orderBy('reading')
    .orderBy('position')
    .execute()
}

/** The original bytes of a file, part by part. */
export async function* readSourceBytes(db: Db, { id, parts }: SourceHead): AsyncGenerator<Uint8Array> {
  for (let position = 0; position < parts; position++) {
    const part = await db
      .selectFrom('source_part')
      .select('bytes')
      .where('source_id', '=', id)
      .where('position', '=', position)
      .executeTakeFirstOrThrow()
    yield await unpack(part.bytes, { maxOutputLength: MAX_PART_BYTES })
  }
}

/** The texts of rows of a table by row number; rows that are not stored are left out. */
export async function readRows(
  db: Db,
  table: ReadTable,
  numbers: readonly number[],
): Promise<Map<number, readonly string[]>> {
  const found = new Map<number, readonly string[]>()
  for await (const { piece, wanted } of chunksWith(db, table, numbers)) {
    for (const [number, texts] of await rowsIn(piece.rows)) if (wanted.has(number)) found.set(number, texts)
  }
  return found
}

/** Blanks rows of a table that contain erased personal data, and with them all of a group that cannot be read. */
export async function blankRows(db: Db, table: ReadTable, numbers: readonly number[]): Promise<void> {
  for await (const { piece, wanted } of chunksWith(db, table, numbers)) {
    const kept = (await rowsIn(piece.rows)).filter(([number]) => !wanted.has(number))
    await saveRows(db, table, { ...piece, rows: await packRows(kept) })
  }
}

/** Encoding and delimiter of a reading, by which stored rows are shared; undefined for an unknown reading. */
export async function findParseKey(
  db: Db,
  { source_id, reading, position }: ReadTable,
): Promise<string | undefined> {
  const table = await db
    .selectFrom('source_table')
    .select(['encoding', 'delimiter'])
    .where('source_id', '=', source_id)
    .where('reading', '=', reading)
    .where('position', '=', position)
    .executeTakeFirst()
  return table && `${table.encoding ?? ''}${table.delimiter ?? ''}`
}

/** Rows as they are stored: compressed JSON. */
export const packRows = async (rows: readonly SourceRow[]): Promise<Uint8Array> => pack(JSON.stringify(rows))

/** The JSON of rows that arrive compressed; undefined when they are not, or are too long. */
export const unpackArrivingRows = (rows: Uint8Array): Promise<Buffer | undefined> =>
  unpackWithin(rows, MAX_ARRIVING_BYTES)

/** Whether a part of a file that arrives can be read. */
export const isReadablePart = async (bytes: Uint8Array): Promise<boolean> =>
  (await unpackWithin(bytes, MAX_PART_BYTES)) !== undefined

/**
 * The rows of a stored group. A group that cannot be read has none: versions before this one stored whatever arrived, and
 * it must not keep personal data from being erased.
 */
async function rowsIn(rows: Uint8Array): Promise<readonly SourceRow[]> {
  const json = await unpackWithin(rows, MAX_ROWS_BYTES)
  return (json && parseRows(json)) ?? []
}

/** @param json nested no deeper than it may be, which is for the caller to find out @returns undefined: these are no rows */
export function parseRows(json: Buffer): readonly SourceRow[] | undefined {
  try {
    const parsed: unknown = JSON.parse(json.toString())
    return Array.isArray(parsed) && parsed.every(isRow) ? parsed : undefined
  } catch {
    return undefined
  }
}

function isRow(row: unknown): row is SourceRow {
  if (!Array.isArray(row) || row.length !== 2) return false
  const [number, texts] = row as unknown[]
  return Number.isInteger(number) && Array.isArray(texts) && texts.every(text => typeof text === 'string')
}

const unpackWithin = (bytes: Uint8Array, maxOutputLength: number): Promise<Buffer | undefined> =>
  unpack(bytes, { maxOutputLength }).catch(() => undefined)

/** Stored groups of rows that overlap `numbers`, and which of the numbers each may contain. */
async function* chunksWith(db: Db, table: ReadTable, numbers: readonly number[]) {
  const cut = numbers.length === 0 ? undefined : await findParseKey(db, table)
  if (cut === undefined) return
  const places = await db
    .selectFrom('source_rows')
    .select(['first', 'last'])
    .where('source_id', '=', table.source_id)
    .where('cut', '=', cut)
    .where('table_at', '=', table.position)
    .execute()
  for (const { first, last } of places) {
    const wanted = new Set(numbers.filter(number => number >= first && number <= last))
    if (wanted.size === 0) continue
    const piece = await db
      .selectFrom('source_rows')
      .selectAll()
      .where('source_id', '=', table.source_id)
      .where('cut', '=', cut)
      .where('table_at', '=', table.position)
      .where('first', '=', first)
      .executeTakeFirst()
    if (piece) yield { piece, wanted }
  }
}

/**
 * Tables of a draft's files from which current lines came. Only files with several readings are checked
 * against the lines.
 */
export async function listCurrentTables(
  db: Db,
  draftId: string,
  tables: readonly SourceTable[],
): Promise<SourceTable[]> {
  const inUse: SourceTable[] = []
  for (const table of tables) {
    const of = tables.filter(({ source_id }) => source_id === table.source_id)
    const others = new Set(of.map(({ reading }) => reading).filter(reading => reading !== table.reading))
    if (others.size === 0 || (await hasLine(db, draftId, table, others))) inUse.push(table)
  }
  return inUse
}

async function hasLine(
  db: Db,
  draftId: string,
  { source_id, reading, position }: SourceTable,
  others: ReadonlySet<string>,
): Promise<boolean> {
  let lines = db
    .selectFrom('draft_line')
    .select('line_id')
    .where('draft_id', '=', draftId)
    .where('removed_at', 'is', null)
    .where('texts', 'like', `%"${SOURCE_COLUMN}":"${source_id}:${position}:%`)
  if (reading !== '') lines = lines.where('texts', 'like', `%:${reading}"%`)
  // Lines of the first reading have no reading in their reference.
  else for (const other of others) lines = lines.where('texts', 'not like', `%:${other}"%`)
  return (await lines.limit(1).executeTakeFirst()) !== undefined
}
