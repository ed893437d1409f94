import 'server-only'
import { setImmediate } from 'node:timers/promises'
import type { Handle } from './database'
import { openDraft, writeLines } from './draft-saves'
import { readTexts } from './line-texts'
import { sortInTurns } from './sort-in-turns'

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
  /** Orders or products at the last save; null: never counted. */
  readonly records: number | null
  readonly isArchived: boolean
  /** When personal data of its lines was erased last (ISO 8601). */
  readonly erasedAt: string | null
}

/** Whether a draft takes edits; if not, who put it away and when (ISO 8601). */
export type Fate =
  | { readonly state: 'open' }
  | { readonly state: 'archived' | 'deleted'; readonly by: string; readonly at: string }

/** A draft that is saved: `records` are its orders or products, where they were counted. */
export interface DraftHead {
  readonly id: string
  readonly sheet: string
  readonly name: string
  readonly operatorId: string
  readonly records?: number | undefined
}

/** What an operator changed since the last save: lines as they are now, and lines that are gone. */
export interface LineChanges {
  readonly upserts: readonly StoredLine[]
  readonly removes: readonly string[]
}

/**
 * Saves changes of a draft's lines whatever stands there, and makes the draft when this is its first. One that was
 * archived or deleted takes nothing, and the answer says so. Who edits beside others saves by `draft-saves.ts`.
 */
export async function saveLines(
  handle: Handle,
  draft: DraftHead,
  changes: LineChanges,
  now: Date,
): Promise<Fate> {
  const revision = await openDraft(handle, draft, now)
  if (revision === undefined) return fateOf(handle, draft.id)
  const trail = { '': [revision, ''] } as const
  const gone = { rank: 0, texts: {}, trail, isRemoved: true }
  const removed = changes.removes.map(id => ({ id, ...gone }))
  const upserts = changes.upserts.map(line => ({ ...line, trail, isRemoved: false }))
  await writeLines(handle, draft.id, revision, [...removed, ...upserts], now)
  return { state: 'open' }
}

/** Whether a draft takes edits; one that was never saved does. */
export async function fateOf(handle: Handle, id: string): Promise<Fate> {
  const row = await handle
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

/** @returns false when there is no such draft. */
export async function renameDraft(handle: Handle, id: string, name: string): Promise<boolean> {
  const result = await handle
    .updateTable('draft')
    .set({ name })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** A draft by id; a deleted one is not found. */
export async function findDraft(handle: Handle, id: string): Promise<StoredDraft | undefined> {
  const row = await handle
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
    }
  )
}

/** Lines of one look: reading and parsing them takes a few milliseconds, then others get their turn. */
const LOOK = 1000

/** Times that lines are read anew because somebody saved meanwhile; then all of them at once. */
const TRIES = 3

/** A draft's lines by rank, as they were at one moment. */
export async function readLines(handle: Handle, draftId: string): Promise<StoredLine[]> {
  for (let time = 1; ; time++) {
    const before = await revisionOf(handle, draftId)
    const lines = await readInLooks(handle, draftId, time > TRIES ? undefined : LOOK)
    if (time > TRIES || before === (await revisionOf(handle, draftId))) {
      return sortInTurns(lines, (one, other) => one.rank - other.rank || (one.id < other.id ? -1 : 1))
    }
  }
}

async function revisionOf(handle: Handle, draftId: string): Promise<number | undefined> {
  const row = await handle.selectFrom('draft').select('revision').where('id', '=', draftId).executeTakeFirst()
  return row?.revision
}

/** @param look lines of one statement; undefined: all */
async function readInLooks(handle: Handle, draftId: string, look: number | undefined): Promise<StoredLine[]> {
  const lines: StoredLine[] = []
  for (let after = ''; ; ) {
    const rows = await handle
      .selectFrom('draft_line')
      .select(['line_id', 'rank', 'texts'])
      .where('draft_id', '=', draftId)
      .where('line_id', '>', after)
      .where('removed_at', 'is', null)
      .orderBy('line_id')
      .$if(look !== undefined, query => query.limit(look ?? 0))
      .execute()
    for (const { line_id: id, rank, texts } of rows) lines.push({ id, rank, texts: readTexts(texts) })
    const last = rows.at(-1)
    if (!last || look === undefined || rows.length < look) return lines
    after = last.line_id
    await setImmediate()
  }
}
