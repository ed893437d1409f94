import { ColumnsByHeading } from './columns-by-heading'
import { distinctHeadings, fullHeading } from './heading'
import type { Drift } from './imported'
import type { Headings, Recipe } from './recipe'
import { headingsOfRule } from './recipe-headings'

/**
 * What a mapping remembers of the file it was made for: every heading it had. `Recipe.known` of mappings is this.
 * @param headings as they stand in the file
 */
export const knownOf = (headings: readonly string[]): readonly Headings[] =>
  distinctHeadings(headings)
    .filter((_, at) => (headings[at] ?? '').trim() !== '')
    .map(heading => [heading])

/** How much of the headings of a file and of a remembered recipe is common to both: 1 is all, 0 none. */
export function likeness({ known }: Pick<Recipe, 'known'>, headings: readonly string[]): number {
  const there = setOf(headings)
  const common = known.filter(spellings =>
    spellings.some(spelling => there.has(fullHeading(spelling))),
  ).length
  const all = known.length + there.size - common
  return all === 0 ? 0 : common / all
}

/** How the columns of a file differ from those that its recipe was made for; undefined where they do not. */
export function driftOf({ known, fields }: Recipe, headings: readonly string[]): Drift | undefined {
  const remembered = new Set(known.flat().map(fullHeading))
  const fresh = distinctHeadings(headings).flatMap((heading, at) =>
    (headings[at] ?? '').trim() === '' || remembered.has(fullHeading(heading)) ? [] : [at],
  )
  const columns = new ColumnsByHeading(headings)
  const gone = new Set<string>()
  const starved = Object.entries(fields).flatMap(([id, rule]) => {
    const lost = headingsOfRule(rule).filter(spellings => columns.find(spellings) === undefined)
    for (const [spelling] of lost) if (spelling !== undefined) gone.add(spelling)
    return lost.length > 0 ? [id] : []
  })
  return fresh.length + gone.size === 0 ? undefined : { fresh, gone: [...gone], starved }
}

const setOf = (headings: readonly string[]): ReadonlySet<string> =>
  new Set(
    distinctHeadings(headings)
      .filter((_, at) => (headings[at] ?? '').trim() !== '')
      .map(fullHeading),
  )
