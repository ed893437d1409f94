import type { Book, Table } from '@/lib/files/book/book'
import { ColumnsByHeading, distinctHeadings, fullHeading } from '@/lib/import/recipe/columns-by-heading'
import { carriedColumnIds } from '@/lib/import/recipe/hidden-columns'
import { expanders } from '@/lib/import/recipe/options/expanders'
import type { Recipe, StateAnswer } from '@/lib/import/recipe/recipe'
import { recipes } from '@/lib/import/recipe/recipes/all'
import { compileRule } from '@/lib/import/recipe/values/compile-rule'
import { withStatusColumns } from '@/lib/import/recipe/values/usual-states'
import { withLearnedValues } from '@/lib/import/recipe/values/value-maps'
import { sheetIds } from '@/lib/sheet/schema/sheet-ids'
import { type Sheet, type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import { type Drift, detectDrift, headingSimilarity } from './drift'
import { guessRecipe } from './guess/guess'
import { guessForSheets } from './guess/guess-for-sheets'
import { isKnownHeading } from './known-headings'
import { nativeTemplateRecipe } from './native-template'
import type { OddPrice } from './price-decimals'
import { withCurrency } from './shop-currency'
import { findHeader, headingRow, tableWidth } from './table/headings'

/** The detected mapping of a file's columns. */
export interface DetectedMapping {
  readonly recipe: Recipe
  readonly sheet: SheetId
  /** Position of the table in the book, and of its header in the table's rows; -1 without a header. */
  readonly table: number
  readonly header: number
  /** Headings made distinct, one per column of the file. */
  readonly headings: readonly string[]
  /** For each mapped column of the sheet: the file's columns (from 0) of its texts; empty for a constant. */
  readonly mapped: Readonly<Record<string, readonly number[]>>
  /** Columns of the file that are not mapped. */
  readonly unused: readonly number[]
  /**
   * Basis of the mapping: 'recipe' (a known export), 'remembered' (mapped before), 'own' (our own headings), 'guess'
   * (the operator is asked).
   */
  readonly by: 'recipe' | 'remembered' | 'own' | 'guess'
  /** A price that does not fit the usual currency: then orders get none, and the sheet asks for it. */
  readonly oddPrice?: OddPrice
  /** How the file differs from the files of its remembered recipe; absent if it does not. */
  readonly drift?: Drift
  /** Set if the file is compared with the sheet: then no row is dropped as a fee. */
  readonly isCompared?: true
}

/** What is known about a file before its mapping is detected. */
export interface DetectionOptions {
  readonly sheet: SheetId
  /** Mappings of operators, which take precedence. */
  readonly remembered?: readonly Recipe[]
  /** Choices of the operator: the table, its header row (-1: none), the recipe. */
  readonly table?: number
  readonly header?: number
  readonly recipe?: Recipe
  /** Whether a guess is made only for the open sheet. */
  readonly keepsSheet?: boolean
  /** Meanings that the operator just gave to texts of status columns. */
  readonly answers?: readonly StateAnswer[]
}

/** A way to read a table, and its score: higher is better. */
interface RecipeMatch {
  readonly by: DetectedMapping['by']
  readonly recipe: Recipe
  readonly sheet: SheetId
  readonly fit: number
}

/** Detects the table of a book, its header row, and the recipe for its rows. */
export function detectMapping(book: Book, about: DetectionOptions): DetectedMapping {
  const tables = about.table === undefined ? visibleTables(book) : [about.table]
  const mapped = new Set((about.remembered ?? []).flatMap(({ known }) => known.flat().map(fullHeading)))
  const isHeading = (text: string) => mapped.has(fullHeading(text)) || isKnownHeading(text, about.sheet)
  let best: { table: number; header: number; match: RecipeMatch } | undefined
  for (const table of tables) {
    const there = book.tables[table]
    if (!there) continue
    const header = about.header ?? findHeader(there, isHeading)
    const match = bestMatch(there, header, about)
    if (!best || match.fit > best.match.fit) best = { table, header, match }
  }
  const { table, header, match } = best ?? { table: 0, header: -1, match: matchByGuess(undefined, -1, about) }
  return mappingFrom(book.tables[table], { table, header }, match, about)
}

/** Visible tables with rows; if there are none, all tables with rows. */
function visibleTables({ tables }: Book): number[] {
  const all = tables.map((_, at) => at).filter(at => (tables[at]?.rows.length ?? 0) > 0)
  const shown = all.filter(at => !tables[at]?.isHidden)
  return shown.length > 0 ? shown : all
}

function bestMatch(table: Table, header: number, about: DetectionOptions): RecipeMatch {
  const headings = headingRow(table, header)
  if (about.recipe) {
    const by = recipes.includes(about.recipe) ? 'recipe' : 'remembered'
    return { by, recipe: about.recipe, sheet: sheetFor(about.recipe, about), fit: 0 }
  }
  const found = [
    matchRemembered(headings, about),
    matchRecipe(headings, about),
    matchNativeTemplate(headings, about),
  ].find(match => match !== undefined)
  if (!found) return matchByGuess(table, header, about)
  return { ...found, recipe: withLearnedValues(found.recipe, about.remembered ?? []) }
}

/** The open sheet if the recipe fills it, otherwise the recipe's most likely sheet. */
const sheetFor = ({ sheets: fills }: Recipe, { sheet }: DetectionOptions): SheetId =>
  fills.includes(sheet) ? sheet : (fills[0] ?? sheet)

/** Kinds of matches, the most certain first: a better kind wins over any match of another table. */
const fitByKind = { remembered: 3000, recipe: 2000, own: 1000 }

function matchRemembered(headings: readonly string[], about: DetectionOptions): RecipeMatch | undefined {
  const [best] = (about.remembered ?? [])
    // A recipe without columns only stores meanings of statuses.
    .filter(({ fields }) => Object.keys(fields).length > 0)
    .map(recipe => ({ recipe, alike: headingSimilarity(recipe, headings) }))
    .filter(({ alike }) => alike >= MIN_SIMILARITY)
    .map(({ recipe, alike }) => ({ recipe, fit: alike + (recipe.sheets.includes(about.sheet) ? 1 : 0) }))
    .toSorted((a, b) => b.fit - a.fit)
  if (!best) return undefined
  const { recipe, fit } = best
  return { by: 'remembered', recipe, sheet: sheetFor(recipe, about), fit: fitByKind.remembered + fit }
}

/** A mapping applies to a file when at least this share of all headings is common to both. */
const MIN_SIMILARITY = 0.6

function matchRecipe(headings: readonly string[], about: DetectionOptions): RecipeMatch | undefined {
  const columns = new ColumnsByHeading(headings)
  const [best] = recipes
    .filter(({ known }) => known.every(spellings => columns.find(spellings) !== undefined))
    .map(recipe => ({ recipe, fit: fitOfRecipe(recipe, columns, about) }))
    .toSorted((a, b) => b.fit - a.fit)
  return (
    best && {
      by: 'recipe',
      recipe: best.recipe,
      sheet: sheetFor(best.recipe, about),
      fit: fitByKind.recipe + best.fit,
    }
  )
}

/** Ranks recipes: those for the open sheet first, then by the number of required headings, then by mapped columns. */
function fitOfRecipe(
  { sheets: fills, known, fields }: Recipe,
  columns: ColumnsByHeading,
  { sheet }: DetectionOptions,
): number {
  const mapped = Object.values(fields).filter(rule => compileRule(rule, columns)).length
  return (fills.includes(sheet) ? 500 : 0) + known.length + mapped / 1000
}

function matchNativeTemplate(
  headings: readonly string[],
  { sheet }: DetectionOptions,
): RecipeMatch | undefined {
  const others = sheetIds.filter(id => id !== sheet)
  for (const id of [sheet, ...others]) {
    const recipe = nativeTemplateRecipe(headings, id)
    if (recipe)
      return { by: 'own', recipe, sheet: id, fit: fitByKind.own + Object.keys(recipe.fields).length }
  }
  return undefined
}

function matchByGuess(
  table: Table | undefined,
  header: number,
  { sheet: open, remembered = [], keepsSheet = false }: DetectionOptions,
): RecipeMatch {
  const rows = table ?? emptyTable
  const { recipe: found, sheet } = keepsSheet
    ? { recipe: guessRecipe(rows, header, open).recipe, sheet: open }
    : guessForSheets(rows, header, open)
  const recipe = withLearnedValues(found, remembered)
  return { by: 'guess', recipe, sheet, fit: Object.keys(recipe.fields).length }
}

const emptyTable: Table = { name: '', isHidden: false, rows: [], numbers: [], notes: new Map() }

function mappingFrom(
  table: Table | undefined,
  { table: at, header }: { table: number; header: number },
  { by, recipe: matched, sheet }: RecipeMatch,
  about: DetectionOptions,
): DetectedMapping {
  const row = table ? headingRow(table, header) : []
  const width = table ? Math.max(tableWidth(table, header), row.length) : 0
  const raw = Array.from({ length: width }, (_, column) => row[column] ?? '')
  const columns = new ColumnsByHeading(raw)
  const { recipe: known, oddPrice } =
    by === 'recipe' && table
      ? withCurrency(matched, sheet, { table, header, columns, headings: raw })
      : { recipe: matched }
  const found = withStatusAnswers(known, raw, about)
  const recipe =
    table && sheets[sheet].recordType === 'order' && by !== 'own'
      ? withStatusColumns(
          found,
          { table, header, headings: raw },
          {
            columns,
            mapped: usedColumns(found, sheets[sheet], table, columns),
            isKnown: recipes.some(({ id }) => id === found.id),
          },
        )
      : found
  const used = usedColumns(recipe, sheets[sheet], table, columns)
  const drift = by === 'remembered' ? detectDrift(recipe, raw) : undefined
  return {
    recipe,
    sheet,
    table: at,
    header,
    headings: distinctHeadings(raw),
    mapped: mappedColumns(
      recipe,
      sheets[sheet].columns.map(column => column.id),
      columns,
    ),
    unused: raw.map((_, column) => column).filter(column => !used.has(column)),
    by,
    ...(oddPrice ? { oddPrice } : {}),
    ...(drift ? { drift } : {}),
  }
}

/**
 * A recipe with all meanings that operators gave to status texts: now, in the recipe, and in recipes for nearly the
 * same headings. The first of several meanings counts.
 */
function withStatusAnswers(
  recipe: Recipe,
  headings: readonly string[],
  { answers: now = [], remembered = [] }: DetectionOptions,
): Recipe {
  const alike = remembered
    .filter(({ id, answers }) => answers && id !== recipe.id)
    .map(({ answers = [], ...other }) => ({ answers, alike: headingSimilarity(other, headings) }))
    .filter(one => one.alike >= MIN_SIMILARITY)
    .toSorted((a, b) => b.alike - a.alike)
  const seen = new Set<string>()
  const all = [...now, ...(recipe.answers ?? []), ...alike.flatMap(one => one.answers)]
  const answers = all.filter(answer => {
    const key = JSON.stringify([answer.heading, answer.is])
    return !seen.has(key) && seen.add(key)
  })
  return answers.length === 0 ? recipe : { ...recipe, answers }
}

/** For each column that a recipe maps: the file's columns of its texts. */
function mappedColumns(
  recipe: Recipe,
  ids: readonly string[],
  columns: ColumnsByHeading,
): DetectedMapping['mapped'] {
  const mapped: Record<string, readonly number[]> = {}
  for (const id of ids) {
    const rule = Object.hasOwn(recipe.fields, id) ? recipe.fields[id] : undefined
    const reader = rule && compileRule(rule, columns)
    if (reader) mapped[id] = reader.from
  }
  return mapped
}

/** Columns of the file that are mapped, or that decide about rows. */
function usedColumns(
  recipe: Recipe,
  sheet: Sheet,
  table: Table | undefined,
  columns: ColumnsByHeading,
): Set<number> {
  const ids = [...sheet.columns.map(column => column.id), ...carriedColumnIds(sheet)]
  const used = new Set(Object.values(mappedColumns(recipe, ids, columns)).flat())
  const { skip = [], states = [], unshipped } = recipe
  const deciding = [...skip, ...states, ...(unshipped ? [unshipped] : [])].map(({ heading }) => heading)
  for (const spellings of [recipe.group, recipe.apart, ...deciding, ...(recipe.packed?.cells ?? [])]) {
    const column = spellings && columns.find(spellings)
    if (column !== undefined) used.add(column)
  }
  if (recipe.options && sheet.recordType === 'product') {
    for (const column of expanders[recipe.options](table?.rows ?? [], columns).uses) used.add(column)
  }
  return used
}
