import 'server-only'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Selectable } from 'kysely'
import type { Handle } from './database'
import { countSource } from './source-quota'
import type { SourceTables } from './source-tables'

const unpack = promisify(gunzip)
const pack = promisify(gzip)

/** Bytes that one part of a file, or some rows of it, may have unpacked: a hostile one ends there. */
export const PART_SIZE = 1024 * 1024
export const ROWS_SIZE = 64 * 1024 * 1024

/** A file that was brought into a draft. */
export type SourceHead = Omit<Selectable<SourceTables['source']>, 'stored'>

const HEAD = [
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

/** A table of it from which lines were taken. */
export type SourceTable = Selectable<SourceTables['source_table']>

/** A row of a file: which one it is, and its texts. */
export type SourceRow = readonly [number: number, texts: readonly string[]]

/** A table of a file as it was read once. */
export type ReadTable = Pick<SourceTable, 'source_id' | 'reading' | 'position'>

/** Notes that a file comes, or that it was read another way. One that is there keeps its bytes, and what it was before. */
export async function openSource(handle: Handle, head: SourceHead, table: SourceTable): Promise<void> {
  await handle
    .insertInto('source')
    .values(head)
    .onConflict(conflict => conflict.column('id').doNothing())
    .execute()
  const { source_id: _, reading: __, position: ___, ...said } = table
  await handle
    .insertInto('source_table')
    .values(table)
    .onConflict(conflict => conflict.columns(['source_id', 'reading', 'position']).doUpdateSet(said))
    .execute()
}

/** Keeps a piece of a file's bytes. The same again is the same. */
export async function keepPart(
  handle: Handle,
  source: string,
  position: number,
  bytes: Uint8Array,
): Promise<void> {
  await handle
    .insertInto('source_part')
    .values({ source_id: source, position, bytes })
    .onConflict(conflict => conflict.columns(['source_id', 'position']).doUpdateSet({ bytes }))
    .execute()
  await countSource(handle, source)
}

/**
 * Keeps some rows of a table of a file, in the place of whatever was kept of those.
 * @returns whether the table is known as it was read then
 */
export async function keepRows(
  handle: Handle,
  table: ReadTable,
  { first, last, rows }: Pick<Selectable<SourceTables['source_rows']>, 'first' | 'last' | 'rows'>,
): Promise<boolean> {
  const cut = await cutOf(handle, table)
  if (cut === undefined) return false
  const { source_id, position: table_at } = table
  await handle
    .deleteFrom('source_rows')
    .where('source_id', '=', source_id)
    .where('cut', '=', cut)
    .where('table_at', '=', table_at)
    .where('first', '<=', last)
    .where('last', '>=', first)
    .execute()
  await handle
    .insertInto('source_rows')
    .values({ source_id, cut, table_at, first, last, rows })
    // The same comes twice where an answer was lost.
    .onConflict(conflict =>
      conflict.columns(['source_id', 'cut', 'table_at', 'first']).doUpdateSet({ last, rows }),
    )
    .execute()
  await countSource(handle, source_id)
  return true
}

/** Positions of the parts that are here already. */
export async function partsOf(handle: Handle, source: string): Promise<number[]> {
  const rows = await handle
    .selectFrom('source_part')
    .select('position')
    .where('source_id', '=', source)
    .orderBy('position')
    .execute()
  return rows.map(row => row.position)
}

/** Notes that all of a file arrived. @returns whether it did */
export async function endSource(handle: Handle, id: string, at: string): Promise<boolean> {
  const head = await findSource(handle, id)
  if (!head || (await partsOf(handle, id)).length !== head.parts) return false
  await handle.updateTable('source').set({ kept_at: at }).where('id', '=', id).execute()
  return true
}

export const findSource = (handle: Handle, id: string): Promise<SourceHead | undefined> =>
  handle.selectFrom('source').select(HEAD).where('id', '=', id).executeTakeFirst()

/** The files of a draft, the first one first. */
export const listSources = (handle: Handle, draftId: string): Promise<SourceHead[]> =>
  handle
    .selectFrom('source')
    .select(HEAD)
    .where('draft_id', '=', draftId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** The tables of some files from which lines were taken, in each way in which they were read, by their places. */
export async function tablesOf(handle: Handle, sources: readonly string[]): Promise<SourceTable[]> {
  if (sources.length === 0) return []
  return handle
    .selectFrom('source_table')
    .selectAll()
    .where('source_id', 'in', sources)
    .orderBy('source_id')
    .orderBy('reading')
    .orderBy('position')
    .execute()
}

/** The bytes of a file as it was, piece by piece. */
export async function* bytesOf(handle: Handle, { id, parts }: SourceHead): AsyncGenerator<Uint8Array> {
  for (let position = 0; position < parts; position++) {
    const part = await handle
      .selectFrom('source_part')
      .select('bytes')
      .where('source_id', '=', id)
      .where('position', '=', position)
      .executeTakeFirstOrThrow()
    yield await unpack(part.bytes, { maxOutputLength: PART_SIZE })
  }
}

/** The texts of some rows of a table, by their numbers in the file; those that are not kept are left out. */
export async function readRows(
  handle: Handle,
  table: ReadTable,
  numbers: readonly number[],
): Promise<Map<number, readonly string[]>> {
  const found = new Map<number, readonly string[]>()
  for await (const { piece, wanted } of piecesWith(handle, table, numbers)) {
    for (const [number, texts] of await rowsIn(piece.rows)) if (wanted.has(number)) found.set(number, texts)
  }
  return found
}

/** Blanks some rows of a table: they tell of a person whose data is erased. */
export async function blankRows(handle: Handle, table: ReadTable, numbers: readonly number[]): Promise<void> {
  for await (const { piece, wanted } of piecesWith(handle, table, numbers)) {
    const kept = (await rowsIn(piece.rows)).filter(([number]) => !wanted.has(number))
    await keepRows(handle, table, { ...piece, rows: await packRows(kept) })
  }
}

/** What the rows of a table were cut by when it was read so; undefined where nobody read it so. */
export async function cutOf(
  handle: Handle,
  { source_id, reading, position }: ReadTable,
): Promise<string | undefined> {
  const table = await handle
    .selectFrom('source_table')
    .select(['encoding', 'delimiter'])
    .where('source_id', '=', source_id)
    .where('reading', '=', reading)
    .where('position', '=', position)
    .executeTakeFirst()
  return table && `${table.encoding ?? ''}${table.delimiter ?? ''}`
}

/** Rows as they are kept. */
export const packRows = async (rows: readonly SourceRow[]): Promise<Uint8Array> => pack(JSON.stringify(rows))

async function rowsIn(rows: Uint8Array): Promise<readonly SourceRow[]> {
  return JSON.parse((await unpack(rows, { maxOutputLength: ROWS_SIZE })).toString())
}

/** The kept pieces that hold some rows, one after the other, and which of them each may hold. */
async function* piecesWith(handle: Handle, table: ReadTable, numbers: readonly number[]) {
  const cut = numbers.length === 0 ? undefined : await cutOf(handle, table)
  if (cut === undefined) return
  const places = await handle
    .selectFrom('source_rows')
    .select(['first', 'last'])
    .where('source_id', '=', table.source_id)
    .where('cut', '=', cut)
    .where('table_at', '=', table.position)
    .execute()
  for (const { first, last } of places) {
    const wanted = new Set(numbers.filter(number => number >= first && number <= last))
    if (wanted.size === 0) continue
    const piece = await handle
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
