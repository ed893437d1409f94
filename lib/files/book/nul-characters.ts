import { type FileCellAddress, MAX_CELL_ADDRESSES, type Table } from './book'

/** The character that faulty export programs leave in texts. It stays in its cell; no service accepts it. */
export const NUL = '\0'

/** A table with the number and the first cells of its NUL characters; the same table where it has none. */
export function withNulCount(table: Table): Table {
  const first: FileCellAddress[] = []
  let count = 0
  let position = 0
  for (const row of table.rows) {
    const number = table.numbers[position] ?? position + 1
    position++
    let column = 0
    for (const text of row) {
      if (text.includes(NUL)) {
        count += text.split(NUL).length - 1
        if (first.length < MAX_CELL_ADDRESSES) first.push({ row: number, column })
      }
      column++
    }
  }
  return count === 0 ? table : { ...table, nuls: { count, first } }
}
