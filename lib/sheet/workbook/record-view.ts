import { textAt } from '@/lib/sheet/draft/draft'
import type { Mark } from '@/lib/sheet/judge/marks'
import type { Column } from '@/lib/sheet/schema/columns'
import { isBlank } from '@/lib/sheet/schema/kinds'
import type { CellAddress, LineId } from '@/lib/sheet/schema/line'
import type { Workbook } from './workbook'

/** One cell of a record, as a form shows it. */
export interface RecordField {
  /** Name of the field in a form: the same in all records for cells of the record, one per line for the others. */
  readonly name: string
  readonly column: Column
  /** The cell that holds the text, and that typing changes. */
  readonly cell: CellAddress
  readonly text: string
  readonly marks: readonly Mark[]
  readonly isLocked: boolean
}

/** Neighbouring fields under one heading; `group` is a key of `lib/words`. */
export interface RecordSection {
  readonly group: string
  readonly fields: readonly RecordField[]
}

/** One line of a record; `at` counts from 1. */
export interface RecordLine {
  readonly id: LineId
  readonly at: number
  readonly fields: readonly RecordField[]
  /** Marks of the line as a whole. */
  readonly marks: readonly Mark[]
}

/** A record of the sheet as a form shows it. */
export interface RecordView {
  readonly firstLine: LineId
  readonly lines: readonly LineId[]
  readonly sections: readonly RecordSection[]
  /** The lines from one position to another, with their fields. */
  readonly linesIn: (from: number, to: number) => readonly RecordLine[]
}

const noMarks: readonly Mark[] = []

/** The record that a line belongs to. A blank line is a record without any text. */
export function viewRecord(workbook: Workbook, line: LineId): RecordView {
  const lines = workbook.index.orderOf(line)?.lines ?? [line]
  const firstLine = lines[0] ?? line
  const { columns } = workbook.sheet
  const fieldAt = (column: Column, at: number, cell: CellAddress, marks: readonly Mark[]): RecordField => ({
    name: column.scope === 'record' ? `f${at}` : `f${at}_${cell.line.replaceAll(/\W/g, escapeCharacter)}`,
    column,
    cell,
    text: workbook.text(cell),
    marks,
    isLocked:
      workbook.isLocked(cell.line) || (column.id !== workbook.sheet.key && workbook.isFixed(cell.line)),
  })
  const recordFields = columns.flatMap((column, at) => {
    if (column.scope === 'item') return []
    const source = lines.find(id => !isBlank(textAt(workbook.draft, id, column.id))) ?? firstLine
    return [fieldAt(column, at, { line: source, column: column.id }, marksOf(workbook, lines, column.id))]
  })
  return {
    firstLine,
    lines,
    sections: [...new Set(recordFields.map(field => field.column.group))].map(group => ({
      group,
      fields: recordFields.filter(field => field.column.group === group),
    })),
    linesIn: (from, to) =>
      lines.slice(from, to).map((id, i) => {
        const { marks } = workbook.line(id)
        const fields = columns.flatMap((column, at) =>
          column.scope === 'item'
            ? [fieldAt(column, at, { line: id, column: column.id }, marks.cells.get(column.id) ?? noMarks)]
            : [],
        )
        return { id, at: from + i + 1, fields, marks: marks.line }
      }),
  }
}

/** The marks of a cell of the record, on any of its lines. */
function marksOf(workbook: Workbook, lines: readonly LineId[], column: string): readonly Mark[] {
  const marks = lines.flatMap(id => workbook.line(id).marks.cells.get(column) ?? [])
  return marks.length === 0 ? noMarks : marks
}

/**
 * The record above or below another on the screen; blank lines are skipped.
 * @returns its first line; undefined at the end. Below the last line are placeholder rows, which no view counts.
 */
export function recordBeside(workbook: Workbook, record: RecordView, step: 1 | -1): LineId | undefined {
  const { visible } = workbook
  const last = visible.indexOf(record.lines.at(-1) ?? '')
  const from = step === -1 ? visible.indexOf(record.firstLine) : last
  for (let at = from === -1 ? visible.length : from; at >= 0 && at <= visible.length; at += step) {
    const firstLine = workbook.index.firstLineOf(visible[at] ?? '')
    if (firstLine !== undefined && firstLine !== record.firstLine) return firstLine
  }
  return undefined
}

/** A form library reads field names as paths: characters with a meaning in paths are written as code points. */
const escapeCharacter = (character: string) => `_${character.codePointAt(0)?.toString(16)}_`
