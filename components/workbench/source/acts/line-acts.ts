import type { GridActions } from '@/components/grid/source'
import { appendLine, duplicateLines, insertLines, removeLines } from '@/lib/sheet/acts/lines'
import { moveLines } from '@/lib/sheet/acts/move-lines'
import type { CellAddress, LineId } from '@/lib/sheet/schema/line'
import { type CellRange, heightOf, linesIn, withinLines } from '@/lib/sheet/view/ranges'
import type { ActContext } from './act-context'

type LineActs = Pick<
  GridActions,
  'insertLines' | 'appendLine' | 'duplicateLines' | 'moveLines' | 'removeLines'
>

/** Acts on whole lines: insert, add to an order, duplicate, move and remove. */
export function lineActs(context: ActContext): LineActs {
  const { workbook, placeholderRows, words, screen, cornerOf, announce, newId } = context
  const { lockedLinesMessage, noteOrders } = context
  const within = (ranges: readonly CellRange[]) => withinLines(ranges, screen().filled)
  const isLine = (line: LineId | undefined) => line !== undefined && workbook.draft.lines.has(line)

  /** The range of lines that were just inserted, in the columns of another range. */
  const placeOf = (lines: readonly LineId[], { left, right, whole }: CellRange): CellRange | undefined => {
    const top = placeholderRows.indexOf(lines[0] ?? '')
    if (top === -1) return undefined
    return { top, bottom: top + lines.length - 1, left, right: whole ? right : left }
  }

  /** Whether lines are selected: an operator who selects a whole column does not mean all lines. */
  const isLines = (ranges: readonly CellRange[]): boolean => {
    const isFit = ranges.every(({ whole }) => whole !== 'columns')
    announce(!isFit && words.message('columnsSelected'))
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
      const below = isLine(beside) ? beside : workbook.visible.at(-1)
      const corner = cornerOf(range)
      insertLines(workbook, atTop ? null : (below ?? null), ids, corner && { ...corner, line: ids[0] ?? '' })
      announce(words.message('inserted', { count }))
      return placeOf(ids, range)
    },
    appendLine: cell => {
      const line = newId()
      const columns = screen().columns.filter(({ scope }) => scope === 'item')
      const column = columns.find(({ id }) => id === cell.column) ?? columns[0]
      const at: CellAddress = { line, column: column?.id ?? cell.column }
      const done = appendLine(workbook, cell.line, line, at)
      if ('why' in done) {
        announce(words.message(done.why === 'locked' ? 'readOnly' : 'noOrder'))
        return undefined
      }
      announce(words.message('appended'))
      return at
    },
    duplicateLines: ranges => {
      if (!isLines(ranges)) return undefined
      const { rows } = screen()
      const [range, runs] = [ranges.at(-1), runsOf(within(ranges)).map(run => linesIn([run], rows))]
      const { copies, locked } = duplicateLines(workbook, runs, newId, cornerOf(range))
      announce(
        copies.length > 0 && words.message('duplicated', { count: copies.length }),
        lockedLinesMessage(locked),
        copies.length + locked === 0 && words.message('nothingToDuplicate'),
      )
      return range && placeOf(runs.length === 1 ? copies : copies.slice(0, 1), range)
    },
    moveLines: (ranges, by) => {
      if (!isLines(ranges)) return
      const lines = linesIn(within(ranges), screen().rows)
      const joinedMessage = noteOrders()
      const moved = moveLines(workbook, lines, by, cornerOf(ranges.at(-1)))
      if ('why' in moved) announce(words.message(`notMoved.${moved.why}`))
      else
        announce(
          words.message('moved', { count: moved.lines, way: by === -1 ? 'up' : 'down' }),
          joinedMessage(),
        )
    },
    removeLines: ranges => {
      if (!isLines(ranges)) return
      const lines = linesIn(within(ranges), screen().rows)
      const joinedMessage = noteOrders()
      removeLines(workbook, lines, cornerOf(ranges.at(-1)), ({ patch, locked }) => {
        const count = patch.removed.length
        announce(
          (count > 0 || locked === 0) && words.message('removed', { count }),
          lockedLinesMessage(locked),
          joinedMessage(),
        )
      })
    },
  }
}

/** The lines of several ranges as runs of adjacent lines, from the top. */
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
