import 'server-only'
import type { Handle } from './database'
import { SOURCE } from './source-erasure'
import type { SourceTable } from './sources'

/**
 * Of the tables of a draft's files those that lines of the draft came from as they stand now. Only files that were read
 * in several ways are looked into.
 */
export async function standingTables(
  handle: Handle,
  draftId: string,
  tables: readonly SourceTable[],
): Promise<SourceTable[]> {
  const standing: SourceTable[] = []
  for (const table of tables) {
    const of = tables.filter(({ source_id }) => source_id === table.source_id)
    const others = new Set(of.map(({ reading }) => reading).filter(reading => reading !== table.reading))
    if (others.size === 0 || (await hasLine(handle, draftId, table, others))) standing.push(table)
  }
  return standing
}

async function hasLine(
  handle: Handle,
  draftId: string,
  { source_id, reading, position }: SourceTable,
  others: ReadonlySet<string>,
): Promise<boolean> {
  let lines = handle
    .selectFrom('draft_line')
    .select('line_id')
    .where('draft_id', '=', draftId)
    .where('removed_at', 'is', null)
    .where('texts', 'like', `%"${SOURCE}":"${source_id}:${position}:%`)
  if (reading !== '') lines = lines.where('texts', 'like', `%:${reading}"%`)
  // Lines of the first reading name none.
  else for (const other of others) lines = lines.where('texts', 'not like', `%:${other}"%`)
  return (await lines.limit(1).executeTakeFirst()) !== undefined
}
