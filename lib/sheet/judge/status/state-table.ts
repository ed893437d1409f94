import type { LineMarks } from '@/lib/sheet/judge/marks'
import type { LineId } from '@/lib/sheet/schema/line'
import type { OrderStatus } from './order-status'

/** Status and marks of one order. */
export interface StatusAndMarks {
  readonly status: OrderStatus
  /** Whether any of the order's cells has a warning. */
  readonly hasWarning: boolean
  readonly marks: ReadonlyMap<LineId, LineMarks>
  /** The last check of an order in which the desk itself finds errors; undefined: an order without. */
  readonly ownErrors?: keyof OwnErrors
}

/** Orders in which the desk itself finds errors, by the result of their last check. */
export interface OwnErrors {
  readonly unchecked: number
  readonly passed: number
  readonly failed: number
}

/** What orders are counted by. */
export type Counted = OrderStatus | 'warning' | 'readyWithWarning'

/** The states of the orders of a draft, by their first lines, and how many orders have each of them. */
export class StateTable {
  private readonly states = new Map<LineId, StatusAndMarks>()
  private readonly counts = new Map<Counted, number>()
  private errors: OwnErrors = { unchecked: 0, passed: 0, failed: 0 }

  of(firstLine: LineId): StatusAndMarks | undefined {
    return this.states.get(firstLine)
  }

  firstLines(): Iterable<LineId> {
    return this.states.keys()
  }

  count(counted: Counted): number {
    return this.counts.get(counted) ?? 0
  }

  get ownErrors(): OwnErrors {
    return this.errors
  }

  set(firstLine: LineId, state: StatusAndMarks): void {
    if (this.states.get(firstLine) === state) return
    this.delete(firstLine)
    this.states.set(firstLine, state)
    this.add(state, 1)
  }

  /** @returns whether the order had a state */
  delete(firstLine: LineId): boolean {
    const state = this.states.get(firstLine)
    if (!state) return false
    this.states.delete(firstLine)
    this.add(state, -1)
    return true
  }

  private add({ status, hasWarning, ownErrors }: StatusAndMarks, orders: 1 | -1): void {
    const count = (counted: Counted) => this.counts.set(counted, this.count(counted) + orders)
    count(status)
    if (hasWarning) count('warning')
    if (hasWarning && status === 'ready') count('readyWithWarning')
    if (ownErrors !== undefined)
      this.errors = { ...this.errors, [ownErrors]: this.errors[ownErrors] + orders }
  }
}
