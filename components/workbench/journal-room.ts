import { readAll, type StoreName, within, write } from './journal-database'
import { type ActEntry, type Entry, fold, overLimit, type Place } from './journal-log'

/** What the journal holds of one draft. */
export interface Held {
  readonly place: Place
  readonly sheet: string
  /** When something was written last, in milliseconds since 1970. */
  readonly touched: number
  /** Bytes, roughly. */
  readonly size: number
  /** Whether the server never heard of the draft. */
  readonly isNew: boolean
}

/** What is older than this goes, in milliseconds: thirty days. */
const KEPT = 30 * 24 * 60 * 60 * 1000
/** Bytes that all drafts together may take; the browser may grant less. */
const LIMIT = 200 * 1024 * 1024

const stores: readonly StoreName[] = ['drafts', 'log', 'parts', 'unsent']

/** Forgets everything that an operator did in this browser. */
export const eraseJournal = () =>
  write(store => {
    for (const name of stores) store(name).clear()
  })

/** Forgets what was done to a draft; with an operator, what that one did. */
export const eraseDraft = (...place: readonly [draft: string, owner?: string]) =>
  write(store => {
    for (const name of stores) store(name).delete(within(place.filter(part => part !== undefined)))
  })

/** Forgets acts of a draft. */
export const eraseEntries = (place: Place, entries: readonly { readonly n: number }[]) =>
  write(store => {
    for (const { n } of entries) {
      store('log').delete([...place, n])
      store('parts').delete(within([...place, n]))
    }
  })

/** Forgets what is too old, what is of another operator, and above the limit the drafts that were longest not touched. */
export async function tidy([current, owner]: Place, now: number): Promise<void> {
  const held = await readAll<Held>('drafts')
  let room = LIMIT
  for (const { place, touched, size } of held.sort((a, b) => b.touched - a.touched)) {
    room -= size
    const isOther = place[1] !== owner
    if (place[0] === current && !isOther) continue
    if (isOther || now - touched > KEPT || room < 0) await eraseDraft(...place)
  }
}

/** Makes room for one draft: other drafts go first, then the older half of its own acts. @returns whether any came free */
export async function makeRoom(place: Place): Promise<boolean> {
  const others = (await readAll<Held>('drafts')).filter(held => held.place[0] !== place[0])
  for (const held of others) await eraseDraft(...held.place)
  if (others.length > 0) return true
  const { past } = fold(await readAll<Entry>('log', within(place)))
  const half = past.reduce((sum, act) => sum + act.size, 0) / 2
  const oldest: ActEntry[] = overLimit(past, half)
  if (oldest.length > 0) await eraseEntries(place, oldest)
  return oldest.length > 0
}
