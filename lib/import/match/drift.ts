import { ColumnsByHeading, distinctHeadings, fullHeading } from '@/lib/import/recipe/columns-by-heading'
import { type Headings, headingsOfRule, type Recipe } from '@/lib/import/recipe/recipe'

/** Differences between a file and its remembered recipe; the operator is asked only about these. */
export interface Drift {
  /** Columns (from 0) that no earlier file had. */
  readonly newColumns: readonly number[]
  /** Headings that the recipe reads, the file that it was made from had, and this file lacks. */
  readonly missingHeadings: readonly string[]
  /** Columns of the sheet that are mapped to a missing heading. */
  readonly affectedColumns: readonly string[]
}

/**
 * All headings of the file of a mapping, as stored in `Recipe.known`.
 * @param headings as they are in the file
 */
export const knownHeadingsOf = (headings: readonly string[]): readonly Headings[] =>
  distinctHeadings(headings)
    .filter((_, at) => (headings[at] ?? '').trim() !== '')
    .map(heading => [heading])

/** How much of the headings of a file and of a remembered recipe is common to both: 1 is all, 0 none. */
export function headingSimilarity({ known }: Pick<Recipe, 'known'>, headings: readonly string[]): number {
  const there = headingSet(headings)
  const common = known.filter(spellings =>
    spellings.some(spelling => there.has(fullHeading(spelling))),
  ).length
  const all = known.length + there.size - common
  return all === 0 ? 0 : common / all
}

/** How the columns of a file differ from those of its recipe; undefined if they do not. */
export function detectDrift(recipe: Recipe, headings: readonly string[]): Drift | undefined {
  const remembered = new Set(recipe.known.flat().map(fullHeading))
  const fresh = distinctHeadings(headings).flatMap((heading, at) =>
    (headings[at] ?? '').trim() === '' || remembered.has(fullHeading(heading)) ? [] : [at],
  )
  const lost = lostHeadings(recipe, headings)
  return fresh.length + lost.size === 0
    ? undefined
    : {
        newColumns: fresh,
        missingHeadings: [...new Set([...lost.values()].flat())],
        affectedColumns: [...lost.keys()],
      }
}

/**
 * Headings that the file lacks, by the columns of the sheet that they are mapped to. A mapping of a known shop also reads
 * headings that the shop's own files never had: those are not lost.
 */
export function lostHeadings(
  recipe: Pick<Recipe, 'known' | 'fields'>,
  headings: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const before = new ColumnsByHeading(recipe.known.flat())
  const columns = new ColumnsByHeading(headings)
  const hadBefore = (spellings: Headings) =>
    before.find(spellings) !== undefined || spellings.some(isColumnLetter)
  const lost = new Map<string, readonly string[]>()
  for (const [id, rule] of Object.entries(recipe.fields)) {
    const names = headingsOfRule(rule).flatMap(spellings =>
      columns.find(spellings) === undefined && hadBefore(spellings) ? spellings.slice(0, 1) : [],
    )
    if (names.length > 0) lost.set(id, names)
  }
  return lost
}

/** Whether a name is that of a column without a heading, which no mapping of a shop reads and `known` does not list. */
const isColumnLetter = (name: string): boolean => /^\[[A-Z]+\]$/.test(name)

const headingSet = (headings: readonly string[]): ReadonlySet<string> =>
  new Set(
    distinctHeadings(headings)
      .filter((_, at) => (headings[at] ?? '').trim() !== '')
      .map(fullHeading),
  )
