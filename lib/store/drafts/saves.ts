import 'server-only'
import { sql } from 'kysely'
import type { Db } from '@/lib/store/db/database'
import { batches, yieldingBatches } from '@/lib/store/db/statements/batches'
import { ListStatement } from '@/lib/store/db/statements/list-statement'
import { deleteReplacedTexts } from './cell-history'
import { deleteDispatchLimits, writeDispatchLimits } from './dispatch-limits'
import { readTexts, writeTexts } from './line-texts'
import { deleteSearchKeys, writeSearchKeys } from './search/line-search'

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
  /** Set for a removed line: only its id and trail remain. */
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
  /** Records in which Lading itself finds errors; null: never counted. */
  readonly errors: number | null
}

/**
 * The draft of a save: `records` is the number of orders or products, if counted, and `errors` those of them in which
 * Lading itself finds errors, by the result of their last check; `countedAt` is when they were counted, by the clock of
 * the ledger (ISO 8601; the time of the save if absent); `connectionId` is the connection of a draft that the save
 * creates. A save that only counts is not an edit. `evenArchived` also saves an archived draft.
 */
export interface DraftSave {
  readonly id: string
  readonly sheet: string
  readonly name: string
  readonly operatorId: string
  readonly records?: number | undefined
  readonly errors?: Readonly<Record<'unchecked' | 'passed' | 'failed', number>> | undefined
  readonly countedAt?: string | undefined
  readonly connectionId?: string | undefined
  readonly isCountOnly?: boolean | undefined
  readonly evenArchived?: boolean | undefined
}

/**
 * Begins a save: creates the draft if needed, increments its revision, and locks it until the transaction
 * ends, so that saves of one draft are serialised. Times are UTC.
 * @returns the revision; undefined if the draft is deleted, or archived
 */
export async function beginSave(db: Db, draft: DraftSave, now: Date): Promise<number | undefined> {
  const at = now.toISOString()
  const edited = { updated_at: at, edited_by: draft.operatorId }
  const counted = {
    ...(draft.records === undefined ? {} : { records: draft.records }),
    ...(draft.errors && {
      errors: draft.errors.unchecked + draft.errors.passed + draft.errors.failed,
      errors_passed: draft.errors.passed,
      errors_failed: draft.errors.failed,
      errors_at: draft.countedAt ?? at,
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
      ...counted,
    })
    .onConflict(conflict => {
      const update = conflict
        .column('id')
        .doUpdateSet(row => ({
          ...(draft.isCountOnly ? {} : edited),
          ...counted,
          revision: row('draft.revision', '+', 1),
        }))
        .where('draft.deleted_at', 'is', null)
      return draft.evenArchived ? update : update.where('draft.archived_at', 'is', null)
    })
    .returning('revision')
    .executeTakeFirst()
  if (saved && !draft.isCountOnly)
    await insertSave.run(db, [], [[draft.id, saved.revision, draft.operatorId, at]])
  return saved?.revision
}

/**
 * Counts all errors of a draft as those of records that were never checked, because a check set aside their results.
 * The errors stay as they are when the draft was saved after a revision.
 */
export async function markErrorsUnchecked(db: Db, draftId: string, revision: number): Promise<void> {
  await db
    .updateTable('draft')
    .set({ errors_passed: 0, errors_failed: 0 })
    .where('id', '=', draftId)
    .where('revision', '=', revision)
    .execute()
}

const insertSave = new ListStatement(
  4,
  ({ list }) => sql`
    insert into draft_save (draft_id, revision, operator_id, at)
    select column1, cast(column2 as integer), column3, column4 from (values ${list}) as given`,
)

const selectLines = new ListStatement<Row>(
  1,
  ({ value, list }) => sql`
    select line_id, rank, texts, trail, removed_at from draft_line where draft_id = ${value} and line_id in (${list})`,
)

/** Lines of a draft, including removed ones. */
export async function readSavedLines(
  db: Db,
  draftId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SavedLine>> {
  const rows = await selectLines.run(
    db,
    [draftId],
    ids.map(id => [id]),
  )
  return new Map(rows.map(row => [row.line_id, toSavedLine(row)]))
}

// Both databases name the columns of a list column1, column2, …
const upsertLines = new ListStatement(
  4,
  ({ value, list }) => sql`
    insert into draft_line (draft_id, revision, removed_at, line_id, rank, texts, trail)
    select ${value}, cast(${value} as integer), ${value}, column1, cast(column2 as double precision), column3, column4
    from (values ${list}) as given
    where true
    on conflict (draft_id, line_id) do update set revision = excluded.revision, removed_at = excluded.removed_at,
      rank = excluded.rank, texts = excluded.texts, trail = excluded.trail`,
)

/**
 * Writes lines with this revision. Removed lines keep no text.
 * @param mayBeStored whether a line may be stored already; what else is stored of it is replaced then
 */
export async function writeLines(
  db: Db,
  draftId: string,
  revision: number,
  lines: readonly SavedLine[],
  now: Date,
  mayBeStored: (id: string) => boolean = () => true,
): Promise<void> {
  for await (const batch of yieldingBatches(lines)) {
    const [removed, kept] = [batch.filter(line => line.isRemoved), batch.filter(line => !line.isRemoved)]
    await upsertLines.run(db, [draftId, revision, now.toISOString()], removed.map(toRow))
    await upsertLines.run(db, [draftId, revision, null], kept.map(toRow))
    const stored = batch.map(({ id }) => id).filter(mayBeStored)
    await deleteSearchKeys(db, draftId, stored)
    await deleteDispatchLimits(db, draftId, stored)
    await writeSearchKeys(db, draftId, kept)
    await writeDispatchLimits(db, draftId, kept)
  }
}

const toRow = ({ id, rank, texts, trail }: SavedLine) => [id, rank, writeTexts(texts), JSON.stringify(trail)]

/** The revision of a draft from one row; undefined if it does not exist or was deleted. */
export async function findDraftRevision(db: Db, id: string): Promise<DraftRevision | undefined> {
  return db
    .selectFrom('draft')
    .select(['name', 'revision', 'floor', 'connection_id as connectionId', 'errors'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Which of these lines changed after a revision, including removed ones. */
export async function findLinesChangedAfter(
  db: Db,
  draftId: string,
  revision: number,
  lines: readonly string[],
): Promise<ReadonlySet<string>> {
  const changed = new Set<string>()
  for (const batch of batches(lines)) {
    const rows = await db
      .selectFrom('draft_line')
      .select('line_id')
      .where('draft_id', '=', draftId)
      .where('line_id', 'in', batch)
      .where('revision', '>', revision)
      .execute()
    for (const row of rows) changed.add(row.line_id)
  }
  return changed
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

/** The trails of lines that changed after a revision, including removed ones. */
export async function listTrailsAfter(
  db: Db,
  draftId: string,
  revision: number,
): Promise<Pick<SavedLine, 'id' | 'trail' | 'isRemoved'>[]> {
  const rows = await db
    .selectFrom('draft_line')
    .select(['line_id', 'trail', 'removed_at'])
    .where('draft_id', '=', draftId)
    .where('revision', '>', revision)
    .execute()
  return rows.map(row => ({
    id: row.line_id,
    trail: JSON.parse(row.trail) as SavedLine['trail'],
    isRemoved: row.removed_at !== null,
  }))
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
    .returning(['line_id', 'revision'])
    .execute()
  await deleteReplacedTexts(
    db,
    draftId,
    gone.map(({ line_id }) => line_id),
  )
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
