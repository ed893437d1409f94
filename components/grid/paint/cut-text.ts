import type { PlacedColumn } from '@/components/grid/geometry/geometry'
import { SHOWN_END } from '@/components/ui/text/shown-end'
import type { ShownValue } from '@/lib/sheet/schema/choices/shown-value'
import { ELLIPSIS, type TextWidths } from './text-widths'

/** Padding and border of a cell, in CSS pixels. */
const CELL_PADDING = 17
/** Marks a text that has further lines; its width is in CSS pixels. */
const MORE_LINES = '\u2009↵'
export const MORE_LINES_WIDTH = 16
/** Fewer characters before them are not worth the cut. */
const MIN_START = 3

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
  /** The visible part after the hidden one; '' where the end is hidden. */
  readonly tail: string
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
  if (length === text.length) return { ...whole, shown: text, isClipped }
  const mark = (length < line.length ? ELLIPSIS : '') + (end < 0 ? '' : MORE_LINES)
  return {
    ...whole,
    shown: text.slice(0, length),
    sign: mark,
    hiddenText: isMoving ? '' : text.slice(length),
    isClipped,
  }
}

/** Nothing is cut. */
const whole = { label: '', sign: '', hiddenText: '', tail: '' }

/**
 * Cuts an identifier in its middle: Rakuten's order numbers of one day, such as 412345-20261128-0000012345, differ only
 * at their end. Where the room is too small for both ends, it is cut like any text.
 */
export function cutIdentifier(
  text: string,
  place: PlacedColumn,
  widths: TextWidths,
  isMoving: boolean,
): CutText {
  const cut = cutText(text, place, false, widths, isMoving)
  if (cut.sign !== ELLIPSIS) return cut
  const [start, tail] = [text.slice(0, -SHOWN_END), text.slice(-SHOWN_END)]
  const tailWidth = widths.width(tail)
  const length = tailWidth < 0 ? -1 : widths.fit(start, place.width - CELL_PADDING - tailWidth)
  if (length < MIN_START) return cut
  return { ...cut, shown: start.slice(0, length), hiddenText: isMoving ? '' : start.slice(length), tail }
}

/**
 * Cuts a code with its label to the width of a cell: first the label, and the code only where there is no room for it.
 */
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
    tail: '',
    isClipped,
  }
}
