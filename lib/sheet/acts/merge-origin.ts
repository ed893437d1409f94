import { foldAddress } from '@/lib/sheet/schema/fold-address'
import type { Line, LineId, Texts } from '@/lib/sheet/schema/line'

/** Hidden key of a line: the order that it was merged from, as JSON of `MergeOrigin`. Stored drafts contain it. */
export const MERGE_ORIGIN = '[].$apart'

/**
 * The order that a merged line came from: `lead` is its first line; on that line, `said` has the order's own texts, and
 * `spoken` those of the merged order right after the merge. The member names are stored in drafts.
 */
export interface MergeOrigin {
  readonly lead: LineId
  readonly said?: Texts
  readonly spoken?: Texts
}

/** The order that a merged line came from; undefined for a line that was not merged. */
export function mergeOriginOf(line: Line): MergeOrigin | undefined {
  const kept = line.texts[MERGE_ORIGIN]
  return kept === undefined || kept === '' ? undefined : (JSON.parse(kept) as MergeOrigin)
}

/**
 * The texts of an original order after a merge: its own texts, with corrections that were made in the merged order since
 * in columns where both had the same text, ignoring spelling, or none. Texts of another original order stay there.
 * @param now texts of the merged order
 */
export function correctedTexts(origin: MergeOrigin, now: Texts, key: string): Texts {
  const { said: own = {}, spoken: merged = now } = origin
  const next: Record<string, string> = { ...own }
  for (const column of new Set([...Object.keys(now), ...Object.keys(merged)])) {
    const [then, text] = [merged[column] ?? '', now[column] ?? '']
    if (column === key || text === then || foldAddress(own[column] ?? '') !== foldAddress(then)) continue
    if (text === '') delete next[column]
    else next[column] = text
  }
  return next
}
