import type { PlacedColumn } from '@/components/grid/geometry/geometry'
import { kinds } from '@/lib/sheet/schema/kinds'
import { languageOf } from '@/lib/words/locale/language-of'
import { attributesOf, type CellAttributes, cellAttributeNames, type PaintedLine, textOf } from './cell'
import type { CutText } from './cut-text'
import { createElement, setAttribute } from './element'

/** The element of a cell, and what was last written to it. */
interface Cell {
  readonly element: HTMLElement
  readonly text: Text
  place: PlacedColumn
  line: string
  cutText: CutText
  /** Shows the label of a code. It stays, empty, for the labels of other lines. */
  label: Text | undefined
  rest: HTMLElement | undefined
  /** Shows what follows the hidden part. It stays, empty, for the texts of other lines. */
  tail: Text | undefined
  isSelected: boolean
  /** The `lang` of the element. */
  language: string | undefined
  attributes: CellAttributes | undefined
}

/**
 * The cells of a line, after its header. They are written without React: a wheel brings two hundred of them into view
 * in one frame, each with a text and nothing else, and components would cost as much again as the browser's work on
 * them (docs/decisions/0044).
 */
export class Cells {
  private drawn: Cell[] = []
  private places: readonly PlacedColumn[] = []

  /** @param row the line's element, which contains only its header */
  constructor(private readonly row: HTMLElement) {}

  /** Paints a line in these columns, left to right. Unchanged cells are not touched. */
  write(line: PaintedLine, places: readonly PlacedColumn[]): void {
    if (places !== this.places) this.layOut(places)
    for (const cell of this.drawn) show(cell, line)
  }

  /** Creates, removes and orders cells, so that each column has one. A cell that stays keeps its element. */
  private layOut(places: readonly PlacedColumn[]): void {
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

/** An empty cell for each column: cloning it takes a fraction of creating one. */
const templates = new WeakMap<PlacedColumn, HTMLElement>()

function templateOf(place: PlacedColumn): HTMLElement {
  const known = templates.get(place)
  if (known) return known
  const element = createElement('div', {
    role: 'gridcell',
    class: 'grid-cell',
    'aria-selected': 'false',
    'data-column': place.id,
  })
  placeElement(element, place)
  templates.set(place, element)
  return element
}

function placeElement(element: HTMLElement, { column, index, left, width, pinned }: PlacedColumn): void {
  // A pinned cell needs its position again, for `left` of `position: sticky` (frame.css).
  element.style.cssText = `margin-left:${left}px;width:${width}px;${pinned ? `--at:${left}px` : ''}`
  setAttribute(element, 'aria-colindex', String(index + 2))
  setAttribute(element, 'data-align', kinds[column.kind].align === 'right' ? 'right' : null)
  setAttribute(element, 'data-pinned', pinned ? 'true' : null)
}

const EMPTY: CutText = { shown: '', label: '', sign: '', hiddenText: '', tail: '', isClipped: false }

function make(place: PlacedColumn): Cell {
  const element = templateOf(place).cloneNode()
  if (!(element instanceof HTMLElement)) throw new TypeError('A copy of an element is one.')
  const text = document.createTextNode('')
  element.append(text)
  const nothing = {
    label: undefined,
    rest: undefined,
    tail: undefined,
    language: undefined,
    attributes: undefined,
  }
  return { element, text, place, line: '', cutText: EMPTY, isSelected: false, ...nothing }
}

function move(cell: Cell, place: PlacedColumn): void {
  cell.place = place
  placeElement(cell.element, place)
}

function show(cell: Cell, line: PaintedLine): void {
  const { place } = cell
  if (cell.line !== line.view.id) setAttribute(cell.element, 'data-line', line.view.id)
  cell.line = line.view.id
  showText(cell, textOf(line, place))
  if (!line.isMoving) showLanguage(cell)
  const isSelected = line.part.isSelected(place.index)
  if (isSelected !== cell.isSelected) setAttribute(cell.element, 'aria-selected', String(isSelected))
  cell.isSelected = isSelected
  const attributes = attributesOf(line, place)
  if (attributes !== cell.attributes) applyAttributes(cell.element, cell.attributes, attributes)
  cell.attributes = attributes
}

function showText(cell: Cell, cut: CutText): void {
  const { element, text } = cell
  // The sign depends on the visible part. The element of the hidden part shows the sign, if there is that element, and
  // the tail follows it.
  const isRestLeftOut = cut.hiddenText === ''
  const sign = isRestLeftOut ? cut.sign + cut.tail : ''
  const seen = cut.label === '' ? cut.shown + sign : cut.shown
  if (text.data !== seen) text.data = seen
  showLabel(cell, cut.label === '' ? '' : cut.label + sign)
  if (cut.hiddenText !== cell.cutText.hiddenText || cut.sign !== cell.cutText.sign) showRest(cell, cut)
  if (cut.isClipped !== cell.cutText.isClipped)
    setAttribute(element, 'data-clipped', cut.isClipped ? 'true' : null)
  showTail(cell, isRestLeftOut ? '' : cut.tail)
  cell.cutText = cut
}

/** Names the language of a text by its letters, for screen readers. A view that moves is not read. */
function showLanguage(cell: Cell): void {
  const language = languageOf(cell.cutText.shown + cell.cutText.hiddenText)
  if (language !== cell.language) setAttribute(cell.element, 'lang', language ?? null)
  cell.language = language
}

function showLabel(cell: Cell, label: string): void {
  if (!cell.label) {
    if (label === '') return
    cell.label = document.createTextNode('')
    const element = createElement('span', { class: 'grid-label' })
    element.append(cell.label)
    cell.text.after(element)
  }
  if (cell.label.data !== label) cell.label.data = label
}

function showRest(cell: Cell, { hiddenText, sign }: CutText): void {
  if (hiddenText === '') {
    cell.rest?.remove()
    cell.rest = undefined
    return
  }
  if (!cell.rest) {
    cell.rest = createElement('span', { class: 'grid-rest' })
    if (cell.tail) cell.tail.before(cell.rest)
    else cell.element.append(cell.rest)
  }
  setAttribute(cell.rest, 'data-sign', sign)
  cell.rest.textContent = hiddenText
}

function showTail(cell: Cell, tail: string): void {
  if (!cell.tail) {
    if (tail === '') return
    cell.tail = document.createTextNode('')
    cell.element.append(cell.tail)
  }
  if (cell.tail.data !== tail) cell.tail.data = tail
}

function applyAttributes(
  element: HTMLElement,
  before: CellAttributes | undefined,
  now: CellAttributes | undefined,
): void {
  for (const [at, name] of cellAttributeNames.entries()) {
    const value = now?.[at] ?? null
    if (value !== (before?.[at] ?? null)) setAttribute(element, name, value)
  }
}
