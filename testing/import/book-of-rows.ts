import type { Book, CellNote } from '@/lib/files/book/book'

/** A book with one table of these rows, like a reader of files creates it: rows without text are left out. */
export function bookOf(
  rows: readonly (readonly string[])[],
  { name = 'orders.csv', notes = new Map<string, CellNote>() } = {},
): Book {
  const there = rows
    .map((row, at) => ({ row, number: at + 1 }))
    .filter(({ row }) => row.some(cell => cell !== ''))
  return {
    name,
    size: 0,
    kind: 'text',
    tables: [
      {
        name: '',
        isHidden: false,
        rows: there.map(({ row }) => row),
        numbers: there.map(({ number }) => number),
        notes,
      },
    ],
  }
}
