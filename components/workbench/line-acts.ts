import type { GridActs } from '@/components/grid/acts'
import type { CellAddress, LineId } from '@/lib/sheet/draft'
import { appendLine, duplicateLines, insertLines, removeLines } from '@/lib/sheet/line-acts'
import { moveLines } from '@/lib/sheet/move-lines'
import { type CellRange, heightOf, linesIn, withinLines } from '@/lib/sheet/ranges'
import type { ActContext } from './act-context'

type LineActs = Pick<GridActs, 'insertLines' | 'appendLine' | 'duplicateLines' | 'moveLines' | 'removeLines'>

/** Whole lines: inserted, added to an order, duplicated, moved and removed. */
export function lineActs(context: ActContext): LineActs {
  const { workbook, spares, words, screen, cornerOf, tell, refusedLines, newId } = context
  const within = (ranges: readonly CellRange[]) => withinLines(ranges, screen().filled)
  const isLine = (line: LineId | undefined) => line !== undefined && workbook.draft.lines.has(line)

  /** Where lines stand that have just come, in the columns of a range. */
  const placeOf = (lines: readonly LineId[], { left, right, whole }: CellRange): CellRange | undefined => {
    const top = spares.indexOf(lines[0] ?? '')
    if (top === -1) return undefined
    return { top, bottom: top + lines.length - 1, left, right: whole ? right : left }
  }

  /** A whole column is no choice of lines: nobody means all of them by it. */
  const isLines = (ranges: readonly CellRange[]): boolean => {
    const isFit = ranges.every(({ whole }) => whole !== 'columns')
    tell(!isFit && words.said('columnsSelected'))
    return isFit
  }

  return {
    insertLines: (ranges, where) => {
      const range = ranges.at(-1)
      if (!range) return undefined
      const count = range.whole === 'columns' || range.whole === 'sheet' ? 1 : heightOf(range)
      const ids = Array.from({ length: count }, newId)
      const beside = screen().rows[where === 'below' ? range.bottom : range.top - 1]
      const atTop = where === 'above' && range.top === 0
      const below = isLine(beside) ? beside : workbook.draft.order.at(-1)
      const corner = cornerOf(range)
      insertLines(workbook, atTop ? null : (below ?? null), ids, corner && { ...corner, line: ids[0] ?? '' })
      tell(words.said('inserted', { count }))
      return placeOf(ids, range)
    },
    appendLine: cell => {
      const line = newId()
      const columns = screen().columns.filter(({ scope }) => scope === 'item')
      const column = columns.find(({ id }) => id === cell.column) ?? columns[0]
      const at: CellAddress = { line, column: column?.id ?? cell.column }
      const done = appendLine(workbook, cell.line, line, at)
      if ('why' in done) {
        tell(words.said(done.why === 'locked' ? 'readOnly' : 'noOrder'))
        return undefined
      }
      tell(words.said('appended'))
      return at
    },
    duplicateLines: ranges => {
      if (!isLines(ranges)) return undefined
      const { rows } = screen()
      const [range, runs] = [ranges.at(-1), runsOf(within(ranges)).map(run => linesIn([run], rows))]
      const { copies, refused } = duplicateLines(workbook, runs, newId, cornerOf(range))
      tell(
        copies.length > 0 && words.said('duplicated', { count: copies.length }),
        refusedLines(refused),
        copies.length + refused === 0 && words.said('nothingToDuplicate'),
      )
      return range && placeOf(runs.length === 1 ? copies : copies.slice(0, 1), range)
    },
    moveLines: (ranges, by) => {
      if (!isLines(ranges)) return
      const lines = linesIn(within(ranges), screen().rows)
      const moved = moveLines(workbook, lines, by, cornerOf(ranges.at(-1)))
      if ('why' in moved) tell(words.said(`notMoved.${moved.why}`))
      else tell(words.said('moved', { count: moved.lines, way: by === -1 ? 'up' : 'down' }))
    },
    removeLines: ranges => {
      if (!isLines(ranges)) return
      const lines = linesIn(within(ranges), screen().rows)
      const { patch, refused } = removeLines(workbook, lines, cornerOf(ranges.at(-1)))
      const count = patch.removed.length
      tell((count > 0 || refused === 0) && words.said('removed', { count }), refusedLines(refused))
    },
  }
}

/** The lines of several ranges as runs of neighbours, from the top. */
function runsOf(ranges: readonly CellRange[]): CellRange[] {
  const runs: CellRange[] = []
  for (const range of [...ranges].sort((a, b) => a.top - b.top)) {
    const last = runs.at(-1)
    if (last && range.top <= last.bottom + 1)
      runs[runs.length - 1] = { ...last, bottom: Math.max(last.bottom, range.bottom) }
    else runs.push(range)
  }
  return runs
}
