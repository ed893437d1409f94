import type { Column } from '@/lib/sheet/schema/columns'
import type { LineId } from '@/lib/sheet/schema/line'

/** A rectangle of positions on the screen, inclusive. */
export interface CellRange {
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
  /** Whether whole lines, whole columns, or the whole sheet are selected. */
  readonly whole?: 'lines' | 'columns' | 'sheet'
}

/** The sheet on the screen: with placeholder rows, and only the shown columns. */
export interface Screen {
  readonly rows: readonly LineId[]
  /** How many of the rows are lines of the draft; placeholder rows follow. */
  readonly filled: number
  readonly columns: readonly Column[]
}

export const isOfWholeLines = ({ whole }: CellRange): boolean => whole === 'lines' || whole === 'sheet'

export const heightOf = ({ top, bottom }: CellRange): number => bottom - top + 1
export const widthOf = ({ left, right }: CellRange): number => right - left + 1

/** Ranges of whole columns without the placeholder rows below the last line of the draft. */
export function withinLines(ranges: readonly CellRange[], filled: number): CellRange[] {
  return ranges.map(range => {
    const isDown = range.whole === 'columns' || range.whole === 'sheet'
    return isDown && filled > 0 ? { ...range, bottom: Math.min(range.bottom, filled - 1) } : range
  })
}

type FollowedRows = [
  before: readonly LineId[],
  now: { rows(): readonly LineId[]; indexOf(line: LineId): number },
]

/**
 * Where the lines of a range are after lines came, went or moved, as ranges from its first line to its last. Whole
 * columns stay whole; positions below the last line stay below it.
 * @param before the lines on the screen to which the range belongs
 */
export function followRows(range: CellRange, ...[before, now]: FollowedRows): CellRange[] {
  if (range.whole === 'columns' || range.whole === 'sheet')
    return [{ ...range, bottom: now.rows().length - 1 }]
  const runs: { top: number; bottom: number }[] = []
  for (let row = range.top; row <= range.bottom; row++) {
    const line = before[row]
    const run = runs.at(-1)
    const at = line === undefined ? (run ? run.bottom + 1 : row) : now.indexOf(line)
    if (run && at === run.bottom + 1) run.bottom = at
    else if (at !== -1) runs.push({ top: at, bottom: at })
  }
  return runs.map(run => ({ ...range, ...run }))
}

/** `followRows` for a range whose lines belong together. @returns undefined if they are parted, or not all there */
export function followBlock(range: CellRange, ...rows: FollowedRows): CellRange | undefined {
  const [only, ...others] = followRows(range, ...rows)
  const isWhole = range.whole === 'columns' || range.whole === 'sheet'
  return only && others.length === 0 && (isWhole || heightOf(only) === heightOf(range)) ? only : undefined
}

/** The lines in some ranges, each once, from the top. */
export function linesIn(ranges: readonly CellRange[], rows: readonly LineId[]): LineId[] {
  const [only] = ranges
  if (only && ranges.length === 1) return rows.slice(only.top, only.bottom + 1)
  const positions = new Set<number>()
  for (const { top, bottom } of ranges) for (let at = top; at <= bottom; at++) positions.add(at)
  return [...positions].sort((a, b) => a - b).flatMap(at => rows[at] ?? [])
}

/** First and last position of a run of neighbours. */
type Run = readonly [from: number, to: number]

/**
 * Joins several ranges to one block for copying: ranges of the same columns one below the other, ranges of the same
 * lines side by side.
 * @returns undefined when the ranges do not line up
 */
export function joinRanges(
  ranges: readonly CellRange[],
): { readonly rows: number[]; readonly columns: number[] } | undefined {
  const down = runsOf(ranges.map(({ top, bottom }): Run => [top, bottom]))
  const across = runsOf(ranges.map(({ left, right }): Run => [left, right]))
  const known = new Set(ranges.map(({ top, bottom, left, right }) => [top, bottom, left, right].join()))
  if (!down || !across || known.size !== down.length * across.length) return undefined
  return { rows: down.flatMap(positions), columns: across.flatMap(positions) }
}

/** The distinct runs, sorted; undefined when two of them overlap partly. */
function runsOf(all: readonly Run[]): Run[] | undefined {
  const runs = [...new Map(all.map(run => [run.join(), run])).values()].sort(([a], [b]) => a - b)
  return runs.every(([from], i) => from > (runs[i - 1]?.[1] ?? -1)) ? runs : undefined
}

const positions = ([from, to]: Run): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i)
