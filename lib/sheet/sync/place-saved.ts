import { isBlank } from '@/lib/sheet/schema/kinds'
import type { LineId } from '@/lib/sheet/schema/line'
import type { SentLine } from './merge'

/** A line that another session inserted and the saving session has not seen. */
export interface ConcurrentLine {
  readonly rank: number
  /** The number of its order; '' continues the order above. */
  readonly key: string
}

/** What inserting lines needs to know of the stored draft. */
export interface DraftNeighbourhood {
  /** Lines of other saves near the new ones, by ascending rank. */
  readonly concurrentLines: readonly ConcurrentLine[]
  rankOf(line: LineId): number | undefined
  keyOf(line: LineId): string
}

/** Share of the gap between two lines that each new line takes: later lines, and those of others, need room as well. */
const GAP_SHARE = 2 ** -14
/** Distance of new lines when the gap is not known. */
const MIN_GAP = 2 ** -20

/**
 * Ranks for inserted or moved lines of a save where another session inserted lines at the same time: lines that belong
 * together stay together, and no order is split by another. Lines that keep their rank are not in the result.
 */
export function placeSaved(
  lines: readonly SentLine[],
  key: string,
  near: DraftNeighbourhood,
): Map<LineId, number> {
  const ranks = new Map<LineId, number>()
  for (const run of runsOf(lines)) {
    const [first, last] = [run[0], run.at(-1)]
    if (!first || !last || first.after === undefined) continue
    const above = first.after === null ? undefined : first.after
    const known = above === undefined ? undefined : (ranks.get(above) ?? near.rankOf(above))
    // The line above is sent later: the run stays together, above the concurrent lines.
    const isLoose = known === undefined
    const low = first.after === null ? -Infinity : (known ?? first.rank - MIN_GAP)
    // A concurrent line directly below would leave no room for lines that are sent later.
    const between = near.concurrentLines.filter(({ rank }) => rank > low && rank <= last.rank + MIN_GAP)
    if (between.length === 0 && first.rank > low) continue
    const number = above === undefined ? '' : near.keyOf(above).trim()
    const isContinued = (text: string | undefined) => isBlank(text) || text?.trim() === number
    // A line that begins an order goes below concurrent lines that continue the order above.
    const skipped =
      isLoose || isContinued(first.texts[key]) ? 0 : between.findIndex(other => !isContinued(other.key))
    const passed = skipped === -1 ? between.length : skipped
    const from = between[passed - 1]?.rank ?? low
    const next = between.slice(passed).find(({ rank }) => rank > from)
    const until = next?.rank ?? Math.max(last.rank, from) + 1
    const step = isLoose ? MIN_GAP : (until - from) * Math.min(GAP_SHARE, 1 / (run.length + 1))
    for (const [i, { id }] of run.entries())
      ranks.set(id, isLoose ? until - step * (run.length - i) : from + step * (i + 1))
  }
  return ranks
}

/** Inserted or moved lines in runs: each line follows the one before. */
function runsOf(lines: readonly SentLine[]): SentLine[][] {
  const runs: SentLine[][] = []
  for (const line of lines.filter(({ after }) => after !== undefined).toSorted((a, b) => a.rank - b.rank)) {
    const run = runs.at(-1)
    if (run && run.at(-1)?.id === line.after) run.push(line)
    else runs.push([line])
  }
  return runs
}
