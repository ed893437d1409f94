import { textAt } from '@/lib/sheet/draft/draft'
import { isBlank } from '@/lib/sheet/schema/kinds'
import type { LineId } from '@/lib/sheet/schema/line'
import type { Workbook } from '@/lib/sheet/workbook/workbook'

/** An order that matches what the operator typed. */
export interface FoundOrder {
  readonly firstLine: LineId
  readonly number: string
  /** Position among all orders, from 1. */
  readonly ordinal: number
  /** Name of the recipient, or of the product. */
  readonly subject: string
}

/** Columns that identify an order besides its number. */
const SUBJECT_COLUMNS = ['recipient.name', 'productName']

/**
 * Finds orders by number: exact matches first, then numbers that begin with the text, then those that contain it. `#12`
 * is the twelfth order; an order id of the service finds the order that was registered under it.
 * @param limit how many orders at most
 */
export function findOrders(workbook: Workbook, typed: string, limit: number): FoundOrder[] {
  const wanted = typed.trim().toLowerCase()
  const place = /^#\s*(\d+)$/.exec(wanted)?.[1]
  if (wanted === '') return []
  if (place !== undefined) return nth(workbook, Number(place))
  const [exact, begins, contains]: [FoundOrder[], FoundOrder[], FoundOrder[]] = [[], [], []]
  let ordinal = 0
  for (const firstLine of workbook.index.firstLines()) {
    ordinal++
    const number = textAt(workbook.draft, firstLine, workbook.sheet.key)
    const at = number.toLowerCase().indexOf(wanted)
    const kind =
      number.trim().length === wanted.length && at !== -1
        ? exact
        : at === 0
          ? begins
          : at > 0
            ? contains
            : workbook.outcomeOf(firstLine)?.orderId === wanted
              ? exact
              : undefined
    if (kind && kind.length < limit) kind.push(describe(workbook, firstLine, ordinal))
    if (exact.length === limit) break
  }
  return [...exact, ...begins, ...contains].slice(0, limit)
}

function nth(workbook: Workbook, place: number): FoundOrder[] {
  let ordinal = 0
  for (const firstLine of workbook.index.firstLines())
    if (++ordinal === place) return [describe(workbook, firstLine, ordinal)]
  return []
}

function describe(workbook: Workbook, firstLine: LineId, ordinal: number): FoundOrder {
  const { draft, sheet } = workbook
  const subject =
    SUBJECT_COLUMNS.map(column => textAt(draft, firstLine, column)).find(text => !isBlank(text)) ?? ''
  return { firstLine, number: textAt(draft, firstLine, sheet.key), ordinal, subject: subject }
}
