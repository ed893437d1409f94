import type { Patch } from '@/lib/sheet/draft/draft'
import { invertPatch } from '@/lib/sheet/draft/draft'
import type { CellAddress, LineId } from '@/lib/sheet/schema/line'
import type { UndoStep } from '@/lib/sheet/workbook/acts/history'

/** The key of a journal. The draft comes first, so that all journals of a draft are one range of keys. */
export type JournalKey = readonly [draft: string, owner: string]

/** The key of an entry that the server may not have received. */
export type UnsentKey = readonly [...JournalKey, writer: string, n: number]

/** An act. Its patch is stored in parts, which are read when they are needed. */
export interface ActEntry {
  readonly kind: 'act'
  /** Greater than that of every entry before it. */
  readonly n: number
  /** The editing session that wrote it: one workbench from opening to closing. */
  readonly writer: string
  readonly at: CellAddress | null
  /** The step without its patch. */
  readonly rest: Omit<UndoStep, 'patch' | 'at'>
  readonly parts: number
  /** Whether all parts were written; a tab may end between two of them. */
  readonly isWhole: boolean
  /** An estimate of its bytes. */
  readonly size: number
}

/** An undo or redo of an act. */
export interface MoveEntry {
  readonly kind: 'undo' | 'redo'
  readonly n: number
  readonly writer: string
  readonly of: number
}

/** An entry of the journal's log: an act, or an undo or a redo of acts. */
export type Entry = ActEntry | MoveEntry

/** The acts that can be undone and redone (the next one is last), and entries without effect. */
export interface Folded {
  readonly past: readonly ActEntry[]
  readonly future: readonly ActEntry[]
  readonly dead: readonly Entry[]
}

/** Replays a log, in any order. Several tabs may have written into it: each act is done or undone separately. */
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

/** The oldest acts to erase so that the rest takes at most `limit` bytes. */
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

/** A change of the draft; `isMove`: by undo or redo, which skip cells that changed since. */
export interface LoggedEdit {
  readonly patch: Patch
  readonly isMove: boolean
}

/** The change that an entry made. @param patch of the act that the entry is, or refers to */
export const loggedEditOf = (entry: Entry, patch: Patch): LoggedEdit => ({
  patch: entry.kind === 'undo' ? invertPatch(patch) : patch,
  isMove: entry.kind !== 'act',
})

/** Lines of one part: few enough that copying them does not delay a frame. */
const LINES_PER_PART = 400
/** Bytes that a cell takes in the browser's database, roughly. */
const BYTES_PER_CELL = 60

/** A patch in parts, in the order in which `join` wants them back. */
export function split({ changes, inserted, removed }: Patch): Patch[] {
  const parts: Patch[] = []
  const cut = <T>(items: readonly T[], patch: (some: readonly T[]) => Patch) => {
    for (let i = 0; i < items.length; i += LINES_PER_PART)
      parts.push(patch(items.slice(i, i + LINES_PER_PART)))
  }
  cut(removed, some => ({ changes: [], inserted: [], removed: some }))
  cut(inserted, some => ({ changes: [], inserted: some, removed: [] }))
  cut(changes, some => ({ changes: some, inserted: [], removed: [] }))
  return parts
}

/** The patch that `split` cut into these parts. */
export const join = (parts: readonly Patch[]): Patch => ({
  changes: parts.flatMap(part => part.changes),
  inserted: parts.flatMap(part => part.inserted),
  removed: parts.flatMap(part => part.removed),
})

/** Estimates a patch's bytes from a few of its lines. */
export function sizeOf({ changes, inserted, removed }: Patch): number {
  const cells = (texts: Readonly<Record<LineId, string>> = {}) => Object.keys(texts).length + 2
  return (
    BYTES_PER_CELL *
    (changes.length * (cells(changes[0]?.before) + cells(changes[0]?.after)) +
      inserted.length * cells(inserted[0]?.texts) +
      removed.length * cells(removed[0]?.texts))
  )
}
