import { ColumnsByHeading, distinctHeadings, fullHeading } from '@/lib/import/recipe/columns-by-heading'
import { type Headings, headingsOfRule, type Recipe } from '@/lib/import/recipe/recipe'

/** Differences between a file and its remembered recipe; the operator is asked only about these. */
export interface Drift {
  /** Columns (from 0) that no earlier file had. */
  readonly newColumns: readonly number[]
  /** Headings that the recipe reads and the file lacks. */
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
export function detectDrift({ known, fields }: Recipe, headings: readonly string[]): Drift | undefined {
  const remembered = new Set(known.flat().map(fullHeading))
  const fresh = distinctHeadings(headings).flatMap((heading, at) =>
    (headings[at] ?? '').trim() === '' || remembered.has(fullHeading(heading)) ? [] : [at],
  )
  const columns = new ColumnsByHeading(headings)
  const gone = new Set<string>()
  const affected = Object.entries(fields).flatMap(([id, rule]) => {
    const lost = headingsOfRule(rule).filter(spellings => columns.find(spellings) === undefined)
    for (const [spelling] of lost) if (spelling !== undefined) gone.add(spelling)
    return lost.length > 0 ? [id] : []
  })
  return fresh.length + gone.size === 0
    ? undefined
    : { newColumns: fresh, missingHeadings: [...gone], affectedColumns: affected }
}

const headingSet = (headings: readonly string[]): ReadonlySet<string> =>
  new Set(
    distinctHeadings(headings)
      .filter((_, at) => (headings[at] ?? '').trim() !== '')
      .map(fullHeading),
  )
