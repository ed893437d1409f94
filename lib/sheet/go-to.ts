import { type LineId, textAt } from './draft'
import { isBlank } from './kinds'
import type { Workbook } from './workbook'

/** An order that an operator may mean. */
export interface FoundOrder {
  readonly lead: LineId
  readonly number: string
  /** Its place among all orders, from 1. */
  readonly ordinal: number
  /** Whom or what it is about: the recipient's name, the product's. */
  readonly about: string
}

/** Columns that tell an order apart when its number does not. */
const ABOUT = ['recipient.name', 'productName']

/**
 * Orders by number: those that bear it exactly, then those that begin with it, then those that hold it. `#12` is the
 * twelfth order; an order id of the service finds the order that was registered under it.
 * @param limit how many are wanted at most
 */
export function findOrders(workbook: Workbook, typed: string, limit: number): FoundOrder[] {
  const wanted = typed.trim().toLowerCase()
  const place = /^#\s*(\d+)$/.exec(wanted)?.[1]
  if (wanted === '') return []
  if (place !== undefined) return nth(workbook, Number(place))
  const [exact, begins, holds]: [FoundOrder[], FoundOrder[], FoundOrder[]] = [[], [], []]
  let ordinal = 0
  for (const lead of workbook.index.leads()) {
    ordinal++
    const number = textAt(workbook.draft, lead, workbook.sheet.key)
    const at = number.toLowerCase().indexOf(wanted)
    const kind =
      number.trim().length === wanted.length && at !== -1
        ? exact
        : at === 0
          ? begins
          : at > 0
            ? holds
            : workbook.outcomeOf(lead)?.orderId === wanted
              ? exact
              : undefined
    if (kind && kind.length < limit) kind.push(describe(workbook, lead, ordinal))
    if (exact.length === limit) break
  }
  return [...exact, ...begins, ...holds].slice(0, limit)
}

function nth(workbook: Workbook, place: number): FoundOrder[] {
  let ordinal = 0
  for (const lead of workbook.index.leads())
    if (++ordinal === place) return [describe(workbook, lead, ordinal)]
  return []
}

function describe(workbook: Workbook, lead: LineId, ordinal: number): FoundOrder {
  const { draft, sheet } = workbook
  const about = ABOUT.map(column => textAt(draft, lead, column)).find(text => !isBlank(text)) ?? ''
  return { lead, number: textAt(draft, lead, sheet.key), ordinal, about }
}
