import type { LineId } from './draft'
import { isBlank } from './kinds'
import type { SentLine } from './merge'

/** A line that somebody else put into the draft, unseen by who saves now. */
export interface Intruder {
  readonly rank: number
  /** The number that it bears; '' continues what stands above. */
  readonly key: string
}

/** What stands in the draft, as far as a save that puts lines into it has to know. */
export interface Neighbourhood {
  /** By rank, ascending. */
  readonly intruders: readonly Intruder[]
  rankOf(line: LineId): number | undefined
  keyOf(line: LineId): string
}

/** A new line takes this part of the room between two others: what is still to come has room, and so have others there. */
const PART = 2 ** -14
/** Between new lines of which nobody knows how much room there is. */
const TINY = 2 ** -20

/**
 * Ranks for lines of a save that come, or move, to where somebody else put lines at the same time: what belongs
 * together stays together, and no order is torn apart by another. Lines that may keep their rank are not named.
 */
export function placeSaved(
  lines: readonly SentLine[],
  key: string,
  near: Neighbourhood,
): Map<LineId, number> {
  const ranks = new Map<LineId, number>()
  for (const run of runsOf(lines)) {
    const [first, last] = [run[0], run.at(-1)]
    if (!first || !last || first.after === undefined) continue
    const above = first.after === null ? undefined : first.after
    const known = above === undefined ? undefined : (ranks.get(above) ?? near.rankOf(above))
    // What the line above is sent later: then the run only keeps together, above whom it meets.
    const isLoose = known === undefined
    const low = first.after === null ? -Infinity : (known ?? first.rank - TINY)
    // Whoever stands a hair's breadth below leaves no room for what is still to come.
    const between = near.intruders.filter(({ rank }) => rank > low && rank <= last.rank + TINY)
    if (between.length === 0 && first.rank > low) continue
    const number = above === undefined ? '' : near.keyOf(above).trim()
    const isContinued = (text: string | undefined) => isBlank(text) || text?.trim() === number
    // Whoever begins an order stands below those who go on with the one above.
    const skipped =
      isLoose || isContinued(first.texts[key]) ? 0 : between.findIndex(other => !isContinued(other.key))
    const passed = skipped === -1 ? between.length : skipped
    const from = between[passed - 1]?.rank ?? low
    const next = between.slice(passed).find(({ rank }) => rank > from)
    const until = next?.rank ?? Math.max(last.rank, from) + 1
    const step = isLoose ? TINY : (until - from) * Math.min(PART, 1 / (run.length + 1))
    for (const [i, { id }] of run.entries())
      ranks.set(id, isLoose ? until - step * (run.length - i) : from + step * (i + 1))
  }
  return ranks
}

/** Lines that come or move, in runs of which each line stands under the one before. */
function runsOf(lines: readonly SentLine[]): SentLine[][] {
  const runs: SentLine[][] = []
  for (const line of lines.filter(({ after }) => after !== undefined).toSorted((a, b) => a.rank - b.rank)) {
    const run = runs.at(-1)
    if (run && run.at(-1)?.id === line.after) run.push(line)
    else runs.push([line])
  }
  return runs
}
