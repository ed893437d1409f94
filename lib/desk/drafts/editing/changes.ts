import 'server-only'
import { setImmediate } from 'node:timers/promises'
import type * as z from 'zod'
import { authorName } from '@/lib/desk/author-name'
import type { Cursor, changesQuery, DraftChanges, Participant } from '@/lib/desk-api/drafts/changes'
import { listRehearsals } from '@/lib/store/connections/changes'
import { type Database, database } from '@/lib/store/db/database'
import { listConflictNotices } from '@/lib/store/drafts/conflicts'
import { readLines } from '@/lib/store/drafts/drafts'
import {
  EDITING_SESSION_TIMEOUT_MS,
  type EditingSessionKey,
  endEditingSession,
  findSessionOperators,
  listParticipants,
  touchEditingSession,
  wasSeenSince,
} from '@/lib/store/drafts/editing-sessions'
import type { StoredLine } from '@/lib/store/drafts/saves'
import { findDraftRevision, readLineChanges, type SavedLine } from '@/lib/store/drafts/saves'
import { iso } from '@/lib/store/stored-values'

/** Lines of one page: a response has at most some hundred kilobytes. */
const PAGE_SIZE = 250
/** How often the last request of a session is stored, in milliseconds. */
const TOUCH_INTERVAL_MS = 8000
/** Lines that are written to a response at once; a draft may have 100,000 lines, so other requests run in between. */
const LINES_AT_ONCE = 500

/** Changes of others since an editing session last read a draft, and their authors; null: the draft does not exist. */
export async function draftChanges(
  draftId: string,
  { editingSession, since, line, notified }: z.output<typeof changesQuery>,
  operatorId: string,
): Promise<DraftChanges | null> {
  const key = { draftId, id: editingSession }
  const cursor = { revision: since, line }
  const changes = await readDraftChanges(await database(), key, operatorId, cursor, notified, new Date())
  return changes ?? null
}

/** Ends an editing session: others no longer see its operator on the draft. */
export async function leaveDraft(draftId: string, editingSession: string, operatorId: string): Promise<void> {
  const { write } = await database()
  await write(trx => endEditingSession(trx, { draftId, id: editingSession }, operatorId, new Date()))
}

/**
 * JSON of a draft's lines, with the revision after which changes are read, and how many orders have errors as lists
 * count them: `{revision, errors, lines: [{id, rank, texts}]}`. A draft that was never saved has no `errors`.
 */
export async function draftLines(draftId: string): Promise<AsyncGenerator<Buffer>> {
  const { kysely, longReads } = await database()
  // The revision is read first, so the lines are at least as new.
  const draft = await findDraftRevision(kysely, draftId)
  const head = draft ? { revision: draft.revision, errors: draft.errors ?? 0 } : { revision: 0 }
  return linesAsJson(head, await readLines(longReads, draftId))
}

async function* linesAsJson(head: object, lines: readonly StoredLine[]): AsyncGenerator<Buffer> {
  yield Buffer.from(`${JSON.stringify(head).slice(0, -1)},"lines":[`)
  for (let at = 0; at < lines.length; at += LINES_AT_ONCE) {
    const batch = JSON.stringify(lines.slice(at, at + LINES_AT_ONCE)).slice(1, -1)
    yield Buffer.from(at === 0 ? batch : `,${batch}`)
    await setImmediate()
  }
  yield Buffer.from(']}')
}

/**
 * Reads the changes that are new to an editing session.
 * @param notified the revision up to which it knows conflicts
 * @returns undefined: there is no such draft
 */
export async function readDraftChanges(
  { kysely: handle, write }: Pick<Database, 'kysely' | 'write'>,
  key: EditingSessionKey,
  operatorId: string,
  since: Cursor,
  notified: number,
  now: Date,
): Promise<DraftChanges | undefined> {
  const { draftId, id: session } = key
  // The revision is read first, so the lines are at least as new.
  const draft = await findDraftRevision(handle, draftId)
  if (!draft) return undefined
  const ago = (time: number) => iso(now.getTime() - time)
  if (!(await wasSeenSince(handle, key, ago(TOUCH_INTERVAL_MS))))
    await write(trx => touchEditingSession(trx, key, operatorId, now))
  const isOutdated = since.revision <= draft.floor
  const isNew = since.revision <= draft.revision && !isOutdated
  const rows = isNew ? await readLineChanges(handle, draftId, since, PAGE_SIZE) : []
  const last = rows.length === PAGE_SIZE ? rows.at(-1) : undefined
  const authors = new Map(rows.map(row => [row.id, authorOf(row, session)]))
  const people = await findSessionOperators(handle, draftId, [...new Set(authors.values())])
  const isYou = (id: string) => id === operatorId
  const by = ({ id }: SavedLine) => authors.get(id) ?? ''
  const present = await listParticipants(handle, draftId, ago(EDITING_SESSION_TIMEOUT_MS))
  const clashes = await listConflictNotices(
    handle,
    draftId,
    { id: session, operatorId },
    notified,
    ago(EDITING_SESSION_TIMEOUT_MS),
  )
  return {
    name: draft.name,
    connectionId: draft.connectionId,
    rehearsals: await listRehearsals(handle),
    revision: draft.revision,
    isOutdated,
    lines: rows
      .filter(row => !row.isRemoved)
      .map(row => ({ id: row.id, rank: row.rank, texts: row.texts, by: by(row) })),
    removed: rows.filter(row => row.isRemoved).map(row => ({ id: row.id, by: by(row) })),
    people: Object.fromEntries(
      [...people].map(([id, who]): [string, Participant] => [
        id,
        { name: authorName(who.name), isYou: isYou(who.id) },
      ]),
    ),
    next: last ? { revision: last.revision, line: last.id } : null,
    participants: present
      .filter((one, i) => one.editingSession !== session && isFirst(present, one, i, session))
      .map(one => ({ name: one.name, isYou: isYou(one.operatorId) })),
    notices: clashes.map(({ by: name, byId, ...clash }) => ({
      ...clash,
      by: { name: authorName(name), isYou: isYou(byId) },
    })),
  }
}

type Presence = Awaited<ReturnType<typeof listParticipants>>

/** An operator with several tabs is listed once. */
const isFirst = (all: Presence, one: Presence[number], at: number, session: string): boolean =>
  all.findIndex(other => other.operatorId === one.operatorId && other.editingSession !== session) === at

/** The session that wrote into a line last, except the requesting one. */
function authorOf({ trail }: SavedLine, session: string): string {
  const others = Object.values(trail).filter(([, who]) => who !== session)
  return others.reduce<readonly [number, string]>(
    (newest, one) => (one[0] > newest[0] ? one : newest),
    [-1, ''],
  )[1]
}
