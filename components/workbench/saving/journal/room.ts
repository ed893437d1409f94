import { readAll, storeNames, within, write } from './database'
import { type ActEntry, type Entry, fold, type JournalKey, overLimit } from './log'

/** The journal's data about one draft. */
export interface JournalEntryInfo {
  readonly place: JournalKey
  readonly sheet: string
  /** The time of the last write, in milliseconds since 1970. */
  readonly touched: number
  /** Bytes, roughly. */
  readonly size: number
  /** Whether the draft was never saved to the server. */
  readonly isNew: boolean
}

/** Entries that are older than this are erased, in milliseconds: thirty days. */
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000
/** Bytes that all drafts together may use; the browser may grant less. */
const MAX_BYTES = 200 * 1024 * 1024

/** Erases the journal of a draft: of one operator, or of all. */
export const eraseDraft = (...place: readonly [draft: string, owner?: string]) =>
  write(store => {
    for (const name of storeNames) store(name).delete(within(place.filter(part => part !== undefined)))
  })

/** Erases entries of a draft. */
export const eraseEntries = (place: JournalKey, entries: readonly { readonly n: number }[]) =>
  write(store => {
    for (const { n } of entries) {
      store('log').delete([...place, n])
      store('parts').delete(within([...place, n]))
    }
  })

/** Erases journals that are too old or of another operator and, above the limit, those that were used longest ago. */
export async function prune([current, owner]: JournalKey, now: number): Promise<void> {
  const held = await readAll<JournalEntryInfo>('drafts')
  let room = MAX_BYTES
  for (const { place, touched, size } of held.sort((a, b) => b.touched - a.touched)) {
    room -= size
    const isOther = place[1] !== owner
    if (place[0] === current && !isOther) continue
    if (isOther || now - touched > MAX_AGE_MS || room < 0) await eraseDraft(...place)
  }
}

/**
 * Frees space for one draft: first the journals of other drafts, then the older half of its own acts.
 * @returns whether there was anything to erase
 */
export async function freeSpace(place: JournalKey): Promise<boolean> {
  const others = (await readAll<JournalEntryInfo>('drafts')).filter(held => held.place[0] !== place[0])
  for (const held of others) await eraseDraft(...held.place)
  if (others.length > 0) return true
  const { past } = fold(await readAll<Entry>('log', within(place)))
  const half = past.reduce((sum, act) => sum + act.size, 0) / 2
  const oldest: ActEntry[] = overLimit(past, half)
  if (oldest.length > 0) await eraseEntries(place, oldest)
  return oldest.length > 0
}
