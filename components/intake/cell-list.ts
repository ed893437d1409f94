import { columnLetters } from '@/lib/intake/heading'
import type { CellCount } from '@/lib/intake/table'

/** Cells that a sentence names. */
const NAMED = 5

/** The first cells as a spreadsheet calls them: C5, D7, …. */
export function cellList({ count, first }: CellCount): string {
  const names = first.slice(0, NAMED).map(({ row, column }) => `${columnLetters(column)}${row}`)
  return names.join(', ') + (count > names.length ? ', …' : '')
}
