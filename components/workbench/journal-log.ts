import type { CellAddress, LineId, Patch } from '@/lib/sheet/draft'
import { invert } from '@/lib/sheet/draft'
import type { Step } from '@/lib/sheet/history'

/** Whose journal of which draft; the draft comes first, so that one deletes it by its name alone. */
export type Place = readonly [draft: string, owner: string]

/** An act as the journal lists it. Its patch is kept apart, in parts, and read when it is wanted. */
export interface ActEntry {
  readonly kind: 'act'
  /** Greater than that of every entry before it. */
  readonly n: number
  /** The sitting that wrote it: one workbench from its opening to its end. */
  readonly writer: string
  readonly at: CellAddress | null
  /** What of the step is no patch. */
  readonly rest: Omit<Step, 'patch' | 'at'>
  readonly parts: number
  /** Whether all parts were written; a tab may die between two of them. */
  readonly isWhole: boolean
  /** An estimate of its bytes. */
  readonly size: number
}

/** That an act was undone, or done again. */
export interface MoveEntry {
  readonly kind: 'undo' | 'redo'
  readonly n: number
  readonly writer: string
  readonly of: number
}

export type Entry = ActEntry | MoveEntry

/** What a log says: the acts to undo and to redo (the next one is last), and entries that mean nothing any more. */
export interface Folded {
  readonly past: readonly ActEntry[]
  readonly future: readonly ActEntry[]
  readonly dead: readonly Entry[]
}

/** Reads a log, whatever its order. Two tabs may have written into it by turns: each act is done or undone by itself. */
export function fold(log: readonly Entry[]): Folded {
  const past = new Map<number, ActEntry>()
  const future = new Map<number, ActEntry>()
  const dead: Entry[] = []
  for (const entry of [...log].sort((a, b) => a.n - b.n)) {
    if (entry.kind === 'act') {
      if (entry.isWhole) past.set(entry.n, entry)
      else dead.push(entry)
      continue
    }
    const [from, to] = entry.kind === 'undo' ? [past, future] : [future, past]
    const act = from.get(entry.of)
    if (!act) {
      dead.push(entry)
      continue
    }
    from.delete(act.n)
    to.set(act.n, act)
  }
  const byAge = [...past.values()].sort((a, b) => a.n - b.n)
  return { past: byAge, future: [...future.values()], dead }
}

/** Oldest acts that have to go so that the rest is within `limit` bytes. */
export function overLimit(past: readonly ActEntry[], limit: number): ActEntry[] {
  let room = limit - past.reduce((sum, act) => sum + act.size, 0)
  const over: ActEntry[] = []
  for (const act of past) {
    if (room >= 0) break
    room += act.size
    over.push(act)
  }
  return over
}

/** Something that was done to the draft; `isMove`: by undo or redo, which pass over cells that changed since. */
export interface Deed {
  readonly patch: Patch
  readonly isMove: boolean
}

/** What an entry did, by the patch of the act that it is, or is about. */
export const deedOf = (entry: Entry, patch: Patch): Deed => ({
  patch: entry.kind === 'undo' ? invert(patch) : patch,
  isMove: entry.kind !== 'act',
})

/** Lines of one part: small enough that copying it never holds up the screen. */
const PART = 400
/** Bytes that a cell takes in the browser's database, roughly. */
const CELL = 60

/** A patch in parts, in the order in which `join` wants them back. */
export function split({ changes, inserted, removed }: Patch): Patch[] {
  const parts: Patch[] = []
  const cut = <T>(items: readonly T[], patch: (some: readonly T[]) => Patch) => {
    for (let i = 0; i < items.length; i += PART) parts.push(patch(items.slice(i, i + PART)))
  }
  cut(removed, some => ({ changes: [], inserted: [], removed: some }))
  cut(inserted, some => ({ changes: [], inserted: some, removed: [] }))
  cut(changes, some => ({ changes: some, inserted: [], removed: [] }))
  return parts
}

export const join = (parts: readonly Patch[]): Patch => ({
  changes: parts.flatMap(part => part.changes),
  inserted: parts.flatMap(part => part.inserted),
  removed: parts.flatMap(part => part.removed),
})

/** An estimate of a patch's bytes; it looks at a few lines only. */
export function sizeOf({ changes, inserted, removed }: Patch): number {
  const cells = (texts: Readonly<Record<LineId, string>> = {}) => Object.keys(texts).length + 2
  return (
    CELL *
    (changes.length * (cells(changes[0]?.before) + cells(changes[0]?.after)) +
      inserted.length * cells(inserted[0]?.texts) +
      removed.length * cells(removed[0]?.texts))
  )
}
