import type { LineId } from '@/lib/sheet/draft'
import { isBlank } from '@/lib/sheet/kinds'
import { columnLetters } from './heading'
import type { Understood } from './imported'
import type { Row, Table } from './table'

/**
 * Columns of a file of ours that are no fields of ours. What stood in them is not kept, only a mark of each text, by
 * which an edit is noticed when the file comes back.
 */
export interface OtherColumns {
  /** Their positions among the headings that left. */
  readonly columns: readonly number[]
  /** A mark of each text, by line, in the order of `columns`. */
  readonly marks: ReadonlyMap<LineId, string>
}

/** Edits in a column that nothing here takes, so that they stay in the file. */
export interface OtherEdits {
  readonly heading: string
  /** How many cells were edited. */
  readonly count: number
  /** The first of them, as a spreadsheet calls them. */
  readonly cells: readonly string[]
}

/** Cells that are named. */
const NAMED = 5

/** Letters of a mark: two texts have the same by chance once in two billion. */
const LETTERS = 6
const RANGE = 36 ** LETTERS

/** A short mark of a text; spreadsheets end the lines of a cell their own way, which is no edit. */
function markOf(text: string): string {
  let low = 0x811c9dc5
  let high = 0x1b873593
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 13) continue
    low = Math.imul(low ^ unit, 0x01000193)
    high = Math.imul(high ^ unit, 0x85ebca6b)
  }
  const mark = ((high >>> 0) * 0x1_0000 + ((low >>> 0) & 0xffff)) % RANGE
  return mark.toString(36).padStart(LETTERS, '0')
}

/** The marks of a row, one behind the other. @param columns which of its cells */
export const marksOf = (row: readonly string[], columns: readonly number[]): string =>
  columns.map(column => markOf(row[column] ?? '')).join('')

/** Cells of a table whose formulas have no result. */
export class UnsolvedCells {
  private readonly cells = new Set<string>()

  constructor({ notes, numbers, unsolved }: Table) {
    if (!unsolved) return
    for (const [key, note] of notes) {
      if (note.kind !== 'formula' || !note.isUnsolved) continue
      const between = key.indexOf(':')
      this.cells.add(`${numbers[Number(key.slice(0, between))]}${key.slice(between)}`)
    }
  }

  /** @param row as the file counts */
  has(row: number, column: number): boolean {
    return this.cells.size > 0 && this.cells.has(`${row}:${column}`)
  }

  /** Which columns of ours hang on them in a row; nothing where none does. @param fed the file's columns of each */
  fedBy(row: number, fed: Understood['fed']): { readonly unsaid?: readonly string[] } {
    if (this.cells.size === 0) return {}
    const unsaid = Object.keys(fed).filter(id => fed[id]?.some(column => this.has(row, column)))
    return unsaid.length === 0 ? {} : { unsaid }
  }
}

/** Gathers the edits of columns that nothing takes, row by row. */
export class OtherReader {
  private readonly found = new Map<string, { count: number; readonly cells: string[] }>()

  /** @param unsolved formulas without a result: what they would say nobody knows */
  constructor(private readonly unsolved: UnsolvedCells) {}

  /** Takes in a row of columns that the file did not have when it left. */
  take(
    row: Row,
    number: number,
    columns: readonly { readonly heading: string; readonly place: number }[],
  ): void {
    for (const { heading, place } of columns) if (!isBlank(row.at(place))) this.add(heading, number, place)
  }

  private add(heading: string, row: number, column: number): void {
    const known = this.found.get(heading) ?? { count: 0, cells: [] }
    known.count++
    if (known.cells.length < NAMED) known.cells.push(`${columnLetters(column)}${row}`)
    this.found.set(heading, known)
  }

  /** Compares a row with what it was marked as. @param places of the columns in the row; -1: it is not there any more */
  compare(
    row: Row,
    number: number,
    marks: string,
    columns: readonly { readonly heading: string; readonly place: number }[],
  ): void {
    for (const [nth, { heading, place }] of columns.entries()) {
      if (place === -1 || this.unsolved.has(number, place)) continue
      const mark = marks.slice(nth * LETTERS, (nth + 1) * LETTERS)
      if (mark !== markOf(row.at(place) ?? '')) this.add(heading, number, place)
    }
  }

  get edits(): readonly OtherEdits[] {
    return [...this.found].map(([heading, { count, cells }]) => ({ heading, count, cells }))
  }
}
