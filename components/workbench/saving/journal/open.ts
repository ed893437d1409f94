import type { Line, LineId } from '@/lib/sheet/schema/line'
import { readAll, readKeys, within } from './database'
import { readStep } from './journal'
import { type Entry, type JournalKey, type LoggedEdit, loggedEditOf, type UnsentKey } from './log'
import { type Recovered, recover } from './recover'
import type { JournalEntryInfo } from './room'
import { hasWriterEnded, sessionsEnded } from './writers'

/** A draft as it is opened: the lines of the server, with edits that the server had not received. */
export interface OpenedDraft extends Recovered {
  readonly draftId: string
  /** The revision up to which the lines of the server were read. */
  readonly revision: number
  /** How many orders had errors as lists count them; undefined: the server does not have the draft. */
  readonly errors: number | undefined
  /** The lines to save, as the server has them; null: the server does not have the line. */
  readonly bases: ReadonlyMap<LineId, Line | null>
  /** The ended editing sessions whose unsaved edits these are. */
  readonly writers: readonly string[]
}

/**
 * The longest waits for the browser's database while a draft is opened, in milliseconds: for its first response, which
 * may never come, and for edits that it is known to have. A draft that opens without them looks as if they were lost.
 */
const FIRST_RESPONSE_TIMEOUT_MS = 3000
const EDITS_TIMEOUT_MS = 20_000

/** The lines of a draft on the server, and the revision that they have at least. */
export interface StoredDraft {
  readonly revision: number
  readonly errors?: number | undefined
  readonly lines: readonly Line[]
}

/** A draft without unsaved edits. */
export const openedAs = (draftId: string, { revision, errors, lines }: StoredDraft): OpenedDraft => ({
  draftId,
  revision,
  errors,
  lines,
  dirty: [],
  bases: new Map(),
  lost: 0,
  overwritten: [],
  writers: [],
})

/**
 * Applies edits that a tab could not save before it ended to the stored lines of their draft. Where the operator has
 * just left the draft and its last save is still on the way, its lines are read after that.
 */
export async function openWithUnsaved(
  place: JournalKey,
  read: () => Promise<StoredDraft>,
): Promise<OpenedDraft> {
  await withTimeout(sessionsEnded(place), undefined, EDITS_TIMEOUT_MS)
  const [stored, { edits, writers }] = await Promise.all([read(), readUnsavedInTime(place)])
  if (edits.length === 0) return { ...openedAs(place[0], stored), writers }
  const recovered = recover(stored.lines, edits)
  const dirty = new Set(recovered.dirty)
  const bases = new Map<LineId, Line | null>(recovered.dirty.map(id => [id, null]))
  for (const line of stored.lines) if (dirty.has(line.id)) bases.set(line.id, line)
  const { revision, errors } = stored
  return { draftId: place[0], revision, errors, bases, writers, ...recovered }
}

/** The newest draft of a sheet that was never saved to the server and is open in no tab. */
export async function findUnsavedNewDraft(owner: string, sheet: string): Promise<JournalKey | undefined> {
  const all = await withTimeout(readAll<JournalEntryInfo>('drafts'), [], FIRST_RESPONSE_TIMEOUT_MS)
  const candidates = all.filter(held => held.isNew && held.sheet === sheet && held.place[1] === owner)
  for (const { place } of candidates.sort((a, b) => b.touched - a.touched)) {
    if ((await readUnsavedInTime(place)).edits.length > 0) return place
  }
  return undefined
}

interface UnsavedEdits {
  readonly edits: readonly LoggedEdit[]
  readonly writers: readonly string[]
}

const nothing: UnsavedEdits = { edits: [], writers: [] }

async function readUnsavedInTime(place: JournalKey): Promise<UnsavedEdits> {
  const reading = readKeys<UnsentKey>('unsent', within(place))
  const keys = await withTimeout(reading, [], FIRST_RESPONSE_TIMEOUT_MS)
  return keys.length > 0 ? withTimeout(readEdits(place, keys), nothing, EDITS_TIMEOUT_MS) : nothing
}

async function readEdits(place: JournalKey, keys: readonly UnsentKey[]): Promise<UnsavedEdits> {
  const writers: string[] = []
  for (const writer of new Set(keys.map(([, , writer]) => writer)))
    if (await hasWriterEnded(writer)) writers.push(writer)
  if (writers.length === 0) return nothing
  const log = new Map((await readAll<Entry>('log', within(place))).map(entry => [entry.n, entry]))
  const edits: LoggedEdit[] = []
  for (const n of keys
    .flatMap(([, , writer, n]) => (writers.includes(writer) ? n : []))
    .sort((a, b) => a - b)) {
    const entry = log.get(n)
    const act = entry?.kind === 'act' ? entry : log.get(entry?.of ?? 0)
    const step = act?.kind === 'act' ? await readStep(place, act) : undefined
    if (entry && step) edits.push(loggedEditOf(entry, step.patch))
  }
  return { edits, writers }
}

const withTimeout = <T>(wanted: Promise<T>, instead: T, milliseconds: number): Promise<T> =>
  Promise.race([wanted, waited(milliseconds).then(() => instead)])

/** The step in which a wait is counted, in milliseconds. */
const WAIT_STEP_MS = 100

/**
 * Waits in steps, so that a task that blocks the page for seconds counts as one: meanwhile the page receives no
 * response of the database.
 */
async function waited(milliseconds: number): Promise<void> {
  for (let left = milliseconds; left > 0; left -= WAIT_STEP_MS)
    await new Promise(resolve => setTimeout(resolve, Math.min(left, WAIT_STEP_MS)))
}
