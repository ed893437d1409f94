import type { ReactNode } from 'react'
import type { PlacedColumn } from './geometry'
import { ELLIPSIS, type TextWidths } from './text-widths'

/** What of a cell is not for its text: padding and an edge, in CSS pixels. */
const AROUND = 17
/** Says that a text goes on below its first line, and the room for that. */
const BELOW = '\u2009↵'
export const BELOW_WIDTH = 16

/**
 * A text as its cell shows it: its first line, as far as there is room for it.
 * @param isMoving it is shown only to the eye, which is all that a text in motion is for: that takes one element less
 * to be made and laid out. Else the rest is there, without width, for whoever does not see it
 * @returns `isClipped`: nobody knows how wide it is, so its cell is to cut it off
 */
export function cutText(
  text: string,
  { width }: PlacedColumn,
  isNumber: boolean,
  widths: TextWidths,
  isMoving: boolean,
): { readonly shown: ReactNode; readonly isClipped: boolean } {
  const end = text.indexOf('\n')
  const line = end < 0 ? text : text.slice(0, end)
  const fitting = widths.fit(line, width - AROUND - (end < 0 ? 0 : BELOW_WIDTH), isNumber)
  const isClipped = fitting < 0
  const length = isClipped ? line.length : fitting
  if (length === text.length) return { shown: text, isClipped }
  const sign = (length < line.length ? ELLIPSIS : '') + (end < 0 ? '' : BELOW)
  const seen = text.slice(0, length)
  if (isMoving) return { shown: seen + sign, isClipped }
  const shown = (
    <>
      {seen}
      <span className="grid-rest" data-sign={sign}>
        {text.slice(length)}
      </span>
    </>
  )
  return { shown, isClipped }
}
