import { limits } from './limits'
import { type CellNote, type CellPlace, noteKey, type Table } from './table'
import { Unreadable } from './unreadable'

/** Counts what all tables of a file hold together. */
export class Tally {
  /**
   * Whether the file holds the sign that stands where letters were lost. They were lost before the file was made, and
   * such a text reaches no draft.
   */
  hasLost = false
  private rows = 0
  private cells = 0

  /** @throws Unreadable where a file goes too far */
  add(width: number): void {
    this.rows++
    this.cells += width
    if (width > limits.columns) throw new Unreadable({ code: 'too_many_columns', most: limits.columns })
    if (this.rows > limits.rows) throw new Unreadable({ code: 'too_many_rows', most: limits.rows })
    if (this.cells > limits.cells) throw new Unreadable({ code: 'too_many_cells', most: limits.cells })
  }

  /** @param number the row's number in the file @throws Unreadable where letters were lost */
  refuseLost(cells: readonly string[], number: number): void {
    if (cells.some(isLost)) throw new Unreadable({ code: 'lost_letters', at: number })
  }
}

/** A note of a cell in the column that it names. */
export type ColumnNote = readonly [column: number, note: CellNote]

/** Places of cells that are remembered; the others are counted. */
const PLACES = 20

/** A table while it is read: rows without text are left out, those with text keep the number that they have. */
export class TableBuilder {
  readonly rows: string[][] = []
  readonly numbers: number[] = []
  readonly notes = new Map<string, CellNote>()
  private readonly hiddenRows = new Set<number>()
  private readonly unsolved: CellPlace[] = []
  private unsolvedCount = 0

  constructor(private readonly tally: Tally) {}

  /**
   * Takes a row in.
   * @param cells its texts; the builder keeps the array
   * @param number the row's number in the file, from 1
   * @throws Unreadable where the file goes too far
   */
  add(cells: string[], number: number, notes?: readonly ColumnNote[]): void {
    if (notes) for (const [column, note] of notes) this.hear(number, column, note)
    if (!hasText(cells)) return
    this.tally.add(cells.length)
    if (this.tally.hasLost) this.tally.refuseLost(cells, number)
    if (notes) for (const [column, note] of notes) this.notes.set(noteKey(this.rows.length, column), note)
    this.rows.push(cells)
    this.numbers.push(number)
  }

  /** Says that a row is hidden. @param number the row's number in the file */
  hide(number: number): void {
    this.hiddenRows.add(number)
  }

  table(name: string, isHidden = false): Table {
    const { rows, numbers, notes, hiddenRows, unsolved: first, unsolvedCount: count } = this
    return {
      name,
      isHidden,
      rows,
      numbers,
      notes,
      ...(hiddenRows.size > 0 && { hiddenRows }),
      ...(count > 0 && { unsolved: { count, first } }),
    }
  }

  private hear(row: number, column: number, note: CellNote): void {
    if (note.kind !== 'formula' || !note.isUnsolved) return
    this.unsolvedCount++
    if (this.unsolved.length < PLACES) this.unsolved.push({ row, column })
  }
}

export const isLost = (text: string): boolean => text.includes('\ufffd')

function hasText(cells: readonly string[]): boolean {
  for (const cell of cells) if (cell !== '' && cell.trim() !== '') return true
  return false
}
