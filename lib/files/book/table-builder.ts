import { type CellNote, type FileCellAddress, MAX_CELL_ADDRESSES, noteKey, type Table } from './book'
import { limits } from './limits'
import { ReadError } from './read-error'

/** Counts the rows and cells of all tables of a file against the limits. */
export class ReadBudget {
  /**
   * Whether the file contains U+FFFD, which replaces letters that were lost before the file was written. Texts with it
   * must not reach a draft.
   */
  hasLostCharacters = false
  private rows = 0
  private cells = 0

  /** @param width cells of the row @throws ReadError beyond a limit */
  countRow(width: number): void {
    this.rows++
    if (this.rows > limits.rows) throw new ReadError({ code: 'too_many_rows', most: limits.rows })
    this.countCells(width)
  }

  /** @param width cells of a row that is counted already @throws ReadError beyond a limit */
  countCells(width: number): void {
    this.cells += width
    if (width > limits.columns) throw new ReadError({ code: 'too_many_columns', most: limits.columns })
    if (this.cells > limits.cells) throw new ReadError({ code: 'too_many_cells', most: limits.cells })
  }

  /** @param number the row's number in the file @throws ReadError where letters were lost */
  rejectLostCharacters(cells: readonly string[], number: number): void {
    if (cells.some(hasLostCharacters)) throw new ReadError({ code: 'lost_letters', at: number })
  }
}

/** A note of the cell in a column. */
export type ColumnNote = readonly [column: number, note: CellNote]

/** Collects the rows of a table. Rows without text are left out; the others keep their numbers in the file. */
export class TableBuilder {
  readonly rows: string[][] = []
  readonly numbers: number[] = []
  readonly notes = new Map<string, CellNote>()
  private readonly hiddenRows = new Set<number>()
  private readonly unsolved: FileCellAddress[] = []
  private unsolvedCount = 0

  constructor(private readonly budget: ReadBudget) {}

  /**
   * @param cells texts of the row; the builder keeps the array
   * @param number of the row in the file, from 1
   * @throws ReadError beyond a limit, or where letters were lost
   */
  addRow(cells: string[], number: number, notes?: readonly ColumnNote[]): void {
    if (notes) for (const [column, note] of notes) this.countUnsolved(number, column, note)
    if (!hasText(cells)) return
    this.budget.countRow(cells.length)
    if (this.budget.hasLostCharacters) this.budget.rejectLostCharacters(cells, number)
    if (notes) for (const [column, note] of notes) this.notes.set(noteKey(this.rows.length, column), note)
    this.rows.push(cells)
    this.numbers.push(number)
  }

  /** Marks a row as hidden. @param number of the row in the file */
  hideRow(number: number): void {
    this.hiddenRows.add(number)
  }

  build(name: string, isHidden = false): Table {
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

  private countUnsolved(row: number, column: number, note: CellNote): void {
    if (note.kind !== 'formula' || !note.isUnsolved) return
    this.unsolvedCount++
    if (this.unsolved.length < MAX_CELL_ADDRESSES) this.unsolved.push({ row, column })
  }
}

/** Whether a text contains U+FFFD. */
export const hasLostCharacters = (text: string): boolean => text.includes('\ufffd')

function hasText(cells: readonly string[]): boolean {
  for (const cell of cells) if (cell !== '' && cell.trim() !== '') return true
  return false
}
