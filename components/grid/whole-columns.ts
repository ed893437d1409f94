import type { Column } from '@/lib/sheet/columns'
import type { Selection } from './selection'

/** Whether a column is selected as a whole. @param index its position among those shown */
export const isWhole = (selection: Selection, index: number): boolean =>
  selection.ranges().some(({ whole, left, right }) => whole === 'columns' && left <= index && index <= right)

/** Positions of the columns that are selected as a whole, as one text that changes only with them. */
export function wholeColumns(selection: Selection): string {
  const positions = selection
    .ranges()
    .flatMap(({ whole, left, right }) =>
      whole === 'columns' ? Array.from({ length: right - left + 1 }, (_, i) => left + i) : [],
    )
  return positions.join(',')
}

/** Ids of the columns that an act on one is meant for: all that are selected as a whole with it, else it alone. */
export function columnsTogether(
  selection: Selection,
  columns: readonly Column[],
  id: string,
): readonly string[] {
  const at = columns.findIndex(column => column.id === id)
  if (!isWhole(selection, at)) return [id]
  const chosen = new Set(wholeColumns(selection).split(','))
  return columns.flatMap((column, i) => (chosen.has(String(i)) ? [column.id] : []))
}
