import type { MissingItem } from '@/lib/import/lines/fill/missing-defaults'

/** A text for a field of an item, by their positions in the table. */
export interface PastedCell {
  readonly item: number
  readonly column: number
  readonly text: string
}

/**
 * Where the cells of a pasted block go. A block whose first column has item codes is placed by them; any other block
 * goes to the right of and below the cell that it was pasted into. What lies outside of the table is left out.
 * @param at the cell; undefined: it was pasted elsewhere, and only a block with item codes has a place
 * @param columns the number of columns that the table has
 */
export function placePasted(
  block: readonly (readonly string[])[],
  items: readonly Pick<MissingItem, 'code'>[],
  columns: number,
  at: { readonly item: number; readonly column: number } | undefined,
): PastedCell[] {
  const positions = new Map(items.flatMap(({ code }, item) => (code === '' ? [] : [[code, item] as const])))
  const coded = block.filter(([code = '']) => positions.has(code.trim()))
  if (coded.length > 0 && (block[0]?.length ?? 0) > 1) {
    return coded.flatMap(([code = '', ...texts]) => {
      const item = positions.get(code.trim())
      return item === undefined ? [] : cellsOf(texts, item, 0, columns)
    })
  }
  if (!at) return []
  return block.flatMap((texts, row) =>
    at.item + row < items.length ? cellsOf(texts, at.item + row, at.column, columns) : [],
  )
}

const cellsOf = (texts: readonly string[], item: number, first: number, columns: number): PastedCell[] =>
  texts.slice(0, columns - first).map((text, right) => ({ item, column: first + right, text: text.trim() }))
