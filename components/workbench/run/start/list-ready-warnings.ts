import { failureGroupKey, type ListedFailure } from '@/lib/sheet/judge/failures/order-failures'
import type { LineId } from '@/lib/sheet/schema/line'
import type { Workbook } from '@/lib/sheet/workbook/workbook'

/** A warning that orders have which Register would send. */
export interface ReadyWarning {
  readonly key: string
  /** The first of them on the screen. */
  readonly first: ListedFailure
  /** The first lines of the orders, in the order of the screen. */
  readonly orders: readonly LineId[]
}

/** The warnings of the orders that are ready, the most frequent first. */
export function listReadyWarnings(workbook: Workbook): ReadyWarning[] {
  const groups = new Map<string, { key: string; first: ListedFailure; orders: LineId[] }>()
  for (const firstLine of workbook.warnings.firstLines.list(workbook.view.lineOrder)) {
    if (workbook.statusOf(firstLine) !== 'ready') continue
    for (const warning of workbook.warnings.of(firstLine)) {
      const key = failureGroupKey(warning)
      const group = groups.get(key)
      if (!group) groups.set(key, { key, first: warning, orders: [firstLine] })
      else if (group.orders.at(-1) !== firstLine) group.orders.push(firstLine)
    }
  }
  return [...groups.values()].sort((a, b) => b.orders.length - a.orders.length)
}
