import { readRowKey } from '@/components/grid/select/row-key'
import type { Gutter } from '@/components/grid/source'
import { Cells } from './cells'
import { createElement, flag, setAttribute } from './element'
import { LineHeader } from './line-header'
import type { PaintedRow } from './painted-row'

/** The element of a line: a header and cells. It may be reused for another line. */
export class LineRow {
  readonly element = createElement('div', { role: 'row', class: 'grid-row' })
  private readonly header = new LineHeader()
  private readonly cells: Cells
  private shown: PaintedRow | undefined

  constructor() {
    this.element.append(this.header.element)
    this.cells = new Cells(this.element)
  }

  /** Paints a line if any part of it changed. */
  write(row: PaintedRow): void {
    const { shown, element } = this
    if (shown && isSame(shown, row)) return
    const { view } = row
    // The two heading rows are counted.
    if (shown?.index !== row.index) setAttribute(element, 'aria-rowindex', String(row.index + 3))
    if (shown?.view !== view) {
      setAttribute(element, 'data-line', view.id)
      setAttribute(element, 'data-opens', flag(view.isFirst))
      setAttribute(element, 'data-continues', flag(view.firstLine !== undefined && !view.isFirst))
      setAttribute(element, 'data-locked', flag(view.isLocked))
    }
    if (shown?.view !== view || !isSameHeader(shown.gutter, row.gutter)) this.header.write(row)
    this.cells.write({ ...row, part: readRowKey(row.part) }, row.columns)
    this.shown = row
  }
}

/** Whether a row shows the same. A line painted at rest also serves a moving view. */
function isSame(before: PaintedRow, now: PaintedRow): boolean {
  for (const name of compared) if (before[name] !== now[name]) return false
  return (before.isMoving === now.isMoving || now.isMoving) && isSameHeader(before.gutter, now.gutter)
}

const compared = ['view', 'index', 'columns', 'part', 'widths', 'notes'] as const

const isSameHeader = (before: Gutter, now: Gutter): boolean =>
  before.text === now.text &&
  before.sign === now.sign &&
  before.label === now.label &&
  before.warning === now.warning
