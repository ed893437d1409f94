import type { LineId } from '@/lib/sheet/schema/line'

const none: ReadonlySet<LineId> = new Set()

/**
 * Which orders have which number, by their first lines. Most numbers belong to one order, so that only a number of
 * several orders costs a set.
 */
export class OrderNumbers {
  private readonly numbers = new Map<LineId, string>()
  private readonly first = new Map<string, LineId>()
  private readonly several = new Map<string, Set<LineId>>()

  /** Whether another order has the same number. A missing number is not a repeated one. */
  isRepeated(firstLine: LineId): boolean {
    return this.several.size > 0 && this.several.has(this.numbers.get(firstLine) ?? '')
  }

  /** The number of an order; '' when it has none. */
  numberOf(firstLine: LineId): string {
    return this.numbers.get(firstLine) ?? ''
  }

  /** The orders that have a number. */
  ordersWith(number: string): Iterable<LineId> {
    const first = this.first.get(number)
    return this.several.get(number) ?? (first === undefined ? none : [first])
  }

  /** Sets the number of an order. @returns the other orders that have this number, or had the one before */
  change(firstLine: LineId, number: string): Iterable<LineId> {
    const before = this.numbers.get(firstLine)
    if (before === number) return none
    if (before === undefined) return this.add(firstLine, number)
    const left = this.release(firstLine, before)
    if (number === '') {
      this.numbers.delete(firstLine)
      return left
    }
    const joined = this.add(firstLine, number)
    return left.size === 0 ? joined : [...left, ...joined]
  }

  /** Adds an order. @returns the orders that had its number before */
  add(firstLine: LineId, number: string): ReadonlySet<LineId> {
    if (number === '') return none
    this.numbers.set(firstLine, number)
    const first = this.first.get(number)
    if (first === undefined) {
      this.first.set(number, firstLine)
      return none
    }
    const orders = this.several.get(number) ?? new Set([first])
    const before = new Set(orders)
    this.several.set(number, orders.add(firstLine))
    return before
  }

  /** Removes an order. @returns the orders that still have its number */
  remove(firstLine: LineId): ReadonlySet<LineId> {
    const number = this.numbers.get(firstLine)
    if (number === undefined) return none
    this.numbers.delete(firstLine)
    return this.release(firstLine, number)
  }

  /** @returns the orders that still have the number */
  private release(firstLine: LineId, number: string): ReadonlySet<LineId> {
    const orders = this.several.get(number)
    if (!orders) {
      this.first.delete(number)
      return none
    }
    orders.delete(firstLine)
    const [left = ''] = orders
    this.first.set(number, left)
    if (orders.size === 1) this.several.delete(number)
    return orders
  }
}
