import type { Column } from '@/lib/sheet/columns'
import type { LineId, Texts } from '@/lib/sheet/draft'
import { isBlank } from '@/lib/sheet/kinds'
import { type SheetId, sheets } from '@/lib/sheet/sheets'
import { headingOf } from './dictionary'
import { importSlices } from './import-book'
import type { Understood } from './imported'
import type { HeadingLanguage } from './languages'
import { ownRecipe } from './own-recipe'
import type { Recipe } from './recipe'
import type { Book, Table } from './table'
import { understand } from './understand'

/** Headings of what we add to a shop's own columns; none of them is ever read as one of ours. */
export const KEY_HEADING = '_rowKey'
export const ERROR_HEADING = '_error'
export const ROW_HEADING = '_row'

/** A line that goes out to be corrected elsewhere. */
export interface OutLine {
  readonly key: LineId
  /** The first line of its order; lines of one order follow each other. */
  readonly lead: LineId
  readonly texts: Texts
  /** What is wrong with it, as sentences. */
  readonly messages: readonly string[]
  /** Columns in which something is wrong. */
  readonly failing: readonly string[]
  /** Where it came from: the row of the file, and its cells as they were. */
  readonly origin?: { readonly row: number; readonly cells: readonly string[] }
}

/** The columns of a file that goes out. */
export interface OutLayout {
  readonly sheet: SheetId
  readonly headings: readonly string[]
  readonly recipe: Recipe
  /** Columns of ours that are added behind, because something is wrong in them and the file has no cell for it. */
  readonly added: readonly string[]
  /** Texts row by row, one a line, under the headings that are not added. */
  readonly rows: readonly (readonly string[])[]
  /** What the rows say in the columns that they feed. */
  readonly said: readonly Texts[]
}

/** The layout of a shop's file, with what was edited since in its cells. @param from the headings and the recipe by which it came in */
export function shopLayout(
  lines: readonly OutLine[],
  sheet: SheetId,
  from: { readonly headings: readonly string[]; readonly recipe: Recipe },
  language: HeadingLanguage,
): OutLayout {
  const { headings, recipe } = from
  const original = lines.map(({ origin }) => asLongAs(headings, origin?.cells ?? []))
  const columns = sheets[sheet].columns
  const cells = cellsOf(headings, recipe, sheet)
  const came = readRows(original, headings, recipe, sheet)
  const rows = withEdits(lines, original, came, columns, cells)
  const isAsItCame = rows.every((row, i) => row === original[i])
  const failing = new Set<string>()
  for (const line of lines) for (const id of line.failing) failing.add(id)
  const added = columns
    .filter(({ id }) => failing.has(id) && !isCorrectable(id, lines, cells))
    .map(({ id }) => id)
  return {
    sheet,
    headings: [...headings, ...added.map(id => headingOf(id, language))],
    recipe,
    added,
    rows,
    said: isAsItCame ? came : readRows(rows, headings, recipe, sheet),
  }
}

/** The cells of a row, one for each heading. */
const asLongAs = (headings: readonly string[], cells: readonly string[]): readonly string[] =>
  cells.length === headings.length ? cells : headings.map((_, at) => cells[at] ?? '')

/** Our own layout: every column of the sheet by its name. */
export function ownLayout(
  lines: readonly OutLine[],
  sheet: SheetId,
  language: HeadingLanguage,
): OutLayout | undefined {
  const { columns } = sheets[sheet]
  const headings = columns.map(({ id }) => headingOf(id, language))
  const recipe = ownRecipe(headings, sheet)
  if (!recipe) return undefined
  const rows = lines.map(({ texts }) => columns.map(({ id }) => texts[id] ?? ''))
  return { sheet, headings, recipe, added: [], rows, said: readRows(rows, headings, recipe, sheet) }
}

/** What a file's rows say, row by row, in the columns that it feeds. */
export function readRows(
  rows: readonly (readonly string[])[],
  headings: readonly string[],
  recipe: Recipe,
  sheet: SheetId,
): Texts[] {
  const book = bookOf(rows, headings)
  const understood = {
    ...understand(book, { sheet, table: 0, header: 0, recipe }),
    isCompared: true,
  } as const
  const fed = Object.keys(understood.fed)
  const said: Record<string, string>[] = rows.map(() => ({}))
  for (const slice of importSlices(book, understood)) {
    for (const { row, texts } of slice) {
      const here = said[row - 2]
      for (const id of fed) {
        const text = texts[id]
        if (here && text !== undefined && text !== '') here[id] = text
      }
    }
  }
  return said
}

/** Of each column that headings feed: of which of them its text is made, by their positions. */
export const fedBy = (headings: readonly string[], recipe: Recipe, sheet: SheetId): Understood['fed'] =>
  understand(bookOf([], headings), { sheet, table: 0, header: 0, recipe }).fed

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

/** Of each column of the file that is read as it stands: those of ours that it feeds, the first of which it belongs to. */
type Cells = ReadonlyMap<number, readonly string[]>

function cellsOf(headings: readonly string[], recipe: Recipe, sheet: SheetId): Cells {
  const fed = fedBy(headings, recipe, sheet)
  const cells = new Map<number, string[]>()
  const torn = new Set<number>()
  for (const { id } of sheets[sheet].columns) {
    const rule = Object.hasOwn(recipe.fields, id) ? recipe.fields[id] : undefined
    const [at, ...others] = fed[id] ?? []
    const isPlain = rule && 'take' in rule && rule.map === undefined && rule.values === undefined
    if (isPlain && at !== undefined && others.length === 0) cells.set(at, [...(cells.get(at) ?? []), id])
    else for (const part of fed[id] ?? []) torn.add(part)
  }
  // What is also cut into parts, or joined to others, says too little about either.
  for (const at of torn) cells.delete(at)
  return cells
}

/** Whether a column of ours can be corrected in a cell of the file: it has one, or says the same as the one that has. */
function isCorrectable(id: string, lines: readonly OutLine[], cells: Cells): boolean {
  const [owner] = [...cells.values()].find(ids => ids.includes(id)) ?? []
  if (owner === undefined) return false
  return owner === id || lines.every(({ texts }) => (texts[id] ?? '') === (texts[owner] ?? ''))
}

/** The rows with what was edited since they came: an order's own text in every row that told it. */
function withEdits(
  lines: readonly OutLine[],
  original: readonly (readonly string[])[],
  came: readonly Texts[],
  columns: readonly Column[],
  cells: Cells,
): (readonly string[])[] {
  const rows = [...original]
  const orders = new Map<LineId, number[]>()
  for (const [i, { lead }] of lines.entries()) {
    const order = orders.get(lead)
    if (order) order.push(i)
    else orders.set(lead, [i])
  }
  for (const [cell, [id = '']] of cells) {
    const scope = columns.find(column => column.id === id)?.scope
    const put = (at: number, text: string) => {
      rows[at] = rows[at]?.with(cell, text) ?? []
    }
    if (scope === 'item') {
      for (const [i, { texts }] of lines.entries())
        if ((texts[id] ?? '') !== (came[i]?.[id] ?? '')) put(i, texts[id] ?? '')
      continue
    }
    for (const places of orders.values()) {
      const now = firstSaid(places.map(i => lines[i]?.texts[id]))
      if (now === firstSaid(places.map(i => came[i]?.[id]))) continue
      for (const [nth, i] of places.entries()) if (nth === 0 || !isBlank(original[i]?.[cell])) put(i, now)
    }
  }
  return rows
}

const firstSaid = (texts: readonly (string | undefined)[]): string =>
  texts.find(text => text !== undefined && !isBlank(text)) ?? ''
