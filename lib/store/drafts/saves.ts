import 'server-only'
import { sql } from 'kysely'
import { batches, yieldingBatches } from '@/lib/store/db/batches'
import type { Db } from '@/lib/store/db/database'
import { writeDispatchLimits } from './dispatch-limits'
import { writeSearchKeys } from './line-search'
import { readTexts, writeTexts } from './line-texts'

/** A stored line of a draft. */
export interface StoredLine {
  readonly id: string
  readonly rank: number
  readonly texts: Readonly<Record<string, string>>
}

/**
 * A line with its trail: by column, the revision and the session of the last write; '' means all other columns.
 */
export interface SavedLine extends StoredLine {
  readonly trail: Readonly<Record<string, readonly [revision: number, session: string]>>
  /** Set for a removed line, of which only id and trail remain. */
  readonly isRemoved: boolean
}

/**
 * How far a reader has read: every line up to `revision`, and of the next revision the lines up to the id
 * `line`.
 */
interface ChangeCursor {
  readonly revision: number
  readonly line: string
}

/** What a reader checks before it reads changes. */
interface DraftRevision {
  readonly name: string
  readonly revision: number
  /** Readers behind this revision must read all lines again. */
  readonly floor: number
  /** The connection on which it was last used; null: not chosen yet. */
  readonly connectionId: string | null
}

/**
 * The draft of a save: `records` is the number of orders or products, if counted, and `errors` those of them in which
 * Lading itself finds errors, by what their last check said; `connectionId` is the connection of a draft that the save
 * creates.
 */
export interface DraftSave {
  readonly id: string
  readonly sheet: string
  readonly name: string
  readonly operatorId: string
  readonly records?: number | undefined
  readonly errors?: Readonly<Record<'unchecked' | 'passed' | 'failed', number>> | undefined
  readonly connectionId?: string | undefined
}

/**
 * Begins a save: creates the draft if needed, increments its revision, and locks it until the transaction
 * ends, so that saves of one draft are serialised. Times are UTC.
 * @returns the revision; undefined if the draft is archived or deleted
 */
export async function beginSave(db: Db, draft: DraftSave, now: Date): Promise<number | undefined> {
  const at = now.toISOString()
  const edited = {
    updated_at: at,
    edited_by: draft.operatorId,
    ...(draft.records === undefined ? {} : { records: draft.records }),
    ...(draft.errors && {
      errors: draft.errors.unchecked + draft.errors.passed + draft.errors.failed,
      errors_passed: draft.errors.passed,
      errors_failed: draft.errors.failed,
    }),
  }
  const saved = await db
    .insertInto('draft')
    .values({
      id: draft.id,
      sheet: draft.sheet,
      name: draft.name,
      created_by: draft.operatorId,
      created_at: at,
      revision: 1,
      connection_id: draft.connectionId ?? null,
      ...edited,
    })
    .onConflict(conflict =>
      conflict
        .column('id')
        .doUpdateSet(row => ({ ...edited, revision: row('draft.revision', '+', 1) }))
        .where('draft.archived_at', 'is', null)
        .where('draft.deleted_at', 'is', null),
    )
    .returning('revision')
    .executeTakeFirst()
  return saved?.revision
}

/** Lines of a draft, including removed ones. */
export async function readSavedLines(
  db: Db,
  draftId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SavedLine>> {
  const kept = new Map<string, SavedLine>()
  for (const batch of batches(ids)) {
    const rows = await db
      .selectFrom('draft_line')
      .select(['line_id', 'rank', 'texts', 'trail', 'removed_at'])
      .where('draft_id', '=', draftId)
      .where('line_id', 'in', batch)
      .execute()
    for (const row of rows) kept.set(row.line_id, toSavedLine(row))
  }
  return kept
}

/** Writes lines with this revision. Removed lines keep no text. */
export async function writeLines(
  db: Db,
  draftId: string,
  revision: number,
  lines: readonly SavedLine[],
  now: Date,
): Promise<void> {
  for await (const batch of yieldingBatches(lines)) {
    const rows = batch.map(line => ({
      draft_id: draftId,
      line_id: line.id,
      rank: line.rank,
      texts: writeTexts(line.texts),
      revision,
      trail: JSON.stringify(line.trail),
      removed_at: line.isRemoved ? now.toISOString() : null,
    }))
    await db
      .insertInto('draft_line')
      .values(rows)
      .onConflict(conflict =>
        conflict.columns(['draft_id', 'line_id']).doUpdateSet(row => ({
          rank: row.ref('excluded.rank'),
          texts: row.ref('excluded.texts'),
          revision: row.ref('excluded.revision'),
          trail: row.ref('excluded.trail'),
          removed_at: row.ref('excluded.removed_at'),
        })),
      )
      .execute()
    await writeSearchKeys(db, draftId, batch)
    await writeDispatchLimits(db, draftId, batch)
  }
}

/** The revision of a draft from one row; undefined if it does not exist or was deleted. */
export async function findDraftRevision(db: Db, id: string): Promise<DraftRevision | undefined> {
  return db
    .selectFrom('draft')
    .select(['name', 'revision', 'floor', 'connection_id as connectionId'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Ids of lines that changed after a revision, including removed ones. */
export async function listLinesChangedAfter(
  db: Db,
  draftId: string,
  revision: number,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('draft_line')
    .select('line_id')
    .where('draft_id', '=', draftId)
    .where('revision', '>', revision)
    .execute()
  return new Set(rows.map(row => row.line_id))
}

/** Lines that changed since, including removed ones, in the order of their changes; at most `limit`. */
export async function readLineChanges(
  db: Db,
  draftId: string,
  since: ChangeCursor,
  limit: number,
): Promise<(SavedLine & { readonly revision: number })[]> {
  const rows = await db
    .selectFrom('draft_line')
    .select(['line_id', 'rank', 'texts', 'trail', 'removed_at', 'revision'])
    .where('draft_id', '=', draftId)
    .where(sql<boolean>`(revision, line_id) > (${since.revision}, ${since.line})`)
    .orderBy('revision')
    .orderBy('line_id')
    .limit(limit)
    .execute()
  return rows.map(row => ({ ...toSavedLine(row), revision: row.revision }))
}

/**
 * Deletes lines that were removed before a time (ISO 8601). Readers that do not know of them read all lines
 * again.
 */
export async function purgeRemovedLines(db: Db, draftId: string, before: string): Promise<void> {
  const gone = await db
    .deleteFrom('draft_line')
    .where('draft_id', '=', draftId)
    .where('removed_at', '<', before)
    .returning('revision')
    .execute()
  const floor = gone.reduce((highest, { revision }) => Math.max(highest, revision), 0)
  if (floor === 0) return
  await db.updateTable('draft').set({ floor }).where('id', '=', draftId).where('floor', '<', floor).execute()
}

interface Row {
  line_id: string
  rank: number
  texts: string
  trail: string
  removed_at: string | null
}

const toSavedLine = (row: Row): SavedLine => ({
  id: row.line_id,
  rank: row.rank,
  texts: readTexts(row.texts),
  trail: JSON.parse(row.trail) as SavedLine['trail'],
  isRemoved: row.removed_at !== null,
})
