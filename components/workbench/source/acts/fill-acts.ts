import type { GridActions } from '@/components/grid/source'
import { sameText, writeCellsGradually } from '@/lib/sheet/acts/cells'
import { fillAcross, fillLines, lastLineToFill } from '@/lib/sheet/acts/fill'
import { textAt } from '@/lib/sheet/draft/draft'
import { type EditContext, orderText, showsOwnText, type Writes } from '@/lib/sheet/orders/edits'
import { readFlagWord } from '@/lib/sheet/schema/choices/flag-words'
import type { Column } from '@/lib/sheet/schema/columns'
import type { CellAddress, LineId, Texts } from '@/lib/sheet/schema/line'
import { type CellRange, type Screen, withinLines } from '@/lib/sheet/view/ranges'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import type { ActContext } from './act-context'

/** Acts that fill cells with one text, or continue existing texts, by key and by handle. */
export function fillActs(
  context: ActContext,
): Pick<GridActions, 'fill' | 'toggle' | 'fillFrom' | 'fillOn' | 'fillEnd'> {
  const { workbook, placeholderRows, words, screen, cornerOf, announce } = context
  const { lockedMessage, readOnlyMessage, noteOrders } = context

  /** @param doneMessage the sentence about how many cells got another text */
  const perform = (
    writes: Writes,
    ranges: readonly CellRange[],
    doneMessage = (count: number): string | false => words.message('filled', { count }),
  ) => {
    const count = [...writes.values()].reduce((sum, texts) => sum + Object.keys(texts).length, 0)
    const readOnly = readOnlyMessage(ranges)
    if (count === 0) return announce(readOnly || words.message('filledAlready'))
    const joinedMessage = noteOrders()
    const at = cornerOf(ranges.at(-1))
    const isLater = writeCellsGradually(workbook, placeholderRows, writes, at, ({ written, locked }) =>
      announce(
        written > 0 && doneMessage(written),
        written === 0 && count > locked && words.message('filledAlready'),
        lockedMessage(locked),
        readOnly,
        joinedMessage(),
      ),
    )
    if (isLater) announce(words.message('filling'))
  }

  return {
    fill: (ranges, text) => {
      const within = withinLines(ranges, screen().filled)
      perform(sameText(screen(), within, text), within)
    },
    toggle: (ranges, cell) => {
      const within = withinLines(ranges, screen().filled)
      const { writes, isYes } = toggled(workbook, screen(), within, cell)
      perform(writes, within, count => {
        // What happens to a single cell is seen, as with a typed text.
        if (writes.size === 1 && count === 1) return false
        return words.message('toggled', { count, value: isYes ? 'yes' : 'no' })
      })
    },
    fillFrom: (ranges, from) => {
      const within = withinLines(ranges, screen().filled)
      const all = within.map(range => split(range, from, screen()))
      if (all.every(part => part === undefined)) return announce(words.message('nothingToFill'))
      const writes = all.map(part =>
        part ? planOf(context, screen(), part.from, part.to, false) : new Map(),
      )
      perform(merge(writes), within)
    },
    fillOn: (from, to) => {
      perform(planOf(context, screen(), from, to, true), [from])
      return to
    },
    fillEnd: from => {
      const { rows, columns } = screen()
      const beside = [columns[from.left - 1], columns[from.right + 1], workbook.column(workbook.sheet.key)]
      const known = beside.flatMap(column => column ?? [])
      const end = lastLineToFill(workbook.edits, rows, from.bottom, known)
      if (end > from.bottom) return { ...from, top: from.bottom + 1, bottom: end }
      announce(words.message('nothingToFill'))
      return undefined
    },
  }
}

/**
 * The writes that give all yes/no cells of some ranges the opposite of one cell: of the active one, or where its order
 * may not be changed, of the first that may. Cells of an order are shown once per order: the lines that continue it stay
 * as they are, as do blank rows.
 */
function toggled(
  workbook: Workbook,
  { rows, columns }: Screen,
  ranges: readonly CellRange[],
  active: CellAddress,
): { readonly writes: Writes; readonly isYes: boolean } {
  const { edits, draft } = workbook
  const cells: CellAddress[] = []
  for (const { top, bottom, left, right } of ranges) {
    const flags = columns.slice(left, right + 1).filter(({ kind }) => kind === 'flag')
    for (const line of rows.slice(top, bottom + 1))
      for (const { id } of flags)
        if (draft.lines.has(line) && showsOwnText(edits, line, id)) cells.push({ line, column: id })
  }
  if (cells.length === 0) cells.push(active)
  const decisive = workbook.isFixed(active.line)
    ? (cells.find(({ line }) => !workbook.isFixed(line)) ?? active)
    : active
  const isYes = readFlagWord(orderOrOwnText(edits, decisive)) !== true
  const writes = new Map<LineId, Texts>()
  for (const { line, column } of cells)
    writes.set(line, { ...writes.get(line), [column]: isYes ? 'true' : 'false' })
  return { writes, isYes }
}

const orderOrOwnText = (edits: EditContext, { line, column }: CellAddress): string =>
  showsOwnText(edits, line, column) ? textAt(edits.draft, line, column) : orderText(edits, line, column)

interface Part {
  readonly from: CellRange
  readonly to: CellRange
}

/** The source and the target of Ctrl+D and Ctrl+R; undefined at the edge of the sheet and beside a read-only column. */
function split(range: CellRange, from: 'above' | 'left', { columns }: Screen): Part | undefined {
  const { top, bottom, left, right } = range
  if (from === 'above') {
    const first = top === bottom ? top - 1 : top
    if (first < 0) return undefined
    return { from: { ...range, top: first, bottom: first }, to: { ...range, top: first + 1 } }
  }
  const first = left === right ? left - 1 : left
  if (first < 0 || columns[first]?.isReadOnly) return undefined
  return { from: { ...range, left: first, right: first }, to: { ...range, left: first + 1 } }
}

function planOf(
  { workbook }: ActContext,
  { rows, columns }: Screen,
  from: CellRange,
  to: CellRange,
  continuesSeries: boolean,
): Writes {
  const isDown = to.top > from.bottom
  if (isDown || to.bottom < from.top) {
    const lines = ({ top, bottom }: CellRange) => facing(rows.slice(top, bottom + 1), isDown)
    const filled = ownColumns(columns.slice(from.left, from.right + 1))
    return fillLines(workbook.edits, { from: lines(from), to: lines(to), columns: filled, continuesSeries })
  }
  const fields = ({ left, right }: CellRange) =>
    facing(ownColumns(columns.slice(left, right + 1)), to.left > from.right)
  // What the service gave to an order is not text for its other cells.
  if (fields(from).length === 0) return new Map()
  return fillAcross(workbook.edits, rows.slice(from.top, from.bottom + 1), fields(from), fields(to))
}

/** Columns that a fill reads and writes. */
const ownColumns = (columns: readonly Column[]) => columns.filter(column => !column.isReadOnly)

/** A list in the direction of the fill: reversed for a fill upwards or to the left. */
const facing = <T>(all: readonly T[], isOn: boolean): readonly T[] => (isOn ? all : all.toReversed())

function merge(all: readonly Writes[]): Writes {
  const merged = new Map<LineId, Texts>()
  for (const writes of all)
    for (const [line, texts] of writes) merged.set(line, { ...merged.get(line), ...texts })
  return merged
}
