import * as z from 'zod'
import { type Book, textsAt } from '@/lib/files/book/book'
import type { TextSheet } from '@/lib/files/write/sheet-xml'
import type { Recipe } from '@/lib/import/recipe/recipe'
import { recipeSchema } from '@/lib/import/recipe/recipe-schema'
import type { LineId, Texts } from '@/lib/sheet/schema/line'
import { findSheetById, type SheetId } from '@/lib/sheet/schema/sheets'
import { mappedColumns, type OutgoingLayout, type OutgoingLine } from './layout'
import { marksOf, type OtherColumns } from './other-columns'

/** The hidden sheet that identifies an exported file and stores the texts of every line. */
export const MEMORY_SHEET = '_lading'
/** First cell of that sheet. Files of the first kind had a row for each line, with JSON of its texts. */
const FORMAT_MARK = 'lading-return-2'
/** First cell of rows about unmapped columns. */
const OTHER_COLUMNS_ROW = 'others'
const FIRST_FORMAT_MARK = 'lading-return-1'
/** A cell of a spreadsheet holds 32,767 characters. */
const CHUNK_SIZE = 30_000
/** Lines per row: a spreadsheet opens few long texts faster than many short ones. */
const LINES_PER_ROW = 100

/** The contents of the hidden sheet. */
export interface RoundTripMemory {
  readonly draftId: string
  readonly draftName: string
  readonly sheet: SheetId
  readonly recipe: Recipe
  /** Columns of the sheet that were appended to those of the file. */
  readonly added: readonly string[]
  /** Exported headings, including those of added columns. */
  readonly headings: readonly string[]
  /** The texts of each line at export time. */
  readonly base: ReadonlyMap<LineId, Texts>
  /** Marks of the texts in columns that no field reads; undefined in files of older versions. */
  readonly others: OtherColumns | undefined
}

interface OutgoingDraft extends Pick<RoundTripMemory, 'draftId' | 'draftName' | 'sheet'> {
  readonly lines: readonly OutgoingLine[]
}

/** Builds the hidden sheet. */
export function memorySheet(
  { draftId, draftName, sheet, lines }: OutgoingDraft,
  layout: OutgoingLayout,
): TextSheet {
  const { headings, added, recipe, rows: written, sheetTexts } = layout
  const others = othersOf(layout)
  const columns = new Set<string>()
  for (const texts of sheetTexts) for (const id in texts) columns.add(id)
  function* rows(): Generator<readonly string[]> {
    yield [FORMAT_MARK, draftId, sheet, draftName]
    yield ['recipe', ...chunks(JSON.stringify(recipe))]
    yield ['added', ...added]
    yield ['headings', ...headings]
    yield ['columns', ...columns, ...added]
    for (let at = 0; at < lines.length; at += LINES_PER_ROW) {
      const some = lines.slice(at, at + LINES_PER_ROW).map(({ key, texts }, i) => {
        const here = sheetTexts[at + i] ?? {}
        return [key, ...[...columns].map(id => here[id] ?? ''), ...added.map(id => texts[id] ?? '')]
      })
      yield ['lines', ...chunks(JSON.stringify(some))]
    }
    // Older versions read only arrays and ignore this row.
    yield [OTHER_COLUMNS_ROW, ...chunks(JSON.stringify({ columns: others }))]
    if (others.length === 0) return
    for (let at = 0; at < lines.length; at += LINES_PER_ROW) {
      const some = lines.slice(at, at + LINES_PER_ROW)
      const marks = some.map(({ key }, i) => [key, marksOf(written[at + i] ?? [], others)])
      yield [OTHER_COLUMNS_ROW, ...chunks(JSON.stringify({ marks }))]
    }
  }
  return { name: MEMORY_SHEET, isHidden: true, columns: [], rows: rows() }
}

/** Positions of unmapped headings. */
function othersOf({ headings, added, recipe, sheet }: OutgoingLayout): number[] {
  const names = headings.slice(0, headings.length - added.length)
  const mapped = new Set(Object.values(mappedColumns(names, recipe, sheet)).flat())
  return names.flatMap((_, at) => (mapped.has(at) ? [] : at))
}

function chunks(text: string): string[] {
  const parts: string[] = []
  for (let at = 0; at < text.length; at += CHUNK_SIZE) parts.push(text.slice(at, at + CHUNK_SIZE))
  return parts
}

/**
 * Reads the hidden sheet.
 * @returns undefined for a file that was not exported here, or without its hidden sheet
 */
export function readMemory(book: Book): RoundTripMemory | undefined {
  const kept = book.tables.find(
    ({ name, rows }) =>
      name === MEMORY_SHEET && [FORMAT_MARK, FIRST_FORMAT_MARK].includes(textsAt(rows, 0)[0] ?? ''),
  )
  const [mark, recipeRow, addedRow, headingsRow, ...rest] = kept?.rows.slice() ?? []
  const sheet = findSheetById(mark?.[2] ?? '')
  const recipe = recipeSchema.safeParse(parsed(recipeRow))
  if (!mark?.[1] || !sheet || !recipe.success) return undefined
  return {
    draftId: mark[1],
    draftName: mark[3] ?? '',
    sheet: sheet.id,
    recipe: recipe.data,
    added: (addedRow ?? []).slice(1).filter(id => id !== ''),
    headings: (headingsRow ?? []).slice(1),
    others: othersIn(rest),
    base: new Map(
      mark[0] === FORMAT_MARK ? linesIn(rest) : rest.map(row => [row[0] ?? '', textsOnly(parsed(row))]),
    ),
  }
}

const marksSchema = z.object({
  columns: z.array(z.int().min(0)).optional(),
  marks: z.array(z.tuple([z.string(), z.string()])).optional(),
})

function othersIn(rows: readonly (readonly string[])[]): OtherColumns | undefined {
  let columns: readonly number[] | undefined
  const marks = new Map<LineId, string>()
  for (const row of rows) {
    if (row[0] !== OTHER_COLUMNS_ROW) continue
    const read = marksSchema.safeParse(parsed(row))
    if (!read.success) continue
    columns ??= read.data.columns
    for (const [key, mark] of read.data.marks ?? []) marks.set(key, mark)
  }
  return columns && { columns, marks }
}

function* linesIn([columnsRow, ...rows]: readonly (readonly string[])[]): Generator<[LineId, Texts]> {
  const columns = (columnsRow ?? []).slice(1)
  for (const row of rows) {
    const lines = parsed(row)
    if (Array.isArray(lines)) for (const line of lines) if (Array.isArray(line)) yield lineIn(line, columns)
  }
}

/** Accepts only texts, because anyone may have edited the file. */
function lineIn(line: readonly unknown[], columns: readonly string[]): [LineId, Texts] {
  const texts: Record<string, string> = {}
  for (let at = 0; at < columns.length; at++) {
    const text = line[at + 1]
    const id = columns[at]
    if (id && id !== '__proto__' && typeof text === 'string' && text !== '') texts[id] = text
  }
  return [typeof line[0] === 'string' ? line[0] : '', texts]
}

function parsed(row: readonly string[] | undefined): unknown {
  try {
    return JSON.parse((row ?? []).slice(1).join(''))
  } catch {
    return undefined
  }
}

function textsOnly(value: unknown): Texts {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
