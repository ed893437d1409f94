import type { Line, LineId } from './draft'
import {
  type Clash,
  isAsSent,
  type KeptLine,
  mergeLine,
  mergeRemoval,
  type SentLine,
  type SentRemoval,
  type Stamp,
} from './merge'
import { isSameText } from './replay'

/** What a save meets on the server. */
export interface Ground {
  /** The lines that the save names, as they are kept, those that were taken out included. */
  readonly kept: ReadonlyMap<LineId, KeptLine>
  /** Lines whose orders are at the service: they keep what they say. */
  readonly held: { has(line: LineId): boolean }
  readonly stamp: Stamp
  /** Where lines are put beside those of others (place-saved.ts); absent while nobody else saved anything. */
  readonly ranks?: ReadonlyMap<LineId, number> | undefined
}

/** What comes of a save. */
export interface SaveResult {
  /** Lines to be written. */
  readonly lines: readonly KeptLine[]
  readonly clashes: readonly Clash[]
  /** Lines that now are otherwise than the sitting believes. */
  readonly there: readonly Line[]
  /** Held lines that were to say something else, or to go. */
  readonly refused: number
}

/** Works a save into the lines of a draft, as they are kept now. */
export function mergeSave(
  save: { readonly lines: readonly SentLine[]; readonly removes: readonly SentRemoval[] },
  { kept, held, stamp, ranks }: Ground,
): SaveResult {
  const lines: KeptLine[] = []
  const clashes: Clash[] = []
  const there: Line[] = []
  let refused = 0
  for (const sent of save.lines) {
    const stored = kept.get(sent.id)
    const isHeld = held.has(sent.id) && stored !== undefined && !stored.isRemoved
    if (isHeld && !isSameText(stored.texts, sent.texts)) refused++
    const placed = { ...sent, rank: ranks?.get(sent.id) ?? sent.rank }
    const merged = mergeLine(stored, isHeld ? { ...placed, texts: stored.texts, before: {} } : placed, stamp)
    if (merged.line) lines.push(merged.line)
    clashes.push(...merged.clashes)
    const now = merged.line ?? stored
    if (now && !isAsSent(now, sent)) there.push(shown(now))
  }
  for (const removal of save.removes) {
    const stored = kept.get(removal.id)
    if (!stored || stored.isRemoved) continue
    const isHeld = held.has(removal.id)
    if (isHeld) refused++
    const merged = isHeld ? { line: undefined, clashes: [] } : mergeRemoval(stored, removal, stamp)
    if (merged.line) lines.push(merged.line)
    else there.push(shown(stored))
    clashes.push(...merged.clashes)
  }
  return { lines, clashes, there, refused }
}

const shown = ({ id, rank, texts }: KeptLine): Line => ({ id, rank, texts })
