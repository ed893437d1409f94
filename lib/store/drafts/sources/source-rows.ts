import 'server-only'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Selectable } from 'kysely'
import type { Db } from '@/lib/store/db/database'
import type { SourceTables } from '@/lib/store/drafts/tables'
import { updateStoredBytes } from './source-quota'
import { findParseKey, type ReadTable } from './source-tables'
import { unpackWithin } from './unpack'

const pack = promisify(gzip)

/** Maximum unpacked bytes of a group of rows: limits hostile compressed data. */
const MAX_ROWS_BYTES = 64 * 1024 * 1024
/** Maximum bytes of rows that arrive: they are parsed as a whole, and nothing else runs meanwhile. */
const MAX_ARRIVING_BYTES = 16 * 1024 * 1024

/** A row of a file: its number, and its texts. */
type SourceRow = readonly [number: number, texts: readonly string[]]

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

/** Rows as they are stored: compressed JSON. */
export const packRows = async (rows: readonly SourceRow[]): Promise<Uint8Array> => pack(JSON.stringify(rows))

/** The JSON of rows that arrive compressed; undefined when they are not, or are too long. */
export const unpackArrivingRows = (rows: Uint8Array): Promise<Buffer | undefined> =>
  unpackWithin(rows, MAX_ARRIVING_BYTES)

/**
 * The rows of a stored group. A group that cannot be read has none: versions before this one stored whatever arrived,
 * and it must not keep personal data from being erased.
 */
async function rowsIn(rows: Uint8Array): Promise<readonly SourceRow[]> {
  const json = await unpackWithin(rows, MAX_ROWS_BYTES)
  return (json && parseRows(json)) ?? []
}

/**
 * @param json nested no deeper than it may be, which is for the caller to find out
 * @returns undefined: these are not rows
 */
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
