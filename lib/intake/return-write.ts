import type { SheetId } from '@/lib/sheet/sheets'
import type { HeadingLanguage } from './languages'
import type { Recipe } from './recipe'
import {
  ERROR_HEADING,
  KEY_HEADING,
  type OutLayout,
  type OutLine,
  ownLayout,
  ROW_HEADING,
  shopLayout,
} from './return-layout'
import { memoryOf } from './return-memory'
import { type TextSheet, writeWorkbook } from './write-workbook'

/** Lines of which is told between two signs of progress. */
const OFTEN = 500
/** To find out what the rows say is so much of the whole. */
const UNDERSTOOD = 0.25

/** What goes out, and how. */
export interface Outgoing {
  readonly draftId: string
  readonly draftName: string
  readonly sheet: SheetId
  readonly language: HeadingLanguage
  readonly lines: readonly OutLine[]
  /** The shop's own layout, where all lines came by it; else ours is used. */
  readonly from?: { readonly headings: readonly string[]; readonly recipe: Recipe }
  /** Name of the sheet that shows. */
  readonly name: string
}

/**
 * Writes lines as a workbook to be corrected elsewhere and dropped again: the shop's own columns, or ours, with what is
 * wrong beside each row, and unseen the key of the line and what it said. Every cell is text; nothing is a formula.
 * @param onProgress hears how much of it is written (from 0 to 1)
 * @returns the bytes of an XLSX file; undefined when the sheet has no layout of its own
 */
export async function writeReturn(
  out: Outgoing,
  onProgress: (done: number) => void = () => {},
): Promise<Uint8Array | undefined> {
  const { lines, sheet, from, language } = out
  const layout = from ? shopLayout(lines, sheet, from, language) : ownLayout(lines, sheet, language)
  if (!layout) return undefined
  onProgress(UNDERSTOOD)
  return writeWorkbook([
    shown(out, layout, at => onProgress(UNDERSTOOD + (at / lines.length) * (1 - UNDERSTOOD))),
    memoryOf(out, layout),
  ])
}

function shown({ name, lines }: Outgoing, layout: OutLayout, onRow: (at: number) => void): TextSheet {
  return {
    name,
    columns: [
      { width: 60 },
      { width: 8 },
      ...layout.headings.map(heading => ({ width: Math.max(10, 2 * heading.length) })),
      { width: 14, isHidden: true },
    ],
    rows: rowsOf(lines, layout, onRow),
  }
}

/** Row after row, so that no more of them than one is held beside the lines. */
function* rowsOf(
  lines: readonly OutLine[],
  { headings, added, rows }: OutLayout,
  onRow: (at: number) => void,
): Generator<readonly string[]> {
  yield [ERROR_HEADING, ROW_HEADING, ...headings, KEY_HEADING]
  for (const [i, { key, messages, origin, texts }] of lines.entries()) {
    if (i % OFTEN === 0) onRow(i)
    yield [
      messages.join('\n'),
      String(origin?.row ?? ''),
      ...(rows[i] ?? []),
      ...added.map(id => texts[id] ?? ''),
      key,
    ]
  }
}
