import 'server-only'
import { setImmediate } from 'node:timers/promises'
import type { Db } from '@/lib/store/db/database'
import { sortCooperatively } from './cooperative-sort'
import { readTexts } from './line-texts'
import { beginSave, type DraftSave, type StoredLine, writeLines } from './saves'

/** A draft without its lines. */
export interface StoredDraft {
  readonly id: string
  readonly sheet: string
  readonly name: string
  readonly updatedAt: string
  /** Orders or products at the last save; null: never counted. */
  readonly records: number | null
  readonly isArchived: boolean
  /** When personal data of its lines was last erased (ISO 8601). */
  readonly erasedAt: string | null
  /** The connection on which it was last used; null: not chosen yet. It may be deleted by now. */
  readonly connectionId: string | null
}

/** Whether a draft can be edited; if not, who archived or deleted it and when (ISO 8601). */
export type DraftLifecycle =
  | { readonly state: 'open' }
  | { readonly state: 'archived' | 'deleted'; readonly by: string; readonly at: string }

/** Changes since the last save: lines with their current content, and removed lines. */
interface LineChanges {
  readonly upserts: readonly StoredLine[]
  readonly removes: readonly string[]
}

/**
 * Saves lines without checking for conflicts, and creates the draft on its first save. An archived or
 * deleted draft stays unchanged, which the result says. Concurrent editing sessions save by `saves.ts`.
 */
export async function saveLines(
  db: Db,
  draft: DraftSave,
  changes: LineChanges,
  now: Date,
): Promise<DraftLifecycle> {
  const revision = await beginSave(db, draft, now)
  if (revision === undefined) return findDraftLifecycle(db, draft.id)
  const trail = { '': [revision, ''] } as const
  const gone = { rank: 0, texts: {}, trail, isRemoved: true }
  const removed = changes.removes.map(id => ({ id, ...gone }))
  const upserts = changes.upserts.map(line => ({ ...line, trail, isRemoved: false }))
  await writeLines(db, draft.id, revision, [...removed, ...upserts], now)
  return { state: 'open' }
}

/** Whether a draft can be edited; a draft that was never saved can. */
export async function findDraftLifecycle(db: Db, id: string): Promise<DraftLifecycle> {
  const row = await db
    .selectFrom('draft')
    .leftJoin('operator', join =>
      join.on(on => on('operator.id', '=', on.fn.coalesce('draft.deleted_by', 'draft.archived_by'))),
    )
    .select(['draft.archived_at', 'draft.deleted_at', 'operator.name as by'])
    .where('draft.id', '=', id)
    .executeTakeFirst()
  const by = row?.by ?? ''
  if (row?.deleted_at) return { state: 'deleted', by, at: row.deleted_at }
  if (row?.archived_at) return { state: 'archived', by, at: row.archived_at }
  return { state: 'open' }
}

/** @returns false if there is no such draft */
export async function renameDraft(db: Db, id: string, name: string): Promise<boolean> {
  const result = await db
    .updateTable('draft')
    .set({ name })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Has everyone who opens a draft use a connection. @returns false if there is no such draft */
export async function setDraftConnection(db: Db, id: string, connectionId: string): Promise<boolean> {
  const result = await db
    .updateTable('draft')
    .set({ connection_id: connectionId })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** A draft by id; deleted drafts are not found. */
export async function findDraft(db: Db, id: string): Promise<StoredDraft | undefined> {
  const row = await db
    .selectFrom('draft')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      sheet: row.sheet,
      name: row.name,
      updatedAt: row.updated_at,
      records: row.records,
      isArchived: row.archived_at !== null,
      erasedAt: row.erased_at,
      connectionId: row.connection_id,
    }
  )
}

/** Lines per read: reading and parsing them takes a few milliseconds, then the event loop runs. */
const LINES_PER_READ = 1000

/** How often lines are read again because of concurrent saves, before all are read at once. */
const MAX_READ_ATTEMPTS = 3

/** A draft's lines by rank, consistent at one moment. */
export async function readLines(db: Db, draftId: string): Promise<StoredLine[]> {
  return (await readAll(db, draftId, toStoredLine)).lines
}

const toStoredLine = ({ line_id: id, rank, texts }: Omit<LineRow, 'revision'>): StoredLine => ({
  id,
  rank,
  texts: readTexts(texts),
})

/** How many lines a draft has. */
export async function countLines(db: Db, draftId: string): Promise<number> {
  const row = await db
    .selectFrom('draft_line_count')
    .select('count')
    .where('draft_id', '=', draftId)
    .executeTakeFirst()
  return row?.count ?? 0
}

/** The first lines of a draft by rank. */
export async function readFirstLines(db: Db, draftId: string, limit: number): Promise<StoredLine[]> {
  const rows = await db
    .selectFrom('draft_line')
    .select(['line_id', 'rank', 'texts'])
    .where('draft_id', '=', draftId)
    .where('removed_at', 'is', null)
    .orderBy('rank')
    .orderBy('line_id')
    .limit(limit)
    .execute()
  return rows.map(toStoredLine)
}

/** A line with the revision of the draft that changed it last. */
export interface RevisedLine extends StoredLine {
  readonly revision: number
}

/** Like `readLines`, with the revision of each line, and the revision of the draft before it was read. */
export function readRevisedLines(
  db: Db,
  draftId: string,
): Promise<{ readonly revision: number; readonly lines: readonly RevisedLine[] }> {
  return readAll(db, draftId, ({ line_id: id, rank, texts, revision }) => ({
    id,
    rank,
    texts: readTexts(texts),
    revision,
  }))
}

async function readAll<Read extends StoredLine>(
  db: Db,
  draftId: string,
  toLine: (row: LineRow) => Read,
): Promise<{ readonly revision: number; readonly lines: Read[] }> {
  for (let time = 1; ; time++) {
    const before = await revisionOf(db, draftId)
    const size = time > MAX_READ_ATTEMPTS ? undefined : LINES_PER_READ
    const read = await readInBatches(db, draftId, size, toLine)
    if (time > MAX_READ_ATTEMPTS || before === (await revisionOf(db, draftId))) {
      const lines = await sortCooperatively(
        read,
        (one, other) => one.rank - other.rank || (one.id < other.id ? -1 : 1),
      )
      return { revision: before ?? 0, lines }
    }
  }
}

async function revisionOf(db: Db, draftId: string): Promise<number | undefined> {
  const row = await db.selectFrom('draft').select('revision').where('id', '=', draftId).executeTakeFirst()
  return row?.revision
}

interface LineRow {
  readonly line_id: string
  readonly rank: number
  readonly texts: string
  readonly revision: number
}

/** @param look lines per statement; undefined: all */
async function readInBatches<Read>(
  db: Db,
  draftId: string,
  look: number | undefined,
  toLine: (row: LineRow) => Read,
): Promise<Read[]> {
  const lines: Read[] = []
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('draft_line')
      .select(['line_id', 'rank', 'texts', 'revision'])
      .where('draft_id', '=', draftId)
      .where('line_id', '>', after)
      .where('removed_at', 'is', null)
      .orderBy('line_id')
      .$if(look !== undefined, query => query.limit(look ?? 0))
      .execute()
    for (const row of rows) lines.push(toLine(row))
    const last = rows.at(-1)
    if (!last || look === undefined || rows.length < look) return lines
    after = last.line_id
    await setImmediate()
  }
}
