import { byRank, type Draft, type Patch, RANK_STEP } from '@/lib/sheet/draft/draft'
import { isBlank } from '@/lib/sheet/schema/kinds'
import type { Line, LineId } from '@/lib/sheet/schema/line'

/** What happened since an act that is undone or redone. */
export interface SinceAct {
  /** The lines that others have inserted. */
  readonly others: ReadonlySet<LineId>
  /** Lines that undo and redo placed at another rank than their act has. */
  readonly placements: ReadonlyMap<LineId, { readonly rank: number; readonly rankOfAct: number }>
}

/** Lines that a patch inserts between the same two lines. */
interface Run {
  readonly lines: Line[]
  /** The lines above and below that were there when the act was done, as they are now. */
  readonly above: Line | undefined
  readonly below: Line | undefined
  readonly numberAbove: string
  /** The number of the order above, with the other lines of the patch. */
  readonly numberBefore: string
}

/**
 * The patch of an undo or a redo, with its lines between those that they were between when the act was done. By the
 * ranks that the act has, the lines of two orders could alternate, when others have inserted lines since: such lines
 * get other ranks.
 * @param key the column of a record's number
 */
export function placeReplayed(patch: Patch, draft: Draft, key: string, since: SinceAct): Patch {
  // A line that a colleague wrote into is in the draft again, and stays where it is.
  const moved = new Set(patch.removed.map(({ id }) => id))
  const isStaying = (id: LineId) => draft.lines.has(id) && !moved.has(id)
  const inserted = patch.inserted.filter(({ id }) => !isStaying(id)).sort(byRank)
  const replayed = new Set(patch.inserted.map(({ id }) => id))
  const others = [...since.others]
    .flatMap(id => (replayed.has(id) ? [] : (draft.lines.get(id) ?? [])))
    .sort(byRank)
  if (inserted.length === 0 || (others.length === 0 && since.placements.size === 0)) return patch
  const going = new Set(inserted.map(({ id }) => id))
  const wasThere = (id: LineId) => !going.has(id) && (replayed.has(id) || !since.others.has(id))
  const ranks = new Map<LineId, number>()
  let at = 0
  for (const run of runsOf(inserted, draft, key, since.placements, wasThere)) {
    const { lines, above, below } = run
    const between: Line[] = []
    for (let line = others[at]; line && !(below && byRank(line, below) > 0); line = others[++at])
      if (!above || byRank(line, above) > 0) between.push(line)
    for (const [i, rank] of ranksOf(run, between, key).entries()) ranks.set(lines[i]?.id ?? '', rank)
  }
  return {
    ...patch,
    inserted: patch.inserted.map(line => ({ ...line, rank: ranks.get(line.id) ?? line.rank })),
  }
}

/** The lines of a patch in runs. @param wasThere whether a line of the draft was there when the act was done */
function runsOf(
  inserted: readonly Line[],
  draft: Draft,
  key: string,
  placements: SinceAct['placements'],
  wasThere: (line: LineId) => boolean,
): Run[] {
  const runs: Run[] = []
  let numberAbove = ''
  let numberBefore = ''
  let above: Line | undefined
  let at = 0
  const next = () => {
    for (; at < draft.order.length; at++) {
      const id = draft.order[at] ?? ''
      if (wasThere(id)) return draft.lines.at(at++, id)
    }
    return undefined
  }
  /** A line with the rank that the act knows. */
  const ofAct = (line: Line): Line => {
    const placement = placements.get(line.id)
    return placement?.rank === line.rank ? { ...line, rank: placement.rankOfAct } : line
  }
  let below = next()
  for (const line of inserted) {
    for (; below && byRank(ofAct(below), line) < 0; below = next()) {
      above = below
      numberAbove = numberOf(below, key) || numberAbove
      numberBefore = numberOf(below, key) || numberBefore
    }
    const run = runs.at(-1)
    if (run && run.above === above) run.lines.push(line)
    else runs.push({ lines: [line], above, below, numberAbove, numberBefore })
    numberBefore = numberOf(line, key) || numberBefore
  }
  return runs
}

/**
 * The ranks of a run: those of the act, unless it would tear an order of others there or be torn; else ranks in the
 * first gap between the lines of others where neither happens.
 * @param between the lines of others between the lines above and below
 */
function ranksOf(run: Run, between: readonly Line[], key: string): number[] {
  const { lines, above, below, numberAbove, numberBefore } = run
  const ranks = lines.map(({ rank }) => rank)
  const [first = 0, last = 0] = [ranks[0], ranks.at(-1)]
  const number = lines.reduce((number, line) => numberOf(line, key) || number, numberBefore)
  const isContinuing = lines[0] !== undefined && isPartOf(lines[0], numberBefore, key)
  const isContinuedBelow = below !== undefined && isPartOf(below, number, key)
  const gaps: { readonly low: number | undefined; readonly high: number | undefined }[] = []
  let numberOfOthers = numberAbove
  for (const [i, from] of [above, ...between].entries()) {
    const to = between[i]
    const isWithinOrder = to !== undefined && isPartOf(to, numberOfOthers, key)
    const isWhole = isContinuing || (isContinuedBelow ? to === undefined : !isWithinOrder)
    if (isWhole) gaps.push({ low: from?.rank, high: (to ?? below)?.rank })
    // Another order begins here.
    if (isContinuing && !isWithinOrder) break
    numberOfOthers = (to && numberOf(to, key)) || numberOfOthers
  }
  if (gaps.some(({ low = -Infinity, high = Infinity }) => low < first && last < high)) return ranks
  const gap = gaps.find(({ low = -Infinity, high = Infinity }) => low < high)
  if (!gap) return ranks
  const low = gap.low ?? Math.min(0, (gap.high ?? 0) - RANK_STEP)
  const step = gap.high === undefined ? RANK_STEP : (gap.high - low) / (lines.length + 1)
  return ranks.map((_, i) => low + step * (i + 1))
}

const numberOf = ({ texts }: Line, key: string): string => (texts[key] ?? '').trim()

/** Whether a line below an order belongs to it. */
const isPartOf = (line: Line, number: string, key: string): boolean =>
  isBlank(line.texts[key]) || numberOf(line, key) === number
