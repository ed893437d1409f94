import 'server-only'
import type { Db } from '@/lib/store/db/database'
import { batches } from '@/lib/store/db/statements/batches'

/** How long a silent editing session counts as open, in milliseconds: hidden pages send few requests. */
export const EDITING_SESSION_TIMEOUT_MS = 75_000

/** Identifies an editing session of a draft. */
export interface EditingSessionKey {
  readonly draftId: string
  readonly id: string
}

/** An operator who has a draft open. */
export interface Participant {
  readonly editingSession: string
  readonly operatorId: string
  readonly name: string
}

/** The last save of an editing session and its response as JSON. Saves count from 1; 0: none. */
export async function findLastSave(
  db: Db,
  { draftId, id }: EditingSessionKey,
): Promise<{ seq: number; response: string } | undefined> {
  return db
    .selectFrom('draft_sitting')
    .select(['seq', 'answer as response'])
    .where('draft_id', '=', draftId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Stores the response to a save, in case it gets lost. */
export async function saveResponse(
  db: Db,
  key: EditingSessionKey,
  operatorId: string,
  { seq, response }: { readonly seq: number; readonly response: string },
  now: Date,
): Promise<void> {
  const save = { seq, answer: response }
  const seen_at = now.toISOString()
  await db
    .insertInto('draft_sitting')
    .values({ draft_id: key.draftId, id: key.id, operator_id: operatorId, ...save, seen_at })
    .onConflict(conflict => conflict.columns(['draft_id', 'id']).doUpdateSet(save))
    .execute()
}

/** Precedes the time at which a session ended; it sorts before all times. */
const ENDED_PREFIX = '-'

/**
 * Whether a session was seen, or ended, since a time (ISO 8601). A late request must not revive an ended
 * session.
 */
export async function wasSeenSince(
  db: Db,
  { draftId, id }: EditingSessionKey,
  since: string,
): Promise<boolean> {
  const known = await db
    .selectFrom('draft_sitting')
    .select('seen_at')
    .where('draft_id', '=', draftId)
    .where('id', '=', id)
    .executeTakeFirst()
  return (
    known !== undefined &&
    known.seen_at.slice(known.seen_at.startsWith(ENDED_PREFIX) ? ENDED_PREFIX.length : 0) >= since
  )
}

/** Updates when a session was last seen. */
export async function touchEditingSession(
  db: Db,
  key: EditingSessionKey,
  operatorId: string,
  now: Date,
): Promise<void> {
  const seen_at = now.toISOString()
  const row = { draft_id: key.draftId, id: key.id, operator_id: operatorId, seq: 0, answer: '', seen_at }
  await db
    .insertInto('draft_sitting')
    .values(row)
    .onConflict(conflict => conflict.columns(['draft_id', 'id']).doUpdateSet({ seen_at }))
    .execute()
}

/** Updates when sessions were last seen. Ended ones stay ended. */
export async function touchEditingSessions(
  db: Db,
  keys: readonly EditingSessionKey[],
  now: Date,
): Promise<void> {
  for (const some of batches(keys)) {
    await db
      .updateTable('draft_sitting')
      .set({ seen_at: now.toISOString() })
      .where(
        'draft_id',
        'in',
        some.map(key => key.draftId),
      )
      .where(
        'id',
        'in',
        some.map(key => key.id),
      )
      .where('seen_at', 'not like', `${ENDED_PREFIX}%`)
      .execute()
  }
}

/** Moves the time at which a session was last seen back to `seenAt`, unless it was seen before that or has ended. */
export async function ageEditingSession(
  db: Db,
  { draftId, id }: EditingSessionKey,
  seenAt: Date,
): Promise<void> {
  await db
    .updateTable('draft_sitting')
    .set({ seen_at: seenAt.toISOString() })
    .where('draft_id', '=', draftId)
    .where('id', '=', id)
    .where('seen_at', '>', seenAt.toISOString())
    .execute()
}

/** Ends a session at once instead of after its timeout. Its saves stay known. */
export async function endEditingSession(
  db: Db,
  key: EditingSessionKey,
  operatorId: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable('draft_sitting')
    .set({ seen_at: `${ENDED_PREFIX}${now.toISOString()}` })
    .where('draft_id', '=', key.draftId)
    .where('id', '=', key.id)
    .where('operator_id', '=', operatorId)
    .execute()
}

/** Operators who were seen on a draft since a time (ISO 8601). */
export async function listParticipants(db: Db, draftId: string, since: string): Promise<Participant[]> {
  return db
    .selectFrom('draft_sitting')
    .innerJoin('operator', 'operator.id', 'draft_sitting.operator_id')
    .select(['draft_sitting.id as editingSession', 'operator.id as operatorId', 'operator.name'])
    .where('draft_id', '=', draftId)
    .where('seen_at', '>=', since)
    .orderBy('operator.name')
    .orderBy('draft_sitting.id')
    .execute()
}

/** The operators of editing sessions, by session id. */
export async function findSessionOperators(
  db: Db,
  draftId: string,
  editingSessions: readonly string[],
): Promise<ReadonlyMap<string, { readonly id: string; readonly name: string }>> {
  if (editingSessions.length === 0) return new Map()
  const rows = await db
    .selectFrom('draft_sitting')
    .innerJoin('operator', 'operator.id', 'draft_sitting.operator_id')
    .select(['draft_sitting.id as editingSession', 'operator.id', 'operator.name'])
    .where('draft_id', '=', draftId)
    .where('draft_sitting.id', 'in', editingSessions)
    .execute()
  return new Map(rows.map(({ editingSession, id, name }) => [editingSession, { id, name }]))
}

/** Deletes sessions of a draft that were not seen since a time and never saved. */
export async function deleteIdleSessions(db: Db, draftId: string, before: string): Promise<void> {
  await db
    .deleteFrom('draft_sitting')
    .where('draft_id', '=', draftId)
    .where('seq', '=', 0)
    .where('seen_at', '<', before)
    .execute()
}

/**
 * Empties stored responses of sessions that were not seen since a time, because they may contain texts of
 * lines.
 */
export async function clearResponses(db: Db, draftId: string, before: string): Promise<void> {
  await db
    .updateTable('draft_sitting')
    .set({ answer: '' })
    .where('draft_id', '=', draftId)
    .where('seen_at', '<', before)
    .where('answer', '<>', '')
    .execute()
}
