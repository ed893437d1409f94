import type { Book, Table } from '@/lib/files/book/book'
import { importSlices } from '@/lib/import/lines/import-table'
import { withOwnItem } from '@/lib/import/lines/packed-rows'
import { type DetectedMapping, detectMapping } from '@/lib/import/match/detect-mapping'
import { headingOf } from '@/lib/import/match/dictionary/dictionary'
import type { HeadingLanguage } from '@/lib/import/match/dictionary/languages'
import { nativeTemplateRecipe } from '@/lib/import/match/native-template'
import { ColumnsByHeading } from '@/lib/import/recipe/columns-by-heading'
import type { Recipe } from '@/lib/import/recipe/recipe'
import { shownInFull } from '@/lib/sheet/schema/choices/shown-value'
import type { Column } from '@/lib/sheet/schema/columns'
import { firstFilled, isBlank } from '@/lib/sheet/schema/kinds'
import type { LineId, Texts } from '@/lib/sheet/schema/line'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'

/** Headings that the export adds to the shop's columns; the import never maps them. */
export const KEY_HEADING = '_rowKey'
export const ERROR_HEADING = '_error'
export const ROW_HEADING = '_row'
export const ORDER_ID_HEADING = '_orderId'

/** A line that is exported for correction. */
export interface OutgoingLine {
  readonly key: LineId
  /** The first line of its order; lines of one order follow each other. */
  readonly firstLine: LineId
  readonly texts: Texts
  /** The id of the order, on the line that shows it. */
  readonly orderId?: string
  /** The sentences about its failures. */
  readonly messages: readonly string[]
  /** Columns in which something is wrong. */
  readonly failing: readonly string[]
  /** The row of the file that it came from, and the original cells. */
  readonly origin?: { readonly row: number; readonly cells: readonly string[] }
}

/** The columns of an exported file. */
export interface OutgoingLayout {
  readonly sheet: SheetId
  readonly headings: readonly string[]
  readonly recipe: Recipe
  /** Columns of the sheet that are appended, because they have failures and the file has no cell for them. */
  readonly added: readonly string[]
  /** The texts of each line under the original headings. */
  readonly rows: readonly (readonly string[])[]
  /** The sheet's texts that an import of these rows gives. */
  readonly sheetTexts: readonly Texts[]
}

/**
 * The layout of a shop's file, with the edits since the import in its cells.
 * @param from the headings and the recipe of the import
 */
export function shopLayout(
  lines: readonly OutgoingLine[],
  sheet: SheetId,
  from: { readonly headings: readonly string[]; readonly recipe: Recipe },
  language: HeadingLanguage,
): OutgoingLayout {
  const { headings, recipe } = from
  const byHeading = new ColumnsByHeading(headings)
  const original = lines.map(({ origin, texts }) =>
    withOwnItem(padCells(headings, origin?.cells ?? []), texts, recipe, byHeading),
  )
  const columns = sheets[sheet].columns
  const cells = cellOwners(headings, recipe, sheet)
  const importedTexts = readSheetTexts(original, headings, recipe, sheet)
  const rows = withEdits(lines, original, importedTexts, columns, cells, language)
  const isUnedited = rows.every((row, i) => row === original[i])
  const failing = new Set<string>()
  for (const line of lines) for (const id of line.failing) failing.add(id)
  const added = columns.filter(({ id }) => failing.has(id) && !isCorrectable(id, lines, cells))
  return {
    sheet,
    headings: [...headings, ...added.map(column => headingOf(column, language))],
    recipe,
    added: added.map(({ id }) => id),
    rows,
    sheetTexts: isUnedited ? importedTexts : readSheetTexts(rows, headings, recipe, sheet),
  }
}

/** The cells of a row, one for each heading. */
const padCells = (headings: readonly string[], cells: readonly string[]): readonly string[] =>
  cells.length === headings.length ? cells : headings.map((_, at) => cells[at] ?? '')

/** Our own layout: every column of the sheet by its name. */
export function nativeLayout(
  lines: readonly OutgoingLine[],
  sheet: SheetId,
  language: HeadingLanguage,
): OutgoingLayout | undefined {
  const { columns } = sheets[sheet]
  const headings = columns.map(column => headingOf(column, language))
  const recipe = nativeTemplateRecipe(headings, sheet)
  if (!recipe) return undefined
  const rows = lines.map(({ texts }) =>
    columns.map(column => outgoingText(texts[column.id], column, language)),
  )
  return {
    sheet,
    headings,
    recipe,
    added: [],
    rows,
    sheetTexts: readSheetTexts(rows, headings, recipe, sheet),
  }
}

