import type { ColumnsByHeading } from './columns-by-heading'
import { distinctHeadings } from './heading'
import { isDoubtful, LONGEST_STATUS, statusHeading, statusMeaning, subjectOf } from './order-status'
import type { Headings, Recipe, StateMeaning, StateRule } from './recipe'
import type { Table } from './table'

/** Rules for columns of a known export whose texts mean what they mean in any shop; others are asked about. */
export const usualStates = (...columns: readonly Headings[]): readonly StateRule[] =>
  columns.map(heading => ({ heading, usual: 'ask' }))

/** Rows that tell whether the texts of a column are statuses. */
const ROWS = 300
/** A column with more texts than that is no status. */
const MOST_TEXTS = 15

/**
 * A recipe of orders, with rules for the status columns that the file has beside those that the recipe names. An empty
 * list of rules stays empty.
 * @param headings as they stand in the file
 * @param fed columns that feed the sheet: those are no statuses
 * @param isKnown whether the export is known: its recipe names what is to be asked about, and other columns are statuses
 * only where their headings say so
 */
export function withStates(
  recipe: Recipe,
  {
    table,
    header,
    headings,
  }: { readonly table: Table; readonly header: number; readonly headings: readonly string[] },
  {
    columns,
    fed,
    isKnown,
  }: { readonly columns: ColumnsByHeading; readonly fed: ReadonlySet<number>; readonly isKnown: boolean },
): Recipe {
  if (recipe.states?.length === 0) return recipe
  const said = [...(recipe.answers ?? []), ...(recipe.states ?? [])]
  const covered = new Set((recipe.states ?? []).map(({ heading }) => columns.find(heading)))
  const names = distinctHeadings(headings)
  const texts = isKnown ? [] : textsBelow(table, header, headings.length)
  const found = headings.flatMap((heading, at): StateRule[] => {
    if (fed.has(at) || covered.has(at)) return []
    const usual = usualOf(heading, isKnown ? undefined : texts[at])
    const isAnswered = said.some(rule => columns.find(rule.heading) === at)
    if (!usual && !isAnswered) return []
    return [{ heading: [names[at] ?? heading], usual: isKnown ? 'quiet' : (usual ?? 'ask') }]
  })
  return found.length === 0 ? recipe : { ...recipe, states: [...(recipe.states ?? []), ...found] }
}

/** Whether a column is one of statuses, by its heading or by its texts. @param texts undefined: too many, or too long */
function usualOf(heading: string, texts: ReadonlySet<string> | undefined): 'ask' | 'quiet' | undefined {
  const said = heading.trim() === '' ? undefined : statusHeading(heading)
  if (said) return said.isElse || said.kind === 'cancelled-day' ? 'quiet' : 'ask'
  if (!texts || texts.size === 0) return undefined
  const column = { kind: 'status', subject: subjectOf(heading) } as const
  const known = [...texts].flatMap(text => statusMeaning(text, column) ?? [])
  if (known.length === texts.size) return texts.size > 1 ? 'ask' : isTelling(known) ? 'quiet' : undefined
  // 고객변심 취소 is no word of any list, and tells of what the column is about all the same.
  const unclear = [...texts].filter(text => statusMeaning(text, column) === undefined && isDoubtful(text))
  const isTold = unclear.length > 0 || known.some(means => means !== 'open' && means !== 'shipped')
  return isTold && (known.length + unclear.length) * 2 >= texts.size ? 'ask' : undefined
}

const isTelling = (known: readonly StateMeaning[]): boolean => known.some(means => means !== 'open')

/** Of each column the texts in its first rows; undefined of one that has many, or long ones. */
function textsBelow({ rows }: Table, header: number, width: number): (Set<string> | undefined)[] {
  const texts: (Set<string> | undefined)[] = Array.from({ length: width }, () => new Set())
  const last = Math.min(rows.length, header + 1 + ROWS)
  for (let position = header + 1; position < last; position++) {
    const row = rows.at(position)
    for (let at = 0; at < width; at++) {
      const found = texts[at]
      const text = found && row?.at(at)?.trim()
      if (!found || !text) continue
      if (text.length > LONGEST_STATUS || found.add(text).size > MOST_TEXTS) texts[at] = undefined
    }
  }
  return texts
}
