import 'server-only'
import type { Handle } from './database'

/** A line of a draft as it is kept. */
export interface StoredLine {
  readonly id: string
  readonly rank: number
  readonly texts: Readonly<Record<string, string>>
}

/** A draft without its lines. */
export interface StoredDraft {
  readonly id: string
  readonly sheet: string
  readonly name: string
  readonly updatedAt: string
}

/** What an operator changed since the last save: lines as they are now, and lines that are gone. */
export interface LineChanges {
  readonly upserts: readonly StoredLine[]
  readonly removes: readonly string[]
}

/** Rows of one statement; both databases limit the number of its parameters. */
const CHUNK = 500

/** Saves changes of a draft's lines, and makes the draft when this is its first. Times are ISO 8601, UTC. */
export async function saveLines(
  handle: Handle,
  draft: { id: string; sheet: string; name: string; operatorId: string },
  changes: LineChanges,
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  await handle
    .insertInto('draft')
    .values({
      id: draft.id,
      sheet: draft.sheet,
      name: draft.name,
      created_by: draft.operatorId,
      created_at: at,
      updated_at: at,
    })
    .onConflict(conflict => conflict.column('id').doUpdateSet({ updated_at: at }))
    .execute()
  for (let i = 0; i < changes.removes.length; i += CHUNK) {
    await handle
      .deleteFrom('draft_line')
      .where('draft_id', '=', draft.id)
      .where('line_id', 'in', changes.removes.slice(i, i + CHUNK))
      .execute()
  }
  for (let i = 0; i < changes.upserts.length; i += CHUNK) {
    const rows = changes.upserts.slice(i, i + CHUNK).map(line => ({
      draft_id: draft.id,
      line_id: line.id,
      rank: line.rank,
      texts: JSON.stringify(line.texts),
    }))
    await handle
      .insertInto('draft_line')
      .values(rows)
      .onConflict(conflict =>
        conflict.columns(['draft_id', 'line_id']).doUpdateSet(row => ({
          rank: row.ref('excluded.rank'),
          texts: row.ref('excluded.texts'),
        })),
      )
      .execute()
  }
}

/** @returns false when there is no such draft. */
export async function renameDraft(handle: Handle, id: string, name: string): Promise<boolean> {
  const result = await handle.updateTable('draft').set({ name }).where('id', '=', id).executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function findDraft(handle: Handle, id: string): Promise<StoredDraft | undefined> {
  const row = await handle.selectFrom('draft').selectAll().where('id', '=', id).executeTakeFirst()
  return row && { id: row.id, sheet: row.sheet, name: row.name, updatedAt: row.updated_at }
}

/** A draft's lines by rank. */
export async function readLines(handle: Handle, draftId: string): Promise<StoredLine[]> {
  const rows = await handle
    .selectFrom('draft_line')
    .select(['line_id', 'rank', 'texts'])
    .where('draft_id', '=', draftId)
    .orderBy('rank')
    .orderBy('line_id')
    .execute()
  return rows.map(row => ({
    id: row.line_id,
    rank: row.rank,
    texts: JSON.parse(row.texts) as StoredLine['texts'],
  }))
}

/** The newest drafts of a sheet, the one edited last first, with how many lines each has. */
export async function listDrafts(
  handle: Handle,
  sheet: string,
  limit = 200,
): Promise<(StoredDraft & { lines: number })[]> {
  const rows = await handle
    .selectFrom('draft')
    .leftJoin('draft_line', 'draft_line.draft_id', 'draft.id')
    .select(['draft.id', 'draft.sheet', 'draft.name', 'draft.updated_at'])
    .select(row => row.fn.count('draft_line.line_id').as('lines'))
    .where('draft.sheet', '=', sheet)
    .groupBy(['draft.id', 'draft.sheet', 'draft.name', 'draft.updated_at'])
    .orderBy('draft.updated_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(row => ({
    id: row.id,
    sheet: row.sheet,
    name: row.name,
    updatedAt: row.updated_at,
    lines: Number(row.lines),
  }))
}
