import { type FailureGroup, FailureIndex } from '@/lib/sheet/judge/failures/failure-index'
import { failureReader, type ListedFailure } from '@/lib/sheet/judge/failures/order-failures'
import type { OrderStates } from '@/lib/sheet/judge/status/order-states'
import type { OrdersIndex } from '@/lib/sheet/orders/orders-index'
import type { Column } from '@/lib/sheet/schema/columns'
import type { LineId } from '@/lib/sheet/schema/line'

type ReadFailures = (firstLine: LineId) => readonly ListedFailure[]

/**
 * The failures and the warnings of a workbook. Each list is built when it is read first, because that takes a pass over
 * all orders, and is kept up to date from then on.
 */
export class FailureLists {
  /** The failures of an order, line by line and left to right; none of an order that no longer exists. */
  readonly of: ReadFailures
  private readonly warningsOf: ReadFailures
  private builtFailures: FailureIndex | undefined
  private builtWarnings: FailureIndex | undefined

  constructor(
    columns: readonly Column[],
    private readonly index: OrdersIndex,
    states: OrderStates,
  ) {
    this.of = failureReader(columns, index, states)
    this.warningsOf = failureReader(columns, index, states, 'warning')
  }

  get failures(): FailureIndex {
    this.builtFailures ??= this.build(this.of)
    return this.builtFailures
  }

  get warnings(): FailureIndex {
    this.builtWarnings ??= this.build(this.warningsOf)
    return this.builtWarnings
  }

  /** A group of failures or of warnings, by its key. */
  group(key: string): FailureGroup | undefined {
    return this.failures.group(key) ?? this.warnings.group(key)
  }

  /** Updates the lists that were built. @param judged first lines of orders that were judged again, or ended */
  update(judged: ReadonlySet<LineId>): void {
    this.builtFailures?.update(judged, this.of)
    this.builtWarnings?.update(judged, this.warningsOf)
  }

  private build(read: ReadFailures): FailureIndex {
    const list = new FailureIndex()
    list.update(this.index.firstLines(), read)
    return list
  }
}
