import type { LineMarks, Mark } from '@/lib/sheet/judge/marks'
import type { OrderStates } from '@/lib/sheet/judge/status/order-states'
import type { Order } from '@/lib/sheet/orders/grouping'
import type { OrdersIndex } from '@/lib/sheet/orders/orders-index'
import type { Column } from '@/lib/sheet/schema/columns'
import type { LineId } from '@/lib/sheet/schema/line'

/** What is listed: failures, which keep an order from being registered, or warnings, which do not. */
export type ListedSeverity = Exclude<Mark['severity'], 'notice'>

/**
 * One failure, or one warning, of the sheet and the cell to go to. A failure of "one of these cells" is listed once.
 */
export interface ListedFailure {
  /** The first line of the order. */
  readonly firstLine: LineId
  readonly line: LineId
  /** Undefined: the line as a whole. */
  readonly column: string | undefined
  readonly mark: Mark
}

/**
 * Makes a function that lists the failures, or the warnings, of an order; none of an order that no longer exists. The
 * marks of an order that another draft holds say where its texts differ from those there: they are not failures.
 */
export function failureReader(
  columns: readonly Column[],
  index: OrdersIndex,
  knowledge: OrderStates,
  severity: ListedSeverity = 'failure',
): (firstLine: LineId) => readonly ListedFailure[] {
  const places = new Map(columns.map((column, place) => [column.id, place]))
  return firstLine => {
    const isListed = severity === 'failure' ? knowledge.isMarked(firstLine) : knowledge.isWarned(firstLine)
    const order =
      isListed && knowledge.statusOf(firstLine) !== 'elsewhere' ? index.find(firstLine) : undefined
    if (!order) return noFailures
    const marks = (line: LineId) => knowledge.marksOf(line, firstLine)
    return failuresOf(order, severity, marks, column => places.get(column) ?? -1)
  }
}

const noFailures: readonly ListedFailure[] = []

/**
 * The failures of one order, line by line and left to right. Stale failures are left out: the next check decides.
 * @param place position of a column in the sheet
 */
function failuresOf(
  order: Order,
  severity: ListedSeverity,
  marksOf: (line: LineId) => LineMarks,
  place: (column: string) => number,
): readonly ListedFailure[] {
  const failures: ListedFailure[] = []
  /** Failures of several cells, which are listed once each. */
  const shared = new Set<string>()
  const add = (line: LineId, column: string | undefined, marks: readonly Mark[]) => {
    for (const mark of marks) {
      if (mark.severity !== severity || mark.stale) continue
      if (mark.shared !== undefined && shared.has(mark.shared)) continue
      if (mark.shared !== undefined) shared.add(mark.shared)
      failures.push({ firstLine: order.firstLine, line, column, mark })
    }
  }
  for (const line of order.lines) {
    const marks = marksOf(line)
    add(line, undefined, marks.line)
    if (marks.cells.size === 0) continue
    const columns = [...marks.cells].sort(([a], [b]) => place(a) - place(b))
    for (const [column, marksOfCell] of columns) add(line, column, marksOfCell)
  }
  return failures.length === 0 ? noFailures : failures
}

/** What a failure is about: one cell, "one of these cells", cells that contradict each other, or a whole line. */
export type FailureSubject = 'cell' | 'oneOf' | 'cells' | 'line'

/** What a listed failure is about, which decides its sentence. */
export function failureSubject({ column, mark }: Pick<ListedFailure, 'column' | 'mark'>): FailureSubject {
  if (column === undefined) return 'line'
  if (mark.oneOf > 1) return 'oneOf'
  return mark.shared === undefined ? 'cell' : 'cells'
}

/** Key of a group: the same for failures, or warnings, with the same message on the same field. */
export function failureGroupKey(failure: ListedFailure): string {
  const { column, mark } = failure
  const subject = failureSubject(failure)
  const where = subject === 'oneOf' || subject === 'line' ? (mark.field ?? '') : column
  const marks = mark.source === 'desk' ? [mark.code, mark.response ?? ''] : [mark.message]
  // A group has one sentence, and this one names another order.
  const other = mark.code === 'same_parcel' ? [String(mark.params?.number)] : []
  const severity = mark.severity === 'failure' ? [] : [mark.severity, ...other]
  return [subject, where, mark.source, ...marks, ...severity].join('\n')
}
