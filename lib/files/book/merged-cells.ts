import { addressOfNote, type CellNote, noteKey, positionOfRow, type Table } from './book'
import { limits } from './limits'
import { ReadError } from './read-error'
import type { TableBuilder } from './table-builder'

/** Cells that are merged into one; rows from 1, columns from 0, both ends included. */
export interface MergedRange {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

/** Parses a range such as `A2:B4`. @returns undefined where the text is not a range */
export function parseRange(text: string): MergedRange | undefined {
  const [all, left = '', top = '', right = '', bottom = ''] =
    /^\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(text) ?? []
  if (all === undefined) return undefined
  return { top: Number(top), bottom: Number(bottom), left: columnOf(left), right: columnOf(right) }
}

const columnOf = (letters: string): number =>
  [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1

/**
 * Writes the text of merged cells into all cells of their range, with a note: an order number that is merged over the
 * items of the order is the number of each. Fills only rows that have a text of their own, and only within the width of
 * the table; a title that is the only text of its row is not repeated.
 * @throws ReadError where the ranges cover too many cells: in a half filled table, orders would lose their numbers
 */
export function fillMergedCells(
  { rows, numbers, notes }: TableBuilder,
  ranges: readonly MergedRange[],
): void {
  if (ranges.length === 0) return
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  let budget: number = limits.mergedCells
  const counts = new Map<number, number>()
  // Counted once for a row, however many ranges begin in it, and before anything is filled.
  const textsIn = (at: number): number => {
    const known = counts.get(at)
    if (known !== undefined) return known
    const count = rows[at]?.filter(cell => cell !== '').length ?? 0
    budget -= rows[at]?.length ?? 0
    counts.set(at, count)
    return count
  }
  for (const range of ranges) {
    const first = positionOfRow(numbers, range.top)
    const text = numbers[first] === range.top ? rows[first]?.[range.left] : undefined
    if (text === undefined || text === '') continue
    const isAlone = textsIn(first) === 1
    for (let at = first; at < rows.length && (numbers[at] ?? 0) <= range.bottom; at++) {
      const row = rows[at] ?? []
      const right = isAlone ? range.left : Math.min(range.right, width - 1)
      // A hostile file has a million ranges that each cover the whole table, so visited cells count, filled or not.
      budget -= 1 + right - range.left
      if (budget < 0) throw new ReadError({ code: 'too_many_cells', most: limits.mergedCells })
      for (let column = range.left; column <= right; column++) {
        const isSource = at === first && column === range.left
        if (isSource || (row[column] ?? '') !== '') continue
        while (row.length < column) row.push('')
        row[column] = text
        notes.set(noteKey(at, column), column === range.left ? { kind: 'merged' } : across)
      }
    }
  }
}

const across: CellNote = { kind: 'merged', across: true }

/**
 * A table without the texts that came from merging columns below its header. In the header, a text that is merged over
 * several columns names each of them; below it, columns have different meanings, and the text belongs to the first.
 */
export function withoutHorizontalMerges(table: Table, header: number): Table {
  const blanks = new Map<number, number[]>()
  for (const [key, note] of table.notes) {
    if (note.kind !== 'merged' || !note.across) continue
    const { row, column } = addressOfNote(key)
    if (row > header) blanks.set(row, [...(blanks.get(row) ?? []), column])
  }
  if (blanks.size === 0) return table
  const rows = table.rows.slice().map((row, at) => {
    const columns = blanks.get(at)
    return columns ? row.map((text, column) => (columns.includes(column) ? '' : text)) : row
  })
  return { ...table, rows }
}
