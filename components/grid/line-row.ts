import type { ShownLine } from './cell'
import { Cells } from './cells'
import type { PlacedColumn } from './geometry'
import { LineHeader } from './line-header'
import { readRowKey } from './row-key'
import type { Gutter } from './source'
import { made, wear, yes } from './wear'

/** A line as its row shows it. */
export interface ShownRow extends Omit<ShownLine, 'part'> {
  /** Position among the lines on the screen, from 0. */
  readonly index: number
  readonly columns: readonly PlacedColumn[]
  /** Its part of the selection, as `rowKey` writes it. */
  readonly part: string
  readonly gutter: Gutter
}

/** The element of one line: a header and cells. Another line may take it over. */
export class LineRow {
  readonly element = made('div', { role: 'row', class: 'grid-row' })
  private readonly header = new LineHeader()
  private readonly cells: Cells
  private shown: ShownRow | undefined

  constructor() {
    this.element.append(this.header.element)
    this.cells = new Cells(this.element)
  }

  /** Shows a line; nothing is touched where it shows the same already. */
  write(row: ShownRow): void {
    const { shown, element } = this
    if (shown && isSame(shown, row)) return
    const { view } = row
    // The two heading rows count.
    if (shown?.index !== row.index) wear(element, 'aria-rowindex', String(row.index + 3))
    if (shown?.view !== view) {
      wear(element, 'data-line', view.id)
      wear(element, 'data-opens', yes(view.opens))
      wear(element, 'data-locked', yes(view.locked))
    }
    if (shown?.view !== view || !isSameHeader(shown.gutter, row.gutter)) this.header.write(row)
    this.cells.write({ ...row, part: readRowKey(row.part) }, row.columns)
    this.shown = row
  }
}

/** Whether a row shows the same. A line that stands has no less to show once the view moves. */
function isSame(before: ShownRow, now: ShownRow): boolean {
  for (const name of compared) if (before[name] !== now[name]) return false
  return (before.isMoving === now.isMoving || now.isMoving) && isSameHeader(before.gutter, now.gutter)
}

const compared = ['view', 'index', 'columns', 'part', 'widths', 'notes'] as const

const isSameHeader = (before: Gutter, now: Gutter): boolean =>
  before.text === now.text && before.sign === now.sign && before.label === now.label
