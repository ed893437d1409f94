import type { Line, LineId, Texts } from './draft'
import { plain } from './same-parcel'

/** Hidden key of a line: what its order was before it was merged, as JSON of `Apart`. */
export const APART = '[].$apart'

/**
 * Of a merged line: the first line of the order it was part of, and on that line what the order said of itself, and what
 * the parcel said once it was merged.
 */
export interface Apart {
  readonly lead: LineId
  readonly said?: Texts
  readonly spoken?: Texts
}

/** What is kept of the order that a merged line was part of; undefined where nobody merged it. */
export function apartOf(line: Line): Apart | undefined {
  const kept = line.texts[APART]
  return kept === undefined || kept === '' ? undefined : (JSON.parse(kept) as Apart)
}

/**
 * What a part of a parcel says now: what it said before, and what somebody changed in the parcel since wherever the part
 * said the same, spelling aside, or nobody said anything. What another part said stays that part's.
 * @param now what the parcel says
 */
export function corrected(apart: Apart, now: Texts, key: string): Texts {
  const { said = {}, spoken = now } = apart
  const next: Record<string, string> = { ...said }
  for (const column of new Set([...Object.keys(now), ...Object.keys(spoken)])) {
    const [then, text] = [spoken[column] ?? '', now[column] ?? '']
    if (column === key || text === then || plain(said[column] ?? '') !== plain(then)) continue
    if (text === '') delete next[column]
    else next[column] = text
  }
  return next
}
