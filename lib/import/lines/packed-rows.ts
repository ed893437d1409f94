import type { Row } from '@/lib/files/book/book'
import type { ColumnsByHeading } from '@/lib/import/recipe/columns-by-heading'
import type { Recipe } from '@/lib/import/recipe/recipe'
import { originsOf } from '@/lib/import/recipe/values/origins'
import { splitPackedItems } from '@/lib/import/recipe/values/packed-items'
import type { Texts } from '@/lib/sheet/schema/line'

/** The columns of a file whose cells contain several items; none for a file with a row per item. */
function packedColumns({ packed }: Recipe, columns: ColumnsByHeading): readonly number[] {
  if (!packed || columns.find(packed.unless) !== undefined) return []
  return packed.cells.flatMap(spellings => columns.find(spellings) ?? [])
}

/**
 * Splits rows into items: the row once for each item, with only this item in the first of its packed cells.
 * @returns undefined for a file with a row per item
 */
export function itemsOfRow(
  recipe: Recipe,
  columns: ColumnsByHeading,
): ((row: Row) => readonly Row[]) | undefined {
  const packed = packedColumns(recipe, columns)
  if (packed.length === 0) return undefined
  return row => {
    const items = packed.flatMap(column => splitPackedItems(row.at(column) ?? ''))
    return items.length === 0 ? [row] : items.map(item => withOneItem(Array.from(row), packed, item))
  }
}

/**
 * Leaves only the item of a line in the cells of its row, so that each line of a row has cells of its own. A line whose
 * item is no longer known keeps all cells.
 * @param texts of the line, with their origins
 */
export function withOwnItem(
  cells: readonly string[],
  texts: Texts,
  recipe: Recipe,
  columns: ColumnsByHeading,
): readonly string[] {
  const packed = packedColumns(recipe, columns)
  const items = packed.flatMap(column => splitPackedItems(cells[column] ?? ''))
  if (items.length < 2) return cells
  const from = new Set(Object.values(originsOf(texts)).map(({ of }) => of))
  const own = items.find(item => from.has(item))
  return own === undefined ? cells : withOneItem(cells, packed, own)
}

function withOneItem(cells: readonly string[], packed: readonly number[], item: string): string[] {
  const [first, ...others] = packed
  const one = [...cells]
  for (const column of others) if (column < one.length) one[column] = ''
  if (first === undefined) return one
  while (one.length <= first) one.push('')
  one[first] = item
  return one
}
