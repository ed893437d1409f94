import type { Column } from './columns'
import type { LineId } from './draft'

/** A rectangle of positions on the screen, inclusive. */
export interface CellRange {
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
  /** What was selected whole, however many lines or columns that is. */
  readonly whole?: 'lines' | 'columns' | 'sheet'
}

/** A sheet as it is on the screen: spare lines included, only columns that are shown. */
export interface Screen {
  readonly rows: readonly LineId[]
  /** How many of the rows are lines of the draft; spare ones stand below them. */
  readonly filled: number
  readonly columns: readonly Column[]
}

export const heightOf = ({ top, bottom }: CellRange): number => bottom - top + 1
export const widthOf = ({ left, right }: CellRange): number => right - left + 1

/** Whole columns end with the last line of the draft: nobody means the spare lines below it. */
export function withinLines(ranges: readonly CellRange[], filled: number): CellRange[] {
  return ranges.map(range => {
    const isDown = range.whole === 'columns' || range.whole === 'sheet'
    return isDown && filled > 0 ? { ...range, bottom: Math.min(range.bottom, filled - 1) } : range
  })
}

/** The lines that ranges cover, each once, from the top. */
export function linesIn(ranges: readonly CellRange[], rows: readonly LineId[]): LineId[] {
  const [only] = ranges
  if (only && ranges.length === 1) return rows.slice(only.top, only.bottom + 1)
  const positions = new Set<number>()
  for (const { top, bottom } of ranges) for (let at = top; at <= bottom; at++) positions.add(at)
  return [...positions].sort((a, b) => a - b).flatMap(at => rows[at] ?? [])
}

/** First and last of neighbouring positions. */
type Run = readonly [from: number, to: number]

/**
 * Several ranges as one block, as they are copied: those of the same columns one below the other, those of the same
 * lines side by side.
 * @returns undefined when they do not line up
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

/** The different runs, in order; undefined when two of them overlap in part. */
function runsOf(all: readonly Run[]): Run[] | undefined {
  const runs = [...new Map(all.map(run => [run.join(), run])).values()].sort(([a], [b]) => a - b)
  return runs.every(([from], i) => from > (runs[i - 1]?.[1] ?? -1)) ? runs : undefined
}

const positions = ([from, to]: Run): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i)