/** A text as the sheet shows it: yes or no in words. Other codes have names beside them only on the screen. */
export const outgoingText = (text: string | undefined, column: Column, language: HeadingLanguage): string =>
  column.kind === 'flag' && (text === 'true' || text === 'false')
    ? shownInFull(text, column, language)
    : (text ?? '')

/** The sheet's texts that an import of these rows gives, row by row. */
export function readSheetTexts(
  rows: readonly (readonly string[])[],
  headings: readonly string[],
  recipe: Recipe,
  sheet: SheetId,
): Texts[] {
  const book = bookOf(rows, headings)
  const mapping = {
    ...detectMapping(book, { sheet, table: 0, header: 0, recipe }),
    isCompared: true,
  } as const
  const mapped = Object.keys(mapping.mapped)
  const sheetTexts: Record<string, string>[] = rows.map(() => ({}))
  for (const slice of importSlices(book, mapping)) {
    for (const { row, texts } of slice) {
      const here = sheetTexts[row - 2]
      for (const id of mapped) {
        const text = texts[id]
        if (here && text !== undefined && text !== '') here[id] = text
      }
    }
  }
  return sheetTexts
}

/** For each mapped column: the positions of its headings. */
export const mappedColumns = (
  headings: readonly string[],
  recipe: Recipe,
  sheet: SheetId,
): DetectedMapping['mapped'] =>
  detectMapping(bookOf([], headings), { sheet, table: 0, header: 0, recipe }).mapped

function bookOf(rows: readonly (readonly string[])[], headings: readonly string[]): Book {
  const all = [headings, ...rows]
  const table: Table = {
    name: '',
    isHidden: false,
    rows: all,
    numbers: all.map((_, at) => at + 1),
    notes: new Map(),
  }
  return { name: '', size: 0, kind: 'xlsx', tables: [table] }
}

/**
 * For each column of the file that is taken verbatim: the columns of the sheet that it is mapped to. The first one owns
 * the cell.
 */
type CellOwners = ReadonlyMap<number, readonly string[]>

function cellOwners(headings: readonly string[], recipe: Recipe, sheet: SheetId): CellOwners {
  const mapped = mappedColumns(headings, recipe, sheet)
  const cells = new Map<number, string[]>()
  const combined = new Set<number>()
  for (const { id } of sheets[sheet].columns) {
    const rule = Object.hasOwn(recipe.fields, id) ? recipe.fields[id] : undefined
    const [at, ...others] = mapped[id] ?? []
    const isPlain = rule && 'take' in rule && rule.map === undefined && rule.values === undefined
    if (isPlain && at !== undefined && others.length === 0) cells.set(at, [...(cells.get(at) ?? []), id])
    else for (const part of mapped[id] ?? []) combined.add(part)
  }
  // A column that is also split or joined cannot be written back.
  for (const at of combined) cells.delete(at)
  return cells
}

/** Whether a column of the sheet can be corrected in the file: it owns a cell, or equals the column that does. */
function isCorrectable(id: string, lines: readonly OutgoingLine[], cells: CellOwners): boolean {
  const [owner] = [...cells.values()].find(ids => ids.includes(id)) ?? []
  if (owner === undefined) return false
  return owner === id || lines.every(({ texts }) => (texts[id] ?? '') === (texts[owner] ?? ''))
}

/** The rows with the edits since the import; a record's text is written to every row that had one. */
function withEdits(
  lines: readonly OutgoingLine[],
  original: readonly (readonly string[])[],
  importedTexts: readonly Texts[],
  columns: readonly Column[],
  cells: CellOwners,
  language: HeadingLanguage,
): (readonly string[])[] {
  const rows = [...original]
  const orders = new Map<LineId, number[]>()
  for (const [i, { firstLine }] of lines.entries()) {
    const order = orders.get(firstLine)
    if (order) order.push(i)
    else orders.set(firstLine, [i])
  }
  for (const [cell, [id = '']] of cells) {
    const column = columns.find(one => one.id === id)
    const put = (at: number, text: string) => {
      rows[at] = rows[at]?.with(cell, column ? outgoingText(text, column, language) : text) ?? []
    }
    if (column?.scope === 'item') {
      for (const [i, { texts }] of lines.entries())
        if ((texts[id] ?? '') !== (importedTexts[i]?.[id] ?? '')) put(i, texts[id] ?? '')
      continue
    }
    for (const places of orders.values()) {
      const now = firstFilled(places.map(i => lines[i]?.texts[id]))
      if (now === firstFilled(places.map(i => importedTexts[i]?.[id]))) continue
      for (const [nth, i] of places.entries()) if (nth === 0 || !isBlank(original[i]?.[cell])) put(i, now)
    }
  }
  return rows
}
