import { type Sheet, type SheetId, sheets } from '@/lib/sheet/sheets'
import { ColumnsByHeading } from './columns-by-heading'
import { driftOf, likeness } from './drift'
import { expanders } from './expand'
import { guessElsewhere } from './guess-sheet'
import { headingRow } from './header-row'
import { distinctHeadings, fullHeading } from './heading'
import { carriedIds } from './import-plan'
import type { Understood } from './imported'
import { isKnownHeading } from './known-headings'
import { withLearned } from './learned-values'
import { ownRecipe } from './own-recipe'
import type { Recipe, StateAnswer } from './recipe'
import { recipes } from './recipes/all'
import { compileRule } from './rules'
import { findHeader, widthOfTable } from './structure'
import type { Book, Table } from './table'
import { withStates } from './usual-states'

/** What is known beforehand of a file. */
export interface About {
  readonly sheet: SheetId
  /** Mappings that operators made before; they have the first word. */
  readonly remembered?: readonly Recipe[]
  /** Set where an operator said so: which table, which of its rows is the header (-1: none), which recipe. */
  readonly table?: number
  readonly header?: number
  readonly recipe?: Recipe
  /** What an operator said just now about texts of status columns. */
  readonly answers?: readonly StateAnswer[]
}

/** A way to read a table, and how well it fits: the higher, the better. */
interface Match {
  readonly by: Understood['by']
  readonly recipe: Recipe
  readonly sheet: SheetId
  readonly fit: number
}

/** Understands a book: which table, which row is the header, and which recipe turns its rows into lines. */
export function understand(book: Book, about: About): Understood {
  const tables = about.table === undefined ? visible(book) : [about.table]
  const mapped = new Set((about.remembered ?? []).flatMap(({ known }) => known.flat().map(fullHeading)))
  const isHeading = (text: string) => mapped.has(fullHeading(text)) || isKnownHeading(text, about.sheet)
  let best: { table: number; header: number; match: Match } | undefined
  for (const table of tables) {
    const there = book.tables[table]
    if (!there) continue
    const header = about.header ?? findHeader(there, isHeading)
    const match = matchOf(there, header, about)
    if (!best || match.fit > best.match.fit) best = { table, header, match }
  }
  const { table, header, match } = best ?? { table: 0, header: -1, match: guessed(undefined, -1, about) }
  return understoodAs(book.tables[table], { table, header }, match, about)
}

/** Tables that are shown and have rows; where there is none, whatever there is. */
function visible({ tables }: Book): number[] {
  const all = tables.map((_, at) => at).filter(at => (tables[at]?.rows.length ?? 0) > 0)
  const shown = all.filter(at => !tables[at]?.isHidden)
  return shown.length > 0 ? shown : all
}

function matchOf(table: Table, header: number, about: About): Match {
  const headings = headingRow(table, header)
  if (about.recipe) {
    const by = recipes.includes(about.recipe) ? 'recipe' : 'remembered'
    return { by, recipe: about.recipe, sheet: sheetOf(about.recipe, about), fit: 0 }
  }
  const found = [
    rememberedMatch(headings, about),
    recipeMatch(headings, about),
    ownMatch(headings, about),
  ].find(match => match !== undefined)
  if (!found) return guessed(table, header, about)
  return { ...found, recipe: withLearned(found.recipe, about.remembered ?? []) }
}

/** Of the sheets that a recipe fills the one that is open, else its likeliest. */
const sheetOf = ({ sheets: fills }: Recipe, { sheet }: About): SheetId =>
  fills.includes(sheet) ? sheet : (fills[0] ?? sheet)

/** Kinds of matches, the surest first: they win over any other of another table. */
const surest = { remembered: 3000, recipe: 2000, own: 1000 }

function rememberedMatch(headings: readonly string[], about: About): Match | undefined {
  const [best] = (about.remembered ?? [])
    // One without columns only remembers what statuses mean.
    .filter(({ fields }) => Object.keys(fields).length > 0)
    .map(recipe => ({ recipe, alike: likeness(recipe, headings) }))
    .filter(({ alike }) => alike >= ALIKE)
    .map(({ recipe, alike }) => ({ recipe, fit: alike + (recipe.sheets.includes(about.sheet) ? 1 : 0) }))
    .toSorted((a, b) => b.fit - a.fit)
  if (!best) return undefined
  const { recipe, fit } = best
  return { by: 'remembered', recipe, sheet: sheetOf(recipe, about), fit: surest.remembered + fit }
}

/** A file is like those that a mapping was made for when so much of all headings is common to both. */
const ALIKE = 0.6

function recipeMatch(headings: readonly string[], about: About): Match | undefined {
  const columns = new ColumnsByHeading(headings)
  const [best] = recipes
    .filter(({ known }) => known.every(spellings => columns.find(spellings) !== undefined))
    .map(recipe => ({ recipe, fit: fitOf(recipe, columns, about) }))
    .toSorted((a, b) => b.fit - a.fit)
  return (
    best && {
      by: 'recipe',
      recipe: best.recipe,
      sheet: sheetOf(best.recipe, about),
      fit: surest.recipe + best.fit,
    }
  )
}

