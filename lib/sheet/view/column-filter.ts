import type { Order } from '@/lib/sheet/orders/grouping'
import { isBlank } from '@/lib/sheet/schema/kinds'
import type { LineId } from '@/lib/sheet/schema/line'
import { sortTexts } from './text-order'

/** Reads the text of a cell. */
export type ReadText = (line: LineId, column: string) => string

/** Which texts of a column are shown. */
export interface ColumnFilter {
  /** Texts without outer blanks; '' is a blank cell. */
  readonly texts: ReadonlySet<string>
  /** Whether `texts` are left out instead of shown. */
  readonly except: boolean
  /** What a text must contain, ignoring case; '' for no condition. */
  readonly contains: string
}

/** Filters by column id. */
export type ColumnFilters = ReadonlyMap<string, ColumnFilter>

export const noColumnFilter: ColumnFilter = { texts: new Set(), except: true, contains: '' }

/** Full-width letters and half-width kana match the ordinary ones, as an input method may have typed either. */
const fold = (text: string): string => text.normalize('NFKC').trim().toLowerCase()

/** Whether a text contains another, ignoring case and width. */
export const containsText = (text: string, wanted: string): boolean => fold(text).includes(fold(wanted))

const passes = (filter: ColumnFilter, text: string): boolean =>
  filter.texts.has(text) !== filter.except && (filter.contains === '' || containsText(text, filter.contains))

/**
 * Whether an order is shown: its own texts pass, and one of its lines passes in all filtered columns of lines.
 * @param record ids of the columns that belong to the whole order
 */
export function passesColumns(
  filters: ColumnFilters,
  order: Order,
  read: ReadText,
  record: ReadonlySet<string>,
): boolean {
  const ofLines: [string, ColumnFilter][] = []
  for (const [column, filter] of filters) {
    if (!record.has(column)) ofLines.push([column, filter])
    else if (!passes(filter, orderText(order, read, column))) return false
  }
  if (ofLines.length === 0) return true
  return order.lines.some(line =>
    ofLines.every(([column, filter]) => passes(filter, read(line, column).trim())),
  )
}

/** Text of an order in one of its own columns: the first text that any of its lines has there. */
function orderText({ lines }: Order, read: ReadText, column: string): string {
  for (const line of lines) {
    const text = read(line, column)
    if (!isBlank(text)) return text.trim()
  }
  return ''
}

/** A text of a column, and how many lines have it; for a column of the order: how many orders. */
export interface CountedText {
  readonly text: string
  readonly count: number
}

/** The distinct texts of a column, sorted, the blank one last. */
export function countTexts(
  orders: Iterable<Order>,
  read: ReadText,
  column: string,
  record: ReadonlySet<string>,
): CountedText[] {
  const counts = new Map<string, number>()
  const count = (text: string) => counts.set(text, (counts.get(text) ?? 0) + 1)
  for (const order of orders) {
    if (record.has(column)) count(orderText(order, read, column))
    else for (const line of order.lines) count(read(line, column).trim())
  }
  const blanks = counts.get('') ?? 0
  counts.delete('')
  const texts = [...counts.keys()]
  const sorted = Array.from(sortTexts(texts), at => {
    const text = texts[at] ?? ''
    return { text, count: counts.get(text) ?? 0 }
  })
  return blanks === 0 ? sorted : [...sorted, { text: '', count: blanks }]
}
