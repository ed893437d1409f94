import type { Column } from '@/lib/sheet/columns'
import { entriesOf, kinds } from '@/lib/sheet/kinds'
import { BELOW_WIDTH } from './cut-text'
import { shownText } from './shown-text'
import type { GridSource } from './source'
import { textWidths } from './use-text-widths'

/** Lines that are looked at beside those on the screen: all of them would take long in a large sheet. */
const SAMPLE = 500
/** What a cell needs beside its text, and a heading beside its name, in CSS pixels. */
const AROUND = 20
const AROUND_HEADING = 44

/**
 * Positions of the lines whose texts decide a width: those on the screen, and a sample spread evenly over all.
 * @param count of all lines
 */
export function sampleRows(count: number, onScreen: readonly number[], most = SAMPLE): number[] {
  const step = Math.max(1, count / most)
  const spread = Array.from({ length: Math.min(count, most) }, (_, i) => Math.floor(i * step))
  return [...new Set([...onScreen.filter(row => row < count), ...spread])]
}

/**
 * The width at which a column shows its texts and its heading whole, in CSS pixels.
 * @param onScreen positions of the lines that are drawn
 * @param sheet the element that holds the cells and the headings, which have fonts of their own
 */
export function fitWidth(
  source: GridSource,
  column: Column,
  onScreen: readonly number[],
  sheet: Element,
): number {
  const pen = document.createElement('canvas').getContext('2d')
  if (!pen) return column.width
  const rows = source.rows()
  const write = (part: string, font: (size: string) => string) => {
    const { fontFamily, fontSize } = getComputedStyle(sheet.querySelector(part) ?? sheet)
    pen.font = `${font(fontSize)} ${fontFamily}`
    return (text: string) => pen.measureText(text).width
  }
  const heading = write('.grid-head', () => '500 12px')(source.words(column).label)
  const pencil = write('.grid-body', size => `400 ${size}`)
  const widths = textWidths()
  const cell = (text: string) => {
    const line = firstLine(text)
    const width = widths.width(line, kinds[column.kind].align === 'right')
    return (width < 0 ? pencil(line) : width) + (line.length < text.length ? BELOW_WIDTH : 0)
  }
  let widest = 0
  for (const row of sampleRows(rows.length, onScreen)) {
    const text = shownText(source.line(rows[row] ?? ''), column.id)
    widest = Math.max(widest, cell(column.kind === 'list' ? entriesOf(text).join(' ') : text))
  }
  return Math.ceil(Math.max(widest + AROUND, heading + AROUND_HEADING))
}

/** A cell is one line high. A text of thousands of characters is wider than any column long before its end. */
const firstLine = (text: string): string => text.slice(0, 400).split('\n', 1)[0] ?? ''