/** Recipes for the open sheet go first, then those with more headings that are theirs alone, then who feeds more. */
function fitOf(
  { sheets: fills, known, fields }: Recipe,
  columns: ColumnsByHeading,
  { sheet }: About,
): number {
  const fed = Object.values(fields).filter(rule => compileRule(rule, columns)).length
  return (fills.includes(sheet) ? 500 : 0) + known.length + fed / 1000
}

function ownMatch(headings: readonly string[], { sheet }: About): Match | undefined {
  const others = (Object.keys(sheets) as SheetId[]).filter(id => id !== sheet)
  for (const id of [sheet, ...others]) {
    const recipe = ownRecipe(headings, id)
    if (recipe) return { by: 'own', recipe, sheet: id, fit: surest.own + Object.keys(recipe.fields).length }
  }
  return undefined
}

function guessed(table: Table | undefined, header: number, { sheet: open, remembered = [] }: About): Match {
  const { recipe: found, sheet } = guessElsewhere(table ?? noTable, header, open)
  const recipe = withLearned(found, remembered)
  return { by: 'guess', recipe, sheet, fit: Object.keys(recipe.fields).length }
}

const noTable: Table = { name: '', isHidden: false, rows: [], numbers: [], notes: new Map() }

function understoodAs(
  table: Table | undefined,
  { table: at, header }: { table: number; header: number },
  { by, recipe: matched, sheet }: Match,
  about: About,
): Understood {
  const row = table ? headingRow(table, header) : []
  const width = table ? Math.max(widthOfTable(table, header), row.length) : 0
  const raw = Array.from({ length: width }, (_, column) => row[column] ?? '')
  const columns = new ColumnsByHeading(raw)
  const found = withAnswers(matched, raw, about)
  const recipe =
    table && sheets[sheet].noun === 'order' && by !== 'own'
      ? withStates(
          found,
          { table, header, headings: raw },
          {
            columns,
            fed: usedBy(found, sheets[sheet], table, columns),
            isKnown: recipes.some(({ id }) => id === found.id),
          },
        )
      : found
  const used = usedBy(recipe, sheets[sheet], table, columns)
  const drift = by === 'remembered' ? driftOf(recipe, raw) : undefined
  return {
    recipe,
    sheet,
    table: at,
    header,
    headings: distinctHeadings(raw),
    fed: fedBy(
      recipe,
      sheets[sheet].columns.map(column => column.id),
      columns,
    ),
    unused: raw.map((_, column) => column).filter(column => !used.has(column)),
    by,
    ...(drift ? { drift } : {}),
  }
}

/**
 * A recipe with all that operators said about texts of status columns: just now, in the recipe itself, and about files
 * with nearly the same headings. The first of two answers counts.
 */
function withAnswers(
  recipe: Recipe,
  headings: readonly string[],
  { answers: now = [], remembered = [] }: About,
): Recipe {
  const alike = remembered
    .filter(({ id, answers }) => answers && id !== recipe.id)
    .map(({ answers = [], ...other }) => ({ answers, alike: likeness(other, headings) }))
    .filter(one => one.alike >= ALIKE)
    .toSorted((a, b) => b.alike - a.alike)
  const said = new Set<string>()
  const all = [...now, ...(recipe.answers ?? []), ...alike.flatMap(one => one.answers)]
  const answers = all.filter(answer => {
    const key = JSON.stringify([answer.heading, answer.is])
    return !said.has(key) && said.add(key)
  })
  return answers.length === 0 ? recipe : { ...recipe, answers }
}

/** Of those columns that a recipe feeds: the file's columns that each comes from. */
function fedBy(recipe: Recipe, ids: readonly string[], columns: ColumnsByHeading): Understood['fed'] {
  const fed: Record<string, readonly number[]> = {}
  for (const id of ids) {
    const rule = Object.hasOwn(recipe.fields, id) ? recipe.fields[id] : undefined
    const reader = rule && compileRule(rule, columns)
    if (reader) fed[id] = reader.from
  }
  return fed
}

/** Columns of the file that something is taken from, or that decide about rows. */
function usedBy(
  recipe: Recipe,
  sheet: Sheet,
  table: Table | undefined,
  columns: ColumnsByHeading,
): Set<number> {
  const ids = [...sheet.columns.map(column => column.id), ...carriedIds(sheet)]
  const used = new Set(Object.values(fedBy(recipe, ids, columns)).flat())
  const deciding = [...(recipe.skip ?? []), ...(recipe.states ?? [])].map(({ heading }) => heading)
  for (const spellings of [recipe.group, recipe.apart, ...deciding]) {
    const column = spellings && columns.find(spellings)
    if (column !== undefined) used.add(column)
  }
  if (recipe.options && sheet.noun === 'product') {
    for (const column of expanders[recipe.options](table?.rows ?? [], columns).uses) used.add(column)
  }
  return used
}
