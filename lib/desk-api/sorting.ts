/** The column and direction by which a list is sorted. */
export interface Sorting<Column extends string> {
  readonly column: Column
  readonly isDescending: boolean
}

/**
 * The sorting in a URL: `?sort=name`, or `?sort=-name` for descending.
 * @param columns the columns that the list can be sorted by
 * @param otherwise the sorting without the parameter, or for an unknown column
 */
export function readSorting<Column extends string>(
  value: string | readonly string[] | undefined,
  columns: readonly Column[],
  otherwise: Sorting<Column>,
): Sorting<Column> {
  const text = typeof value === 'string' ? value : ''
  const isDescending = text.startsWith('-')
  const column = columns.find(one => one === (isDescending ? text.slice(1) : text))
  return column === undefined ? otherwise : { column, isDescending }
}

/** A sorting as a URL parameter. */
export const sortingText = ({ column, isDescending }: Sorting<string>): string =>
  isDescending ? `-${column}` : column
