import type { TextSheet } from '@/lib/files/write/sheet-xml'
import { writeXlsx } from '@/lib/files/write/xlsx'
import type { HeadingLanguage } from '@/lib/import/match/dictionary/languages'
import type { Recipe } from '@/lib/import/recipe/recipe'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import {
  ERROR_HEADING,
  KEY_HEADING,
  nativeLayout,
  ORDER_ID_HEADING,
  type OutgoingLayout,
  type OutgoingLine,
  outgoingText,
  ROW_HEADING,
  shopLayout,
} from './layout'
import { memorySheet } from './memory'

/** Lines between two progress reports. */
const PROGRESS_LINES = 500
/** The share of the layout in the whole progress. */
const LAYOUT_SHARE = 0.25

/** The lines to export, and how. */
interface RoundTripExport {
  readonly draftId: string
  readonly draftName: string
  readonly sheet: SheetId
  readonly language: HeadingLanguage
  readonly lines: readonly OutgoingLine[]
  /** The shop's own layout, if all lines came from one file layout; without it, our own layout is used. */
  readonly from?: { readonly headings: readonly string[]; readonly recipe: Recipe }
  /** Name of the visible sheet. */
  readonly name: string
}

/**
 * Writes lines as a workbook for correction and reimport: the shop's columns or ours, the failures beside each row, and
 * hidden the line's key and texts. All cells are text; none is a formula.
 * @param onProgress receives the written share (0 to 1)
 * @returns the bytes of an XLSX file; undefined if the sheet has no layout of its own
 */
export async function writeRoundTrip(
  out: RoundTripExport,
  onProgress: (done: number) => void = () => {},
): Promise<Uint8Array | undefined> {
  const { lines, sheet, from, language } = out
  const layout = from ? shopLayout(lines, sheet, from, language) : nativeLayout(lines, sheet, language)
  if (!layout) return undefined
  onProgress(LAYOUT_SHARE)
  return writeXlsx([
    shownSheet(out, layout, at => onProgress(LAYOUT_SHARE + (at / lines.length) * (1 - LAYOUT_SHARE))),
    memorySheet(out, layout),
  ])
}

function shownSheet(out: RoundTripExport, layout: OutgoingLayout, onRow: (at: number) => void): TextSheet {
  return {
    name: out.name,
    columns: [
      { width: 60 },
      { width: 8 },
      ...(hasOrderIds(out.lines) ? [{ width: 20 }] : []),
      ...layout.headings.map(heading => ({ width: Math.max(10, 2 * heading.length) })),
      { width: 14, isHidden: true },
    ],
    rows: rowsOf(out, layout, onRow),
  }
}

/** Whether any line shows the id of its order: a file without ids has no column for them. */
const hasOrderIds = (lines: readonly OutgoingLine[]): boolean =>
  lines.some(({ orderId }) => orderId !== undefined)

/** Creates row after row, so that only one row is in memory beside the lines. */
function* rowsOf(
  { lines, language }: RoundTripExport,
  { headings, added, rows, sheet }: OutgoingLayout,
  onRow: (at: number) => void,
): Generator<readonly string[]> {
  const hasIds = hasOrderIds(lines)
  const columns = added.flatMap(id => sheets[sheet].columns.filter(column => column.id === id))
  yield [ERROR_HEADING, ROW_HEADING, ...(hasIds ? [ORDER_ID_HEADING] : []), ...headings, KEY_HEADING]
  for (const [i, { key, messages, orderId = '', origin, texts }] of lines.entries()) {
    if (i % PROGRESS_LINES === 0) onRow(i)
    yield [
      messages.join('\n'),
      String(origin?.row ?? ''),
      ...(hasIds ? [orderId] : []),
      ...(rows[i] ?? []),
      ...columns.map(column => outgoingText(texts[column.id], column, language)),
      key,
    ]
  }
}
