import { DAY_MS } from '@/lib/time-units'
import { readAll, readKeys, storeNames, within, write } from './database'
import { type ActEntry, type Entry, fold, type JournalKey, overLimit, type UnsentKey } from './log'

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
const MAX_AGE_MS = 30 * DAY_MS
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

/**
 * Erases journals that are too old or of another operator and, above the limit, those that were used longest ago. A
 * journal with edits that the server may not have received is not erased for its size (docs/decisions/0135).
 */
export async function prune([current, owner]: JournalKey, now: number): Promise<void> {
  const unsent = await draftsWithUnsent()
  const kept: (JournalEntryInfo & { readonly isNeeded: boolean })[] = []
  for (const info of await readAll<JournalEntryInfo>('drafts')) {
    const isOther = info.place[1] !== owner
    const isCurrent = info.place[0] === current && !isOther
    if (!isCurrent && (isOther || now - info.touched > MAX_AGE_MS)) await eraseDraft(...info.place)
    else kept.push({ ...info, isNeeded: isCurrent || unsent.has(nameOf(info.place)) })
  }
  let room = MAX_BYTES
  kept.sort((a, b) => Number(b.isNeeded) - Number(a.isNeeded) || b.touched - a.touched)
  for (const { place, size, isNeeded } of kept) {
    room -= size
    if (room < 0 && !isNeeded) await eraseDraft(...place)
  }
}

/**
 * Frees space for one draft: first the journals of other drafts, then the older half of its own acts. Edits that the
 * server may not have received stay (docs/decisions/0135).
 * @returns whether there was anything to erase
 */
export async function freeSpace(place: JournalKey): Promise<boolean> {
  const unsent = await draftsWithUnsent()
  const others = (await readAll<JournalEntryInfo>('drafts')).filter(
    held => held.place[0] !== place[0] && !unsent.has(nameOf(held.place)),
  )
  for (const held of others) await eraseDraft(...held.place)
  if (others.length > 0) return true
  const keys = await readKeys<UnsentKey>('unsent', within(place))
  const log = await readAll<Entry>('log', within(place))
  const actOf = new Map(log.map(entry => [entry.n, entry.kind === 'act' ? entry.n : entry.of]))
  const unsentActs = new Set(keys.map(([, , , n]) => actOf.get(n)))
  const past = fold(log).past.filter(({ n }) => !unsentActs.has(n))
  const half = past.reduce((sum, act) => sum + act.size, 0) / 2
  const oldest: ActEntry[] = overLimit(past, half)
  if (oldest.length > 0) await eraseEntries(place, oldest)
  return oldest.length > 0
}

/** Drafts, by `nameOf` their journals, with edits that the server may not have received. */
async function draftsWithUnsent(): Promise<ReadonlySet<string>> {
  const keys = await readKeys<UnsentKey>('unsent')
  return new Set(keys.map(([draft, owner]) => nameOf([draft, owner])))
}

const nameOf = (place: JournalKey): string => JSON.stringify(place)
