import type { Column } from '@/lib/sheet/columns'

/**
 * The column to stand in when one is no longer shown: the next one that stood behind it, else the last before it.
 * @param before the columns that were shown when it was
 * @param isShown whether a column is shown now
 */
export function nearestColumn(
  id: string,
  before: readonly Column[],
  isShown: (id: string) => boolean,
): string | undefined {
  if (isShown(id)) return id
  const at = before.findIndex(column => column.id === id)
  const behind = before.find((column, i) => i > at && isShown(column.id))
  return (behind ?? before.findLast((column, i) => i < at && isShown(column.id)))?.id
}
