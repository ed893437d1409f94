import { failureGroupKey, type ListedFailure } from '@/lib/sheet/judge/failures/order-failures'
import type { OrderStatus } from '@/lib/sheet/judge/status/order-status'
import type { LineId } from '@/lib/sheet/schema/line'
import type { Workbook } from '@/lib/sheet/workbook/workbook'

/** The status of the orders that a registration sends: those that are ready, or those that were rejected before. */
export type WarnedStatus = Extract<OrderStatus, 'ready' | 'again'>

/** A warning that orders have which are about to be registered. */
export interface ReadyWarning {
  readonly key: string
  /** The first of them on the screen. */
  readonly first: ListedFailure
  /** The first lines of the orders, in the order of the screen. */
  readonly orders: readonly LineId[]
}

/** The warnings of the orders with a status, the most frequent first, and how many orders have one. */
export function listReadyWarnings(
  workbook: Workbook,
  status: WarnedStatus,
): { readonly count: number; readonly warnings: readonly ReadyWarning[] } {
  let count = 0
  const groups = new Map<string, { key: string; first: ListedFailure; orders: LineId[] }>()
  for (const firstLine of workbook.warnings.firstLines.list(workbook.view.lineOrder)) {
    if (workbook.statusOf(firstLine) !== status) continue
    count++
    for (const warning of workbook.warnings.of(firstLine)) {
      const key = failureGroupKey(warning)
      const group = groups.get(key)
      if (!group) groups.set(key, { key, first: warning, orders: [firstLine] })
      else if (group.orders.at(-1) !== firstLine) group.orders.push(firstLine)
    }
  }
  return { count, warnings: [...groups.values()].sort((a, b) => b.orders.length - a.orders.length) }
}
