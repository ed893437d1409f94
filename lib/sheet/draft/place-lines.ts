import type { Line, LineId } from '@/lib/sheet/schema/line'
import { byRank, type Draft, type LineChange, type Patch, ranksAfter, respaceRanks } from './draft'

/** New lines by the line that they follow; they get their ranks when they are placed. */
export type LinesToPlace = ReadonlyMap<LineId, readonly Line[]>

/** A patch that inserts lines. When no rank is left between two lines, every line of the draft gets a new rank. */
export function placeLines(draft: Draft, changes: readonly LineChange[], runs: LinesToPlace): Patch {
  const ranked = [...runs].map(([after, lines]) => {
    const ranks = ranksAfter(draft, after, lines.length)
    return ranks && lines.map((line, i) => ({ ...line, rank: ranks[i] ?? 0 }))
  })
  if (ranked.every(lines => lines !== undefined)) return { changes, inserted: ranked.flat(), removed: [] }
  const removed = [...draft.lines.values()].sort(byRank)
  const inserted = respaceRanks(removed.flatMap(line => [line, ...(runs.get(line.id) ?? [])]))
  return { changes, inserted, removed }
}
