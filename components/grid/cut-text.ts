import type { PlacedColumn } from './geometry'
import { ELLIPSIS, type TextWidths } from './text-widths'

/** What of a cell is not for its text: padding and an edge, in CSS pixels. */
const AROUND = 17
/** Says that a text goes on below its first line, and the room for that. */
const BELOW = '\u2009↵'
export const BELOW_WIDTH = 16

/** A text as its cell shows it. */
export interface CutText {
  /** What is seen of it; with `sign` behind, where there is no `rest`. */
  readonly seen: string
  /** Behind what is seen: that it is cut short, that it goes on below; '' where it is whole. */
  readonly sign: string
  /** What there is no room for; '' also where nobody is to have it. */
  readonly rest: string
  /** Nobody knows how wide it is, so its cell is to cut it off. */
  readonly isClipped: boolean
}

/**
 * A text as its cell shows it: its first line, as far as there is room for it.
 * @param isMoving it is shown only to the eye, which is all that a text in motion is for: that takes one element less
 * to be made and laid out. Else the rest is there, without width, for whoever does not see it
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
  const fitting = widths.fit(line, width - AROUND - (end < 0 ? 0 : BELOW_WIDTH), isNumber)
  const isClipped = fitting < 0
  const length = isClipped ? line.length : fitting
  if (length === text.length) return { seen: text, sign: '', rest: '', isClipped }
  const sign = (length < line.length ? ELLIPSIS : '') + (end < 0 ? '' : BELOW)
  return { seen: text.slice(0, length), sign, rest: isMoving ? '' : text.slice(length), isClipped }
}
