import type { LineId } from '@/lib/sheet/schema/line'
import type { ImportLimit } from './import-limits'

/** What an order contains of one group of limited goods. */
export interface Share {
  readonly importLimit: ImportLimit
  readonly group: string
  /** The amount in the unit that the limit counts. */
  readonly amount: number
}

/** What all orders to a recipient contain of one group. */
interface Sum {
  amount: number
  readonly orders: Set<LineId>
}

const none: ReadonlySet<LineId> = new Set()

/** What an order added to the sums. */
interface Added {
  readonly recipient: string
  readonly shares: readonly Share[]
}

/**
 * How much of each group of limited goods goes to each recipient, over all orders of a draft. It is kept up to date
 * order by order and names the orders whose warning a change concerns.
 */
export class RecipientSums {
  private readonly added = new Map<LineId, Added>()
  private readonly sums = new Map<string, Sum>()

  /**
   * Sets what an order contains.
   * @param recipient '': the order is not counted
   * @returns the other orders to judge again
   */
  update(firstLine: LineId, recipient: string, shares: readonly Share[]): ReadonlySet<LineId> {
    // Most orders contain no limited goods.
    if (shares.length === 0 && this.added.size === 0) return none
    const before = this.added.get(firstLine)
    const now = recipient === '' || shares.length === 0 ? undefined : { recipient, shares }
    const others = new Set<LineId>()
    if (isSame(before, now)) return none
    const touched = new Map<string, { readonly limit: number; readonly was: number }>()
    for (const [added, sign] of [[before, -1] as const, [now, 1] as const]) {
      for (const { importLimit, group, amount } of added?.shares ?? []) {
        const key = keyOf(added?.recipient ?? '', importLimit, group)
        const sum = this.sums.get(key) ?? { amount: 0, orders: new Set<LineId>() }
        if (!touched.has(key)) touched.set(key, { limit: importLimit.limit, was: sum.amount })
        sum.amount += sign * amount
        if (sign === 1) sum.orders.add(firstLine)
        else sum.orders.delete(firstLine)
        if (sum.orders.size === 0) this.sums.delete(key)
        else this.sums.set(key, sum)
      }
    }
    if (now) this.added.set(firstLine, now)
    else this.added.delete(firstLine)
    for (const [key, { limit, was }] of touched) {
      const sum = this.sums.get(key)
      if (!sum || sum.amount === was || Math.max(sum.amount, was) <= limit) continue
      for (const other of sum.orders) others.add(other)
    }
    others.delete(firstLine)
    return others
  }

  /** What all orders to a recipient contain of a group, and how many orders do. */
  of(
    recipient: string,
    { importLimit, group }: Pick<Share, 'importLimit' | 'group'>,
  ): { amount: number; orders: number } {
    const sum = this.sums.get(keyOf(recipient, importLimit, group))
    return { amount: sum?.amount ?? 0, orders: sum?.orders.size ?? 0 }
  }
}

const keyOf = (recipient: string, { kind }: ImportLimit, group: string): string =>
  `${kind}\n${group}\n${recipient}`

function isSame(a: Added | undefined, b: Added | undefined): boolean {
  if (a === undefined || b === undefined) return a === b
  return (
    a.recipient === b.recipient &&
    a.shares.length === b.shares.length &&
    a.shares.every((share, at) => {
      const other = b.shares[at]
      return (
        other?.importLimit === share.importLimit &&
        other.group === share.group &&
        other.amount === share.amount
      )
    })
  )
}
