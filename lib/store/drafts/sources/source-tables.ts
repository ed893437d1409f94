import 'server-only'
import type { Selectable } from 'kysely'
import type { Db } from '@/lib/store/db/database'
import type { SourceTables } from '@/lib/store/drafts/tables'
import { updateStoredBytes } from './source-quota'
import { insertSource, SOURCE_COLUMN, type SourceHead } from './sources'

/** A table of a file from which lines were imported. */
export type SourceTable = Selectable<SourceTables['source_table']>

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

/** Forgets how a file was read, with its rows; its bytes stay. */
export async function deleteSourceTables(db: Db, id: string): Promise<void> {
  for (const table of ['source_rows', 'source_table'] as const)
    await db.deleteFrom(table).where('source_id', '=', id).execute()
  await updateStoredBytes(db, id)
}

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
