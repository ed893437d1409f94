import { hasSameTexts } from '@/lib/sheet/draft/replay'
import type { Line, LineId } from '@/lib/sheet/schema/line'
import {
  isAsSent,
  type KeptLine,
  type LineConflict,
  mergeLine,
  mergeRemoval,
  type SentLine,
  type SentRemoval,
  type Stamp,
} from './merge'

/** The stored draft that a save is merged into. */
export interface SaveContext {
  /** The stored lines that the save names, including removed ones. */
  readonly kept: ReadonlyMap<LineId, KeptLine>
  /** Lines whose orders are at the service: they keep their texts. */
  readonly held: { has(line: LineId): boolean }
  readonly stamp: Stamp
  /** Ranks of lines beside those of other sessions (place-saved.ts); absent when no other session saved. */
  readonly ranks?: ReadonlyMap<LineId, number> | undefined
}

/** What the server stores of a save, and what it reports to the session that saved. */
export interface SaveResult {
  /** Lines to store. */
  readonly lines: readonly KeptLine[]
  readonly conflicts: readonly LineConflict[]
  /** Lines that differ from what was sent: the session must update them. */
  readonly differing: readonly Line[]
  /** How many held lines the save would have changed or removed. */
  readonly refused: number
}

/** Merges a save into the stored lines of a draft. */
export function mergeSave(
  save: { readonly lines: readonly SentLine[]; readonly removes: readonly SentRemoval[] },
  { kept, held, stamp, ranks }: SaveContext,
): SaveResult {
  const lines: KeptLine[] = []
  const conflicts: LineConflict[] = []
  const differing: Line[] = []
  let refused = 0
  for (const sent of save.lines) {
    const stored = kept.get(sent.id)
    const isHeld = held.has(sent.id) && stored !== undefined && !stored.isRemoved
    if (isHeld && !hasSameTexts(stored.texts, sent.texts)) refused++
    const placed = { ...sent, rank: ranks?.get(sent.id) ?? sent.rank }
    const merged = mergeLine(stored, isHeld ? { ...placed, texts: stored.texts, before: {} } : placed, stamp)
    if (merged.line) lines.push(merged.line)
    conflicts.push(...merged.conflicts)
    const now = merged.line ?? stored
    if (now && !isAsSent(now, sent)) differing.push(toLine(now))
  }
  for (const removal of save.removes) {
    const stored = kept.get(removal.id)
    if (!stored || stored.isRemoved) continue
    const isHeld = held.has(removal.id)
    if (isHeld) refused++
    const merged = isHeld ? { line: undefined, conflicts: [] } : mergeRemoval(stored, removal, stamp)
    if (merged.line) lines.push(merged.line)
    else differing.push(toLine(stored))
    conflicts.push(...merged.conflicts)
  }
  return { lines, conflicts, differing, refused }
}

const toLine = ({ id, rank, texts }: KeptLine): Line => ({ id, rank, texts })
