import type { PlacedColumn } from '@/components/grid/geometry/geometry'
import type { ShownValue } from '@/lib/sheet/schema/choices/shown-value'
import { ELLIPSIS, type TextWidths } from './text-widths'

/** Padding and border of a cell, in CSS pixels. */
const CELL_PADDING = 17
/** Marks a text that has further lines; its width is in CSS pixels. */
const MORE_LINES = '\u2009↵'
export const MORE_LINES_WIDTH = 16

/** A text, cut to the width of its cell. */
export interface CutText {
  /** The visible part; `label`, and `sign` where `hiddenText` is '', follow it. */
  readonly shown: string
  /** The visible part of the label of a code, after a blank, in a muted colour; '' where there is none. */
  readonly label: string
  /** An ellipsis, a mark of further lines, or both; '' where the text is whole. */
  readonly sign: string
  /** The part without room, for assistive technology; '' while the view moves. */
  readonly hiddenText: string
  /** The width cannot be computed, so the cell clips the text. */
  readonly isClipped: boolean
}

/**
 * Cuts a text to its first line and to the width of its cell.
 * @param isMoving while the view moves, the hidden part is left out, which saves creating and laying out an element.
 * Otherwise the element contains it, without width, for screen readers
 */
export function cutText(
  text: string,
  { width }: PlacedColumn,
  isNumber: boolean,
  widths: TextWidths,
  isMoving: boolean,
): CutText {
  const end = text.indexOf('\n')
  const line = end < 0 ? text : text.slice(0, end)
  const fitting = widths.fit(line, width - CELL_PADDING - (end < 0 ? 0 : MORE_LINES_WIDTH), isNumber)
  const isClipped = fitting < 0
  const length = isClipped ? line.length : fitting
  if (length === text.length) return { shown: text, label: '', sign: '', hiddenText: '', isClipped }
  const mark = (length < line.length ? ELLIPSIS : '') + (end < 0 ? '' : MORE_LINES)
  return {
    shown: text.slice(0, length),
    label: '',
    sign: mark,
    hiddenText: isMoving ? '' : text.slice(length),
    isClipped,
  }
}

/** Cuts a code with its label to the width of a cell: first the label, and the code only where there is no room for it. */
export function cutValue(
  { text, label }: ShownValue,
  place: PlacedColumn,
  widths: TextWidths,
  isMoving: boolean,
): CutText {
  const cut = cutText(text, place, false, widths, isMoving)
  if (label === '') return cut
  const hiddenLabel = isMoving ? '' : ` ${label}`
  // Without its whole code, a cell has no room for the label.
  if (cut.sign !== '') return { ...cut, hiddenText: cut.hiddenText + hiddenLabel }
  const room = place.width - CELL_PADDING - widths.width(`${text} `)
  const fitting = cut.isClipped ? -1 : widths.fit(label, room)
  if (fitting === 0) return { ...cut, hiddenText: hiddenLabel }
  const isClipped = fitting < 0
  const length = isClipped ? label.length : fitting
  return {
    shown: text,
    label: ` ${label.slice(0, length)}`,
    sign: length < label.length ? ELLIPSIS : '',
    hiddenText: isMoving ? '' : label.slice(length),
    isClipped,
  }
}
