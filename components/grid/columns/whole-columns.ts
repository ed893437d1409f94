import type { Selection } from '@/components/grid/select/selection'
import type { Column } from '@/lib/sheet/schema/columns'

/** Whether a column is selected as a whole. @param index position among the visible columns */
export const isWhole = (selection: Selection, index: number): boolean =>
  selection.ranges().some(({ whole, left, right }) => whole === 'columns' && left <= index && index <= right)

/** Positions of the columns that are selected as a whole, as a text that can be compared. */
export function wholeColumns(selection: Selection): string {
  const positions = selection
    .ranges()
    .flatMap(({ whole, left, right }) =>
      whole === 'columns' ? Array.from({ length: right - left + 1 }, (_, i) => left + i) : [],
    )
  return positions.join(',')
}

/** The columns that an action on one of them concerns: all that are selected as a whole with it, else only that one. */
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
