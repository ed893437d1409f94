import { kinds } from '@/lib/sheet/kinds'
import { type ShownLine, textOf, type Worn, wearable, wornBy } from './cell'
import type { CutText } from './cut-text'
import type { PlacedColumn } from './geometry'
import { made, wear } from './wear'

/** A cell's element, and what was last written to it. */
interface Cell {
  readonly element: HTMLElement
  readonly text: Text
  place: PlacedColumn
  cut: CutText
  rest: HTMLElement | undefined
  isSelected: boolean
  worn: Worn | undefined
}

/**
 * The cells of one line's element, behind its header. They are written by hand: a wheel brings two hundred of them into
 * view in one frame, each of which shows a text and nothing else, and elements of a component would cost as much again
 * as what the browser does with them (docs/decisions/0044).
 */
export class Cells {
  private drawn: Cell[] = []
  private places: readonly PlacedColumn[] = []

  /** @param row the line's element; all that it has is its header */
  constructor(private readonly row: HTMLElement) {}

  /** Shows a line in these columns, left to right. What shows the same already is not touched. */
  write(line: ShownLine, places: readonly PlacedColumn[]): void {
    if (places !== this.places) this.stand(places)
    for (const cell of this.drawn) show(cell, line)
  }

  /** Has a cell for each of the columns, in their order; one that stays is the same element. */
  private stand(places: readonly PlacedColumn[]): void {
    const before = new Map(this.drawn.map(cell => [cell.place.id, cell]))
    this.drawn = places.map(place => {
      const cell = before.get(place.id)
      if (!cell) return make(place)
      before.delete(place.id)
      if (cell.place !== place) move(cell, place)
      return cell
    })
    this.places = places
    for (const { element } of before.values()) element.remove()
    let above: ChildNode | null = this.row.firstChild
    for (const { element } of this.drawn) {
      if (above?.nextSibling !== element) this.row.insertBefore(element, above?.nextSibling ?? null)
      above = element
    }
  }
}

/** One empty cell of each column that was ever drawn: to copy it takes a fraction of making it anew. */
const models = new WeakMap<PlacedColumn, HTMLElement>()

function modelOf(place: PlacedColumn): HTMLElement {
  const known = models.get(place)
  if (known) return known
  const element = made('div', {
    role: 'gridcell',
    class: 'grid-cell',
    'aria-selected': 'false',
    'data-column': place.id,
  })
  put(element, place)
  models.set(place, element)
  return element
}

function put(element: HTMLElement, { column, index, left, width, pinned }: PlacedColumn): void {
  // A frozen one needs its place once more, to stay there (grid-frame.css).
  element.style.cssText = `margin-left:${left}px;width:${width}px;${pinned ? `--at:${left}px` : ''}`
  wear(element, 'aria-colindex', String(index + 2))
  wear(element, 'data-align', kinds[column.kind].align === 'right' ? 'right' : null)
  wear(element, 'data-pinned', pinned ? 'true' : null)
}

const whole: CutText = { seen: '', sign: '', rest: '', isClipped: false }

function make(place: PlacedColumn): Cell {
  const element = modelOf(place).cloneNode()
  if (!(element instanceof HTMLElement)) throw new TypeError('A copy of an element is one.')
  const text = document.createTextNode('')
  element.append(text)
  return { element, text, place, cut: whole, rest: undefined, isSelected: false, worn: undefined }
}

function move(cell: Cell, place: PlacedColumn): void {
  cell.place = place
  put(cell.element, place)
}

function show(cell: Cell, line: ShownLine): void {
  const { place } = cell
  showText(cell, textOf(line, place))
  const isSelected = line.part.isSelected(place.index)
  if (isSelected !== cell.isSelected) wear(cell.element, 'aria-selected', String(isSelected))
  cell.isSelected = isSelected
  const worn = wornBy(line, place)
  if (worn !== cell.worn) dress(cell.element, cell.worn, worn)
  cell.worn = worn
}

function showText(cell: Cell, cut: CutText): void {
  const { element, text } = cell
  const seen = cut.rest === '' ? cut.seen + cut.sign : cut.seen
  if (text.data !== seen) text.data = seen
  if (cut.rest !== cell.cut.rest || cut.sign !== cell.cut.sign) showRest(cell, cut)
  if (cut.isClipped !== cell.cut.isClipped) wear(element, 'data-clipped', cut.isClipped ? 'true' : null)
  cell.cut = cut
}

function showRest(cell: Cell, { rest, sign }: CutText): void {
  if (rest === '') {
    cell.rest?.remove()
    cell.rest = undefined
    return
  }
  if (!cell.rest) {
    cell.rest = made('span', { class: 'grid-rest' })
    cell.element.append(cell.rest)
  }
  wear(cell.rest, 'data-sign', sign)
  cell.rest.textContent = rest
}

function dress(element: HTMLElement, before: Worn | undefined, now: Worn | undefined): void {
  for (const [at, name] of wearable.entries()) {
    const value = now?.[at] ?? null
    if (value !== (before?.[at] ?? null)) wear(element, name, value)
  }
}
