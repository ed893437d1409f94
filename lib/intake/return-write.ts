import type { Texts } from '@/lib/sheet/draft'
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
  readRows,
  shopLayout,
} from './return-layout'
import { type TextSheet, writeWorkbook } from './write-workbook'

/** The hidden sheet by which a file is known when it comes back: what every line said when it left. */
export const MEMORY = '_lading'
/** First cell of that sheet. */
export const MARK = 'lading-return-1'
/** A cell of a spreadsheet holds 32,767 characters. */
const PIECE = 30_000

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
 * @returns the bytes of an XLSX file; undefined when the sheet has no layout of its own
 */
export async function writeReturn(out: Outgoing): Promise<Uint8Array | undefined> {
  const { lines, sheet, from, language } = out
  const layout = from ? shopLayout(lines, sheet, from, language) : ownLayout(lines, sheet, language)
  if (!layout) return undefined
  return writeWorkbook([shown(out, layout), memory(out, layout)])
}

function shown({ name, lines }: Outgoing, { headings, rows }: OutLayout): TextSheet {
  return {
    name,
    columns: [
      { width: 60 },
      { width: 8 },
      ...headings.map(heading => ({ width: Math.max(10, 2 * heading.length) })),
      { width: 14, isHidden: true },
    ],
    rows: [
      [ERROR_HEADING, ROW_HEADING, ...headings, KEY_HEADING],
      ...rows.map((row, i) => [
        lines[i]?.messages.join('\n') ?? '',
        String(lines[i]?.origin?.row ?? ''),
        ...row,
        lines[i]?.key ?? '',
      ]),
    ],
  }
}

function memory({ draftId, draftName, sheet, lines }: Outgoing, layout: OutLayout): TextSheet {
  const { headings, added, recipe, rows } = layout
  const said = saidBy(layout, headings.slice(0, headings.length - added.length), rows)
  return {
    name: MEMORY,
    isHidden: true,
    columns: [],
    rows: [
      [MARK, draftId, sheet, draftName],
      ['recipe', ...pieces(JSON.stringify(recipe))],
      ['added', ...added],
      ['headings', ...headings],
      ...lines.map(({ key }, i) => [key, ...pieces(JSON.stringify(said[i] ?? {}))]),
    ],
  }
}

/**
 * What rows of a layout say, column by column.
 * @param headings those of the file itself, without added ones
 */
export function saidBy(
  { sheet, recipe, added, said: known }: Pick<OutLayout, 'sheet' | 'recipe' | 'added' | 'said'>,
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): Texts[] {
  const own =
    known ??
    readRows(
      rows.map(row => row.slice(0, headings.length)),
      headings,
      recipe,
      sheet,
    )
  return own.map((texts, i) => ({
    ...texts,
    ...Object.fromEntries(added.map((id, at) => [id, rows[i]?.[headings.length + at] ?? ''])),
  }))
}

function pieces(text: string): string[] {
  const parts: string[] = []
  for (let at = 0; at < text.length; at += PIECE) parts.push(text.slice(at, at + PIECE))
  return parts
}
