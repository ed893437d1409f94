import type { Row, Table } from '@/lib/files/book/book'
import { columnLetters } from '@/lib/files/book/column-letters'
import type { DetectedMapping } from '@/lib/import/match/detect-mapping'
import { isBlank } from '@/lib/sheet/schema/kinds'
import type { LineId } from '@/lib/sheet/schema/line'

/**
 * Columns of an exported file that no field reads. Their texts are not stored, only a mark of each, by which an edit is
 * detected on reimport.
 */
export interface OtherColumns {
  /** Their positions among the exported headings. */
  readonly columns: readonly number[]
  /** A mark of each text, by line, in the order of `columns`. */
  readonly marks: ReadonlyMap<LineId, string>
}

/** Edits in an unmapped column, which stay in the file. */
export interface OtherEdits {
  readonly heading: string
  /** How many cells were edited. */
  readonly count: number
  /** Addresses of the first of them, as in a spreadsheet. */
  readonly cells: readonly string[]
}

/** Maximum number of listed cells. */
const MAX_NAMED_CELLS = 5

/** Length of a mark: two texts have the same mark by chance once in two billion. */
const MARK_LENGTH = 6
const MARK_RANGE = 36 ** MARK_LENGTH

/** A short hash of a text; line ends are normalised, because spreadsheets change them. */
function markOf(text: string): string {
  let low = 0x811c9dc5
  let high = 0x1b873593
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 13) continue
    low = Math.imul(low ^ unit, 0x01000193)
    high = Math.imul(high ^ unit, 0x85ebca6b)
  }
  const mark = ((high >>> 0) * 0x1_0000 + ((low >>> 0) & 0xffff)) % MARK_RANGE
  return mark.toString(36).padStart(MARK_LENGTH, '0')
}

/** The concatenated marks of a row. @param columns which of its cells */
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

  /**
   * The columns of the sheet that depend on unsolved cells in a row.
   * @param mapped the file's columns of each column
   */
  unknownColumnsIn(
    row: number,
    mapped: DetectedMapping['mapped'],
  ): { readonly unknownColumns?: readonly string[] } {
    if (this.cells.size === 0) return {}
    const unknownColumns = Object.keys(mapped).filter(id => mapped[id]?.some(column => this.has(row, column)))
    return unknownColumns.length === 0 ? {} : { unknownColumns }
  }
}

/** Collects the edits of unmapped columns row by row. */
export class OtherColumnsReader {
  private readonly found = new Map<string, { count: number; readonly cells: string[] }>()

  /** @param unsolved formulas without a result, whose text is unknown */
  constructor(private readonly unsolved: UnsolvedCells) {}

  /** Adds a row of columns that the exported file did not have. */
  addNewColumns(
    row: Row,
    number: number,
    columns: readonly { readonly heading: string; readonly place: number }[],
  ): void {
    for (const { heading, place } of columns) if (!isBlank(row.at(place))) this.add(heading, number, place)
  }

  private add(heading: string, row: number, column: number): void {
    const known = this.found.get(heading) ?? { count: 0, cells: [] }
    known.count++
    if (known.cells.length < MAX_NAMED_CELLS) known.cells.push(`${columnLetters(column)}${row}`)
    this.found.set(heading, known)
  }

  /**
   * Compares a row with its marks.
   * @param columns their places in the row; -1 if the file lacks the column
   */
  compare(
    row: Row,
    number: number,
    marks: string,
    columns: readonly { readonly heading: string; readonly place: number }[],
  ): void {
    for (const [nth, { heading, place }] of columns.entries()) {
      if (place === -1 || this.unsolved.has(number, place)) continue
      const mark = marks.slice(nth * MARK_LENGTH, (nth + 1) * MARK_LENGTH)
      if (mark !== markOf(row.at(place) ?? '')) this.add(heading, number, place)
    }
  }

  get edits(): readonly OtherEdits[] {
    return [...this.found].map(([heading, { count, cells }]) => ({ heading, count, cells }))
  }
}
