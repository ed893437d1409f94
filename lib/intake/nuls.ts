import type { CellPlace, Table } from './table'

/** The character that programs write where they ran out of text. It stays in its cell, and no service takes it. */
export const NUL = '\0'

/** Places that are told; the others are counted. */
const PLACES = 20

/** A table with what it has of these characters; the same table where it has none. */
export function withNuls(table: Table): Table {
  const first: CellPlace[] = []
  let count = 0
  let position = 0
  for (const row of table.rows) {
    const number = table.numbers[position] ?? position + 1
    position++
    let column = 0
    for (const text of row) {
      if (text.includes(NUL)) {
        count += text.split(NUL).length - 1
        if (first.length < PLACES) first.push({ row: number, column })
      }
      column++
    }
  }
  return count === 0 ? table : { ...table, nuls: { count, first } }
}
