import 'server-only'
import { sql } from 'kysely'
import { chunks, pieces } from './chunks'
import type { Handle } from './database'
import type { DraftHead, StoredLine } from './drafts'
import { readTexts, writeTexts } from './line-texts'

/** A line with what was written into it when: by column, the revision and the sitting; '' is for all the others. */
export interface KeptRow extends StoredLine {
  readonly trail: Readonly<Record<string, readonly [revision: number, sitting: string]>>
  /** It was taken out: nothing of it is left but that. */
  readonly isRemoved: boolean
}

/** How far a reader has come: every line up to `revision` is known to it, of the next one those up to the id `line`. */
export interface Cursor {
  readonly revision: number
  readonly line: string
}

/** What a reader who has come so far asks of a draft first. */
export interface Pulse {
  readonly name: string
  readonly revision: number
  /** Who has come less far has to read all lines again. */
  readonly floor: number
}

/**
 * Begins a save: makes the draft if this is its first, counts its revision, and holds it until the transaction ends, so
 * that saves of one draft come one after the other. Times are UTC.
 * @returns the revision; undefined of a draft that was archived or deleted: it takes nothing
 */
export async function openDraft(handle: Handle, draft: DraftHead, now: Date): Promise<number | undefined> {
  const at = now.toISOString()
  const edited = {
    updated_at: at,
    edited_by: draft.operatorId,
    ...(draft.records === undefined ? {} : { records: draft.records }),
  }
  const saved = await handle
    .insertInto('draft')
    .values({
      id: draft.id,
      sheet: draft.sheet,
      name: draft.name,
      created_by: draft.operatorId,
      created_at: at,
      revision: 1,
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

/** Some lines of a draft, those that were taken out included. */
export async function readKept(
  handle: Handle,
  draftId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, KeptRow>> {
  const kept = new Map<string, KeptRow>()
  for (const some of chunks(ids)) {
    const rows = await handle
      .selectFrom('draft_line')
      .select(['line_id', 'rank', 'texts', 'trail', 'removed_at'])
      .where('draft_id', '=', draftId)
      .where('line_id', 'in', some)
      .execute()
    for (const row of rows) kept.set(row.line_id, keptOf(row))
  }
  return kept
}

/** Writes lines as they are from this revision on. What was taken out keeps no text. */
export async function writeLines(
  handle: Handle,
  draftId: string,
  revision: number,
  lines: readonly KeptRow[],
  now: Date,
): Promise<void> {
  for await (const some of pieces(lines)) {
    const rows = some.map(line => ({
      draft_id: draftId,
      line_id: line.id,
      rank: line.rank,
      texts: writeTexts(line.texts),
      revision,
      trail: JSON.stringify(line.trail),
      removed_at: line.isRemoved ? now.toISOString() : null,
    }))
    await handle
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
  }
}

/** How a draft stands, by one row; undefined: there is none, or it was deleted. */
export async function draftPulse(handle: Handle, id: string): Promise<Pulse | undefined> {
  return handle
    .selectFrom('draft')
    .select(['name', 'revision', 'floor'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Lines that changed since, those that were taken out included, in the order of their changes; at most `limit`. */
export async function readChanges(
  handle: Handle,
  draftId: string,
  since: Cursor,
  limit: number,
): Promise<(KeptRow & { readonly revision: number })[]> {
  const rows = await handle
    .selectFrom('draft_line')
    .select(['line_id', 'rank', 'texts', 'trail', 'removed_at', 'revision'])
    .where('draft_id', '=', draftId)
    .where(sql<boolean>`(revision, line_id) > (${since.revision}, ${since.line})`)
    .orderBy('revision')
    .orderBy('line_id')
    .limit(limit)
    .execute()
  return rows.map(row => ({ ...keptOf(row), revision: row.revision }))
}

/** Forgets lines that were taken out before a time (ISO 8601). Whoever has not heard of them reads all lines again. */
export async function forgetRemoved(handle: Handle, draftId: string, before: string): Promise<void> {
  const gone = await handle
    .deleteFrom('draft_line')
    .where('draft_id', '=', draftId)
    .where('removed_at', '<', before)
    .returning('revision')
    .execute()
  const floor = gone.reduce((highest, { revision }) => Math.max(highest, revision), 0)
  if (floor === 0) return
  await handle
    .updateTable('draft')
    .set({ floor })
    .where('id', '=', draftId)
    .where('floor', '<', floor)
    .execute()
}

interface Row {
  line_id: string
  rank: number
  texts: string
  trail: string
  removed_at: string | null
}

const keptOf = (row: Row): KeptRow => ({
  id: row.line_id,
  rank: row.rank,
  texts: readTexts(row.texts),
  trail: JSON.parse(row.trail) as KeptRow['trail'],
  isRemoved: row.removed_at !== null,
})
