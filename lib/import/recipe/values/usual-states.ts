import type { Table } from '@/lib/files/book/book'
import { type ColumnsByHeading, distinctHeadings } from '@/lib/import/recipe/columns-by-heading'
import type { Headings, Recipe, StateMeaning, StateRule } from '@/lib/import/recipe/recipe'
import {
  isOfOtherCancellations,
  MAX_REMARK_LENGTH,
  MAX_STATUS_LENGTH,
  mentionsCancellation,
  statusHeading,
  statusMeaning,
  subjectOf,
} from './order-status'

/**
 * Rules for status columns of a known export whose texts have their usual meaning; the operator is asked about others.
 */
export const usualStates = (...columns: readonly Headings[]): readonly StateRule[] =>
  columns.map(heading => ({ heading, usual: 'ask' }))

/** Sample rows that decide whether a column is a status column. */
const SAMPLE_ROWS = 300
/** A column with more texts than that is not a status. */
const MAX_DISTINCT_TEXTS = 15

/**
 * Adds rules for status columns of the file that the recipe does not name. An empty list of rules stays empty.
 * @param headings as they are in the file
 * @param mapped columns of the file that are mapped: these are not status columns
 * @param isKnown whether the export is known: then only headings decide, because its recipe names the columns to ask
 * about
 */
export function withStatusColumns(
  recipe: Recipe,
  {
    table,
    header,
    headings,
  }: { readonly table: Table; readonly header: number; readonly headings: readonly string[] },
  {
    columns,
    mapped,
    isKnown,
  }: { readonly columns: ColumnsByHeading; readonly mapped: ReadonlySet<number>; readonly isKnown: boolean },
): Recipe {
  if (recipe.states?.length === 0) return recipe
  const rules = [...(recipe.answers ?? []), ...(recipe.states ?? [])]
  const covered = new Set((recipe.states ?? []).map(({ heading }) => columns.find(heading)))
  const names = distinctHeadings(headings)
  const unmapped = headings.flatMap((_, at) => (mapped.has(at) || covered.has(at) ? [] : at))
  const texts = isKnown ? [] : textsBelow(table, header, headings.length)
  const cancelling = isKnown ? new Set() : cancellingColumns(table, header, unmapped)
  const found = headings.flatMap((heading, at): StateRule[] => {
    if (mapped.has(at) || covered.has(at)) return []
    const isRemark = cancelling.has(at) && !isOfOtherCancellations(heading)
    const usual = usualRuleOf(heading, texts[at]) ?? (isRemark ? 'quiet' : undefined)
    const isAnswered = rules.some(rule => columns.find(rule.heading) === at)
    if (!usual && !isAnswered) return []
    return [{ heading: [names[at] ?? heading], usual: isKnown ? 'quiet' : (usual ?? 'ask') }]
  })
  return found.length === 0 ? recipe : { ...recipe, states: [...(recipe.states ?? []), ...found] }
}

/** Whether a column is a status column, by its heading or its texts. @param texts undefined: too many, or too long */
function usualRuleOf(heading: string, texts: ReadonlySet<string> | undefined): 'ask' | 'quiet' | undefined {
  const status = heading.trim() === '' ? undefined : statusHeading(heading)
  if (status) return status.isOtherSubject || status.kind === 'cancelled-day' ? 'quiet' : 'ask'
  if (!texts || texts.size === 0) return undefined
  const column = { kind: 'status', subject: subjectOf(heading) } as const
  const known = [...texts].flatMap(text => statusMeaning(text, column) ?? [])
  if (known.length === texts.size) return texts.size > 1 ? 'ask' : hasOtherStates(known) ? 'quiet' : undefined
  // 고객변심 취소 is in no list, but shows that the column is about cancellations.
  const unclear = [...texts].filter(
    text => statusMeaning(text, column) === undefined && mentionsCancellation(text),
  )
  const hasExcludedStates = unclear.length > 0 || known.some(means => means !== 'open' && means !== 'shipped')
  return hasExcludedStates && (known.length + unclear.length) * 2 >= texts.size ? 'ask' : undefined
}

const hasOtherStates = (known: readonly StateMeaning[]): boolean => known.some(means => means !== 'open')

/** The texts of the first rows, by column; undefined for a column with many or long texts. */
function textsBelow({ rows }: Table, header: number, width: number): readonly (Set<string> | undefined)[] {
  const texts: (Set<string> | undefined)[] = Array.from({ length: width }, () => new Set())
  const last = Math.min(rows.length, header + 1 + SAMPLE_ROWS)
  for (let position = header + 1; position < last; position++) {
    const row = rows.at(position)
    for (let at = 0; at < width; at++) {
      const found = texts[at]
      const text = row?.at(at)?.trim()
      if (!found || !text) continue
      if (text.length > MAX_STATUS_LENGTH || found.add(text).size > MAX_DISTINCT_TEXTS) texts[at] = undefined
    }
  }
  return texts
}

/**
 * Columns with a text that only says that its order is cancelled, whatever their other texts say. All rows are read: the
 * order would be shipped.
 */
function cancellingColumns(table: Table, header: number, columns: readonly number[]): ReadonlySet<number> {
  const ofTable = cancellingIn.get(table) ?? new Map<string, boolean>()
  cancellingIn.set(table, ofTable)
  const keyOf = (column: number) => `${header}:${column}`
  const unknown = columns.filter(column => !ofTable.has(keyOf(column)))
  const found = findCancelling(table, header, unknown)
  for (const column of unknown) ofTable.set(keyOf(column), found.has(column))
  return new Set(columns.filter(column => ofTable.get(keyOf(column))))
}

/** Each column is read once, because a mapping is detected several times, and a file may have 100,000 rows. */
const cancellingIn = new WeakMap<Table, Map<string, boolean>>()

/** Maximum number of texts that are remembered as no cancellations: remarks repeat, and to examine one is slow. */
const MAX_OTHER_TEXTS = 10_000

function findCancelling({ rows }: Table, header: number, columns: readonly number[]): ReadonlySet<number> {
  const found = new Set<number>()
  const others = new Set<string>()
  for (let position = header + 1; position < rows.length && found.size < columns.length; position++) {
    const row = rows.at(position)
    for (const at of columns) {
      const text = row?.at(at)?.trim() ?? ''
      if (text === '' || text.length > MAX_REMARK_LENGTH || found.has(at) || others.has(text)) continue
      if (isCancellation(text)) found.add(at)
      else if (others.size < MAX_OTHER_TEXTS) others.add(text)
    }
  }
  return found
}

/** Words that are also names, such as those of albums and colours. */
const NAMES = /^(?:return|void)$/i

/** Whether all that a text says is that its order is cancelled or returned, or is to be. */
function isCancellation(text: string): boolean {
  if (!mentionsCancellation(text) || NAMES.test(text)) return false
  const means = statusMeaning(text, { kind: 'status', subject: 'order' })
  return means === 'cancelled' || means === 'claim'
}
