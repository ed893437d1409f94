import type { Column } from './columns'
import type { LineId } from './draft'
import type { Order } from './grouping'
import type { Knowledge } from './knowledge'
import type { LineMarks, Mark } from './marks'
import type { OrdersIndex } from './orders-index'

/** One failure of the sheet, and where to go for it. A failure that may mean several cells is one. */
export interface ListedFailure {
  /** The order it is about, by its first line. */
  readonly lead: LineId
  readonly line: LineId
  /** Undefined: the line as a whole. */
  readonly column: string | undefined
  readonly mark: Mark
}

/** Reads the failures of any order out of what is known; none of one that is no more. */
export function failuresBy(
  columns: readonly Column[],
  index: OrdersIndex,
  knowledge: Knowledge,
): (lead: LineId) => readonly ListedFailure[] {
  const places = new Map(columns.map((column, place) => [column.id, place]))
  return lead => {
    const order = knowledge.isMarked(lead) ? index.find(lead) : undefined
    if (!order) return none
    const marks = (line: LineId) => knowledge.marksOf(line, lead)
    return failuresOf(order, marks, column => places.get(column) ?? -1)
  }
}

const none: readonly ListedFailure[] = []

/**
 * The failures of one order, line by line and left to right. Stale ones are left out once their cell was edited: the
 * next check decides.
 * @param place position of a column among all
 */
function failuresOf(
  order: Order,
  marks: (line: LineId) => LineMarks,
  place: (column: string) => number,
): readonly ListedFailure[] {
  const failures: ListedFailure[] = []
  const add = (line: LineId, column: string | undefined, said: readonly Mark[]) => {
    for (const mark of said) {
      if (mark.severity !== 'failure' || mark.stale || isListed(mark, failures)) continue
      failures.push({ lead: order.lead, line, column, mark })
    }
  }
  for (const line of order.lines) {
    const said = marks(line)
    add(line, undefined, said.line)
    if (said.cells.size === 0) continue
    const columns = [...said.cells].sort(([a], [b]) => place(a) - place(b))
    for (const [column, here] of columns) add(line, column, here)
  }
  return failures.length === 0 ? none : failures
}

/** "One of these cells", and what two cells say together, stands on several cells and is one failure all the same. */
function isListed({ oneOf, shared, field, message }: Mark, failures: readonly ListedFailure[]): boolean {
  if (oneOf === 1 && shared === undefined) return false
  return failures.some(
    ({ mark }) => mark.field === field && mark.message === message && mark.shared === shared,
  )
}

/** What a failure is about: one cell, "one of these cells", cells that contradict each other, or a line as a whole. */
export type Subject = 'cell' | 'oneOf' | 'cells' | 'line'

export function subjectOf({ column, mark }: Pick<ListedFailure, 'column' | 'mark'>): Subject {
  if (column === undefined) return 'line'
  if (mark.oneOf > 1) return 'oneOf'
  return mark.shared === undefined ? 'cell' : 'cells'
}

/** The same for failures that say the same of the same field. */
export function groupKey(failure: ListedFailure): string {
  const { column, mark } = failure
  const subject = subjectOf(failure)
  const where = subject === 'oneOf' || subject === 'line' ? (mark.field ?? '') : column
  const said = mark.source === 'desk' ? [mark.code, mark.response ?? ''] : [mark.message]
  return [subject, where, mark.source, ...said].join('\n')
}
