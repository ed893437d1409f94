import { isBlank } from '@/lib/sheet/schema/kinds'
import type { Sheet } from '@/lib/sheet/schema/sheets'
import { brokenAt, totalIn } from './broken-rules'
import type { CandidateRule, FieldCases, RejectedOrder } from './field-cases'
import type { OrderValues } from './order-values'
import { type Rule, WHOLE_RECORD } from './requirement'
import { rulesFor } from './rule-candidates'

/** Nothing is suggested from fewer distinct orders. */
export const MIN_ORDERS = 3
const MAX_EXAMPLES = 3
const MAX_EXAMPLE_LENGTH = 60

/** A requirement that explains rejections and contradicts no accepted order. */
export interface Suggestion {
  /** The id of a column, or `WHOLE_RECORD`. */
  readonly column: string
  readonly rule: Rule
  /** How many rejected orders it explains. */
  readonly orders: number
  /** Some of them. `value` is absent where the column has personal data. */
  readonly examples: readonly { readonly number: string; readonly value?: string }[]
}

/**
 * The simplest requirements that explain why orders were rejected: one that explains all of them, or else several that
 * explain at least `MIN_ORDERS` each.
 * @param known rules of the column that exist already; what they explain needs no suggestion
 */
export function suggestRequirements(
  { column, rejected, passed }: FieldCases,
  sheet: Sheet,
  known: readonly CandidateRule[] = [],
): Suggestion[] {
  const explains = (candidate: CandidateRule, order: RejectedOrder) => isExplained(candidate, order, sheet)
  let left = rejected.filter(order => !known.some(candidate => explains(candidate, order)))
  const suggestions: Suggestion[] = []
  while (countOrders(left) >= MIN_ORDERS) {
    const tried = rulesFor({ column, rejected: left, passed }, sheet).flatMap(candidate => {
      const explained = left.filter(order => explains(candidate, order))
      const orders = countOrders(explained)
      return orders >= MIN_ORDERS && !isContradicted(candidate, passed, sheet)
        ? [{ candidate, explained, orders }]
        : []
    })
    const all = tried.find(({ explained }) => explained.length === left.length)
    // The first of those that explain most: candidates are listed from the simplest on.
    const best = all ?? tried.reduce<(typeof tried)[number] | undefined>(better, undefined)
    if (!best) break
    suggestions.push(toSuggestion(best.candidate, best.explained, best.orders, sheet))
    left = left.filter(order => !best.explained.includes(order))
  }
  return suggestions
}

const better = <T extends { readonly orders: number }>(best: T | undefined, one: T): T =>
  best && best.orders >= one.orders ? best : one

const countOrders = (orders: readonly RejectedOrder[]): number =>
  new Set(orders.map(({ number }) => number)).size

/** Whether a rule says why an order was rejected. */
function isExplained(
  { column, rule }: CandidateRule,
  { values, item }: RejectedOrder,
  sheet: Sheet,
): boolean {
  const broken = brokenAt(rule, column, values, sheet)
  const isAnywhere = item === undefined || column === WHOLE_RECORD || column.scope === 'record'
  return isAnywhere ? broken.length > 0 : broken.includes(item)
}

const isContradicted = (
  { column, rule }: CandidateRule,
  passed: readonly OrderValues[],
  sheet: Sheet,
): boolean => passed.some(values => brokenAt(rule, column, values, sheet).length > 0)

function toSuggestion(
  candidate: CandidateRule,
  explained: readonly RejectedOrder[],
  orders: number,
  sheet: Sheet,
): Suggestion {
  const { column, rule } = candidate
  const isPersonal = column !== WHOLE_RECORD && column.personal
  const byNumber = new Map(explained.map(order => [order.number, order]))
  const examples = [...byNumber.values()].slice(0, MAX_EXAMPLES).map(order => {
    const value = isPersonal ? '' : exampleOf(candidate, order, sheet)
    return value === '' ? { number: order.number } : { number: order.number, value }
  })
  return { column: column === WHOLE_RECORD ? column : column.id, rule, orders, examples }
}

function exampleOf({ column, rule }: CandidateRule, { values, item }: RejectedOrder, sheet: Sheet): string {
  if (rule.kind === 'max_items') return String(values.lineCount)
  if (rule.kind === 'max_total') return String(totalIn(rule.currency, values, sheet) ?? '')
  if (column === WHOLE_RECORD) return ''
  const at = item ?? brokenAt(rule, column, values, sheet)[0] ?? 0
  const value = values.valuesOf(column)[column.scope === 'record' ? 0 : at] ?? ''
  if (isBlank(value)) return ''
  return [...value].length > MAX_EXAMPLE_LENGTH
    ? `${[...value].slice(0, MAX_EXAMPLE_LENGTH).join('')}…`
    : value
}
