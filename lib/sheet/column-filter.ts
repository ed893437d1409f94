import { type Draft, textAt } from './draft'
import type { Order } from './grouping'
import { isBlank } from './kinds'
import { sortTexts } from './text-order'

/** Which texts of a column are shown. */
export interface ColumnFilter {
  /** Texts without the blanks around them; '' is a blank cell. */
  readonly texts: ReadonlySet<string>
  /** Whether `texts` are those that are left out, and not those that are shown. */
  readonly except: boolean
  /** What a text has to contain, in any case; '' asks for nothing. */
  readonly contains: string
}

/** Filters by column id. */
export type ColumnFilters = ReadonlyMap<string, ColumnFilter>

export const showsAll: ColumnFilter = { texts: new Set(), except: true, contains: '' }

/** Whether a filter leaves everything as it is. */
export const isOpen = ({ texts, except, contains }: ColumnFilter): boolean =>
  except && texts.size === 0 && folded(contains) === ''

/** Texts are searched as an input method may have typed them: full-width letters and half-width kana are the same. */
const folded = (text: string): string => text.normalize('NFKC').trim().toLowerCase()

export const contains = (text: string, wanted: string): boolean => folded(text).includes(folded(wanted))

const passes = (filter: ColumnFilter, text: string): boolean =>
  filter.texts.has(text) !== filter.except && (filter.contains === '' || contains(text, filter.contains))

/**
 * Whether an order is shown: what it says as a whole passes, and one of its lines passes in all columns of lines.
 * @param record ids of the columns that belong to the whole order
 */
export function passesColumns(
  filters: ColumnFilters,
  order: Order,
  draft: Draft,
  record: ReadonlySet<string>,
): boolean {
  const ofLines: [string, ColumnFilter][] = []
  for (const [column, filter] of filters) {
    if (!record.has(column)) ofLines.push([column, filter])
    else if (!passes(filter, saidBy(order, draft, column))) return false
  }
  if (ofLines.length === 0) return true
  return order.lines.some(line =>
    ofLines.every(([column, filter]) => passes(filter, textAt(draft, line, column).trim())),
  )
}

/** What an order says in a column of its own: the first text that any of its lines has there. */
function saidBy({ lines }: Order, draft: Draft, column: string): string {
  for (const line of lines) {
    const text = textAt(draft, line, column)
    if (!isBlank(text)) return text.trim()
  }
  return ''
}

/** A text of a column, and on how many lines it stands; of an order's column: how many orders say it. */
export interface CountedText {
  readonly text: string
  readonly count: number
}

/** The distinct texts of a column as a sorted list has them, the blank one last. */
export function countTexts(
  orders: Iterable<Order>,
  draft: Draft,
  column: string,
  record: ReadonlySet<string>,
): CountedText[] {
  const counts = new Map<string, number>()
  const count = (text: string) => counts.set(text, (counts.get(text) ?? 0) + 1)
  for (const order of orders) {
    if (record.has(column)) count(saidBy(order, draft, column))
    else for (const line of order.lines) count(textAt(draft, line, column).trim())
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
