import { GUTTER_WIDTH, messageId } from './geometry'
import type { ShownRow } from './line-row'
import { made, wear, yes } from './wear'

/** Signs that surely have room; ids of orders may have more. */
const SHORT = 9
/** Characters of the end of a long id that are always seen. */
const END = 5

/** What stands before a line: its number or id, and how it fares. */
export class LineHeader {
  readonly element = made('div', { role: 'rowheader', 'aria-colindex': '1', class: 'grid-gutter' })
  private readonly text = made('span', {})
  /** How the line fares; only where there is something to say. */
  private readonly sign = made('i', { role: 'img' })

  constructor() {
    this.element.style.width = `${GUTTER_WIDTH}px`
    this.element.append(this.text)
  }

  write({ grid, view, gutter }: ShownRow): void {
    const { element } = this
    const failing = view.marks.line.some(mark => mark.severity === 'failure' && !mark.stale)
    const why = view.marks.line.length > 0 ? messageId(grid, view.id, '') : null
    wear(element, 'aria-invalid', yes(failing))
    wear(element, 'aria-errormessage', failing ? why : null)
    wear(element, 'aria-describedby', why)
    wear(element, 'data-sign', failing ? 'failing' : gutter.sign)
    wear(element, 'data-gutter', view.id)
    wear(element, 'data-long', yes(gutter.text.length > SHORT))
    this.number(gutter.text)
    this.say(gutter.label)
  }

  /** A long id is cut in its middle: where many begin alike, the end tells them apart. */
  private number(text: string): void {
    if (text.length <= SHORT) this.text.textContent = text
    else {
      const [start, end] = [made('span', {}), made('span', {})]
      start.textContent = text.slice(0, -END)
      end.textContent = text.slice(-END)
      this.text.replaceChildren(start, end)
    }
    wear(this.text, 'title', text.length <= SHORT ? null : text)
  }

  private say(label: string): void {
    const { element, sign } = this
    if (label === '') sign.remove()
    else if (sign.parentNode !== element) element.prepend(sign)
    wear(sign, 'aria-label', label)
    wear(sign, 'title', label)
  }
}
