import { paintedText } from '@/components/grid/paint/cell'
import { MORE_LINES_WIDTH } from '@/components/grid/paint/cut-text'
import { textWidths } from '@/components/grid/paint/use-text-widths'
import type { GridSource } from '@/components/grid/source'
import type { Column } from '@/lib/sheet/schema/columns'
import { entriesOf, kinds } from '@/lib/sheet/schema/kinds'

/** Maximum number of lines that are measured in addition to those on the screen. */
const MAX_SAMPLE = 500
/** Width of a cell without its text, and of a heading without its name, in CSS pixels. */
const CELL_PADDING = 20
const HEADING_PADDING = 44

/**
 * Positions of the lines that decide a width: those on the screen, and a sample of all lines.
 * @param count of all lines
 */
export function sampleRows(count: number, onScreen: readonly number[], max = MAX_SAMPLE): number[] {
  const step = Math.max(1, count / max)
  const spread = Array.from({ length: Math.min(count, max) }, (_, i) => Math.floor(i * step))
  return [...new Set([...onScreen.filter(row => row < count), ...spread])]
}

/**
 * The width at which a column shows its texts and its heading in full, in CSS pixels.
 * @param onScreen positions of the painted lines
 * @param sheet the element of the grid, for the fonts of cells and headings
 */
export function fitWidth(
  source: GridSource,
  column: Column,
  onScreen: readonly number[],
  sheet: Element,
): number {
  const canvas = document.createElement('canvas').getContext('2d')
  if (!canvas) return column.width
  const rows = source.rows()
  const widthIn = (part: string, font: (size: string) => string) => {
    const { fontFamily, fontSize } = getComputedStyle(sheet.querySelector(part) ?? sheet)
    canvas.font = `${font(fontSize)} ${fontFamily}`
    return (text: string) => canvas.measureText(text).width
  }
  const headingWidth = widthIn('.grid-head', () => '500 12px')(source.words(column).label)
  const bodyWidth = widthIn('.grid-body', size => `400 ${size}`)
  const widths = textWidths()
  const cellWidth = (text: string) => {
    const line = firstLine(text)
    const width = widths.width(line, kinds[column.kind].align === 'right')
    return (width < 0 ? bodyWidth(line) : width) + (line.length < text.length ? MORE_LINES_WIDTH : 0)
  }
  const display = source.help.display(column)
  let widest = 0
  for (const row of sampleRows(rows.length, onScreen)) {
    const text = paintedText(source.line(rows[row] ?? ''), column.id)
    const value = display?.(text)
    if (value)
      widest = Math.max(widest, cellWidth(value.label === '' ? value.text : `${value.text} ${value.label}`))
    else widest = Math.max(widest, cellWidth(column.kind === 'list' ? entriesOf(text).join(' ') : text))
  }
  return Math.ceil(Math.max(widest + CELL_PADDING, headingWidth + HEADING_PADDING))
}

/** A cell shows one line. Its beginning is wider than any column. */
const firstLine = (text: string): string => text.slice(0, 400).split('\n', 1)[0] ?? ''
