import { GUTTER_WIDTH, messageId } from '@/components/grid/geometry/geometry'
import { createElement, flag, setAttribute } from './element'
import type { PaintedRow } from './painted-row'

/** The header of a line: its number, its status, and beside that whether there are warnings. */
export class LineHeader {
  readonly element = createElement('div', { role: 'rowheader', 'aria-colindex': '1', class: 'grid-gutter' })
  private readonly text = createElement('span', {})
  /** The status; absent where there is nothing to report. */
  private readonly sign = createElement('i', { role: 'img' })
  /** The warning mark; absent where there is no warning. */
  private readonly warning = createElement('b', { role: 'img' })

  constructor() {
    this.element.style.width = `${GUTTER_WIDTH}px`
    this.element.append(this.text)
  }

  write({ grid, view, gutter }: PaintedRow): void {
    const { element } = this
    const failing = view.marks.line.some(mark => mark.severity === 'failure' && !mark.stale)
    const why = view.marks.line.length > 0 ? messageId(grid, view.id, '') : null
    setAttribute(element, 'aria-invalid', flag(failing))
    setAttribute(element, 'aria-errormessage', failing ? why : null)
    setAttribute(element, 'aria-describedby', why)
    setAttribute(element, 'data-sign', failing ? 'failing' : gutter.sign)
    setAttribute(element, 'data-gutter', view.id)
    if (this.text.textContent !== gutter.text) this.text.textContent = gutter.text
    this.writeMark(this.warning, gutter.warning)
    this.writeMark(this.sign, gutter.label)
  }

  private writeMark(mark: HTMLElement, label: string): void {
    if (label === '') {
      mark.remove()
      return
    }
    if (mark.parentNode !== this.element) {
      if (mark === this.warning) this.text.before(mark)
      else this.element.prepend(mark)
    }
    setAttribute(mark, 'aria-label', label)
    setAttribute(mark, 'title', label)
  }
}
