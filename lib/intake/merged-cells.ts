import { limits } from './limits'
import { type CellNote, noteKey, type Table } from './table'
import type { TableBuilder } from './tally'
import { Unreadable } from './unreadable'

/** Cells that are shown as one; rows from 1, columns from 0, both ends included. */
export interface Span {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

/** @returns the cells that `A2:B4` names; undefined where it names none */
export function spanOf(place: string): Span | undefined {
  const [all, left = '', top = '', right = '', bottom = ''] =
    /^\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(place) ?? []
  if (all === undefined) return undefined
  return { top: Number(top), bottom: Number(bottom), left: columnOf(left), right: columnOf(right) }
}

const columnOf = (letters: string): number =>
  [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1

/**
 * Writes the text of merged cells into all that they cover, with a note: an order's number that is merged over its
 * items is the number of each. Only rows that have a text of their own are filled, and only as far as the table goes;
 * a title that is alone in its row stays alone.
 * @throws Unreadable where so much is merged that it goes too far: half filled, orders would lose their numbers
 */
export function fillMerged({ rows, numbers, notes }: TableBuilder, spans: readonly Span[]): void {
  if (spans.length === 0) return
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  let left: number = limits.merged
  const counts = new Map<number, number>()
  /** Texts of a row as the file has them: it is asked for each span that begins there. */
  const textsIn = (at: number): number => {
    const known = counts.get(at)
    if (known !== undefined) return known
    const count = rows[at]?.filter(cell => cell !== '').length ?? 0
    left -= rows[at]?.length ?? 0
    counts.set(at, count)
    return count
  }
  for (const span of spans) {
    const first = position(numbers, span.top)
    const text = numbers[first] === span.top ? rows[first]?.[span.left] : undefined
    if (text === undefined || text === '') continue
    const isAlone = textsIn(first) === 1
    for (let at = first; at < rows.length && (numbers[at] ?? 0) <= span.bottom; at++) {
      const row = rows[at] ?? []
      const right = isAlone ? span.left : Math.min(span.right, width - 1)
      // A hostile file has a million spans that each cover all of it: what is looked at counts, filled or not.
      left -= 1 + right - span.left
      if (left < 0) throw new Unreadable({ code: 'too_many_cells', most: limits.merged })
      for (let column = span.left; column <= right; column++) {
        const isSource = at === first && column === span.left
        if (isSource || (row[column] ?? '') !== '') continue
        while (row.length < column) row.push('')
        row[column] = text
        notes.set(noteKey(at, column), column === span.left ? { kind: 'merged' } : across)
      }
    }
  }
}

const across: CellNote = { kind: 'merged', across: true }

/**
 * A table whose texts stand once a row: what is merged over several columns is a heading's name for each of them, but
 * below the header columns are different things, and the text is the first one's.
 */
export function withoutAcross(table: Table, header: number): Table {
  const blanks = new Map<number, number[]>()
  for (const [key, note] of table.notes) {
    if (note.kind !== 'merged' || !note.across) continue
    const [row = 0, column = 0] = key.split(':').map(Number)
    if (row > header) blanks.set(row, [...(blanks.get(row) ?? []), column])
  }
  if (blanks.size === 0) return table
  const rows = table.rows.slice().map((row, at) => {
    const columns = blanks.get(at)
    return columns ? row.map((text, column) => (columns.includes(column) ? '' : text)) : row
  })
  return { ...table, rows }
}

/** Where a row is, or would be. */
function position(numbers: readonly number[], number: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) < number) low = middle + 1
    else high = middle
  }
  return low
}
