import 'server-only'
import type { Trail } from '@/lib/sheet/sync/merge'
import type { JudgedOrder } from './judged-orders'

/** A line that was saved after the revision that an operator saw. */
export interface ChangedLine {
  readonly id: string
  readonly trail: Trail
  readonly isRemoved: boolean
}

/**
 * Whether orders of a draft may have lost lines after the revision that an operator saw: to another order, or because
 * they were removed. The lines that are left do not tell that, and the order of a line is not stored, so the result may
 * be true where none was lost. Orders that have only added lines take no line from others.
 * @param orders all of the draft, as they are now
 * @param replaced ids of lines in which a text that the operator saw was replaced
 * @param key the column of the number
 */
export function isRegrouped(
  orders: readonly JudgedOrder[],
  changes: readonly ChangedLine[],
  replaced: ReadonlySet<string>,
  { seen, key }: { readonly seen: number; readonly key: string },
): boolean {
  if (changes.length === 0) return false
  const isLater = ([revision]: Trail[string]) => revision > seen
  const added = new Set<string>()
  const edited = new Set<string>()
  for (const { id, trail, isRemoved } of changes) {
    if (isRemoved) return true
    const stamps = Object.values(trail)
    if (!replaced.has(id) && stamps.every(isLater)) added.add(id)
    else {
      // A line without a new text was moved.
      const number = trail[key] ?? trail['']
      if (!stamps.some(isLater) || (number && isLater(number))) return true
      edited.add(id)
    }
  }
  for (const { lineIds, number } of orders) {
    const count = lineIds.filter(line => added.has(line)).length
    if (count > 0 && count < lineIds.length) return true
    // A line that continued an order and differs from it now is an order without a number.
    if (number === '' && lineIds.some(line => edited.has(line))) return true
    for (const line of lineIds) edited.delete(line)
  }
  // Lines that belong to no order any more, because all of their texts were deleted.
  return edited.size > 0
}
