import type { Line, LineId } from '@/lib/sheet/draft'
import { readStep } from './journal'
import { readAll, readKeys, within } from './journal-database'
import { type Deed, deedOf, type Entry, type Place } from './journal-log'
import { type Recovered, recover } from './journal-recover'
import type { Held } from './journal-room'
import { isOver } from './journal-writers'

/** A draft as it is opened: what the server holds, and on top of it what it had not got. */
export interface Opened extends Recovered {
  readonly draftId: string
  /** Up to which the server's part is known. */
  readonly revision: number
  /** Of the lines to be saved, what the server has; null: nothing. */
  readonly bases: ReadonlyMap<LineId, Line | null>
  /** Sittings that are over, and whose unsaved edits these are. */
  readonly writers: readonly string[]
}

/** A draft is not kept waiting for the browser's database longer than this, in milliseconds. */
const PATIENCE = 1500

/** The lines of a draft on the server, and of which of its saves they are at least. */
export interface Stored {
  readonly revision: number
  readonly lines: readonly Line[]
}

/** An opened draft of which nothing was left unsaved. */
export const openedAs = (draftId: string, { revision, lines }: Stored): Opened => ({
  draftId,
  revision,
  lines,
  dirty: [],
  bases: new Map(),
  lost: 0,
  overwritten: [],
  writers: [],
})

/** Puts edits that a tab could not save any more onto the stored lines of their draft. */
export async function openWith(place: Place, reading: Promise<Stored>): Promise<Opened> {
  const [stored, { deeds, writers }] = await Promise.all([reading, inTime(readUnsaved(place), nothing)])
  if (deeds.length === 0) return { ...openedAs(place[0], stored), writers }
  const recovered = recover(stored.lines, deeds)
  const dirty = new Set(recovered.dirty)
  const bases = new Map<LineId, Line | null>(recovered.dirty.map(id => [id, null]))
  for (const line of stored.lines) if (dirty.has(line.id)) bases.set(line.id, line)
  return { draftId: place[0], revision: stored.revision, bases, writers, ...recovered }
}

/** The newest draft of a sheet that the server never heard of, and that no tab works on. */
export async function findUnheardOf(owner: string, sheet: string): Promise<Place | undefined> {
  const all = await readAll<Held>('drafts')
  const candidates = all.filter(held => held.isNew && held.sheet === sheet && held.place[1] === owner)
  for (const { place } of candidates.sort((a, b) => b.touched - a.touched)) {
    if ((await readUnsaved(place)).deeds.length > 0) return place
  }
  return undefined
}

interface Unsaved {
  readonly deeds: readonly Deed[]
  readonly writers: readonly string[]
}

const nothing: Unsaved = { deeds: [], writers: [] }

async function readUnsaved(place: Place): Promise<Unsaved> {
  const keys = await readKeys<[string, string, writer: string, n: number]>('unsent', within(place))
  const writers: string[] = []
  for (const writer of new Set(keys.map(([, , writer]) => writer)))
    if (await isOver(writer)) writers.push(writer)
  if (writers.length === 0) return nothing
  const log = new Map((await readAll<Entry>('log', within(place))).map(entry => [entry.n, entry]))
  const deeds: Deed[] = []
  for (const n of keys
    .flatMap(([, , writer, n]) => (writers.includes(writer) ? n : []))
    .sort((a, b) => a - b)) {
    const entry = log.get(n)
    const act = entry?.kind === 'act' ? entry : log.get(entry?.of ?? 0)
    const step = act?.kind === 'act' ? await readStep(place, act) : undefined
    if (entry && step) deeds.push(deedOf(entry, step.patch))
  }
  return { deeds, writers }
}

const inTime = <T>(wanted: Promise<T>, instead: T): Promise<T> =>
  Promise.race([wanted, new Promise<T>(resolve => setTimeout(resolve, PATIENCE, instead))])
