import type { Column } from './columns'
import { type CellAddress, type LineId, textAt } from './draft'
import { entriesOf, isBlank } from './kinds'
import type { Mark } from './marks'
import type { Workbook } from './workbook'

/** One cell of a record, as a form shows it. */
export interface RecordField {
  /** Names the field in a form: the same over all records for their own cells, one a line for the others. */
  readonly name: string
  readonly column: Column
  /** Where its text stands, and where what is typed goes. */
  readonly cell: CellAddress
  readonly text: string
  readonly marks: readonly Mark[]
  readonly locked: boolean
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
  /** What is said of the line as a whole. */
  readonly marks: readonly Mark[]
}

/** A record of the sheet as a form shows it. */
export interface RecordView {
  readonly lead: LineId
  readonly lines: readonly LineId[]
  readonly sections: readonly RecordSection[]
  /** The fields of its lines from one position to another. */
  readonly linesIn: (from: number, to: number) => readonly RecordLine[]
}

const none: readonly Mark[] = []

/** The record that a line belongs to. A blank line is a record of which nothing is written yet. */
export function viewRecord(workbook: Workbook, line: LineId): RecordView {
  const lines = workbook.index.orderOf(line)?.lines ?? [line]
  const lead = lines[0] ?? line
  const { columns } = workbook.sheet
  const fieldAt = (column: Column, at: number, cell: CellAddress, marks: readonly Mark[]): RecordField => ({
    name: column.scope === 'record' ? `f${at}` : `f${at}_${cell.line.replaceAll(/\W/g, plain)}`,
    column,
    cell,
    text: workbook.text(cell),
    marks,
    locked: workbook.isLocked(cell.line) || (column.id !== workbook.sheet.key && workbook.isFixed(cell.line)),
  })
  const own = columns.flatMap((column, at) => {
    if (column.scope === 'item') return []
    const source = lines.find(id => !isBlank(textAt(workbook.draft, id, column.id))) ?? lead
    return [fieldAt(column, at, { line: source, column: column.id }, marksOf(workbook, lines, column.id))]
  })
  return {
    lead,
    lines,
    sections: [...new Set(own.map(field => field.column.group))].map(group => ({
      group,
      fields: own.filter(field => field.column.group === group),
    })),
    linesIn: (from, to) =>
      lines.slice(from, to).map((id, i) => {
        const { marks } = workbook.line(id)
        const fields = columns.flatMap((column, at) =>
          column.scope === 'item'
            ? [fieldAt(column, at, { line: id, column: column.id }, marks.cells.get(column.id) ?? none)]
            : [],
        )
        return { id, at: from + i + 1, fields, marks: marks.line }
      }),
  }
}

/** Everything that is said of a record's own cell, on whichever of its lines. */
function marksOf(workbook: Workbook, lines: readonly LineId[], column: string): readonly Mark[] {
  const said = lines.flatMap(id => workbook.line(id).marks.cells.get(column) ?? [])
  return said.length === 0 ? none : said
}

/**
 * The record beside another on the screen, past blank lines.
 * @returns its first line; undefined at the end. Below the last line stand spare ones, which no view counts.
 */
export function recordBeside(workbook: Workbook, record: RecordView, step: 1 | -1): LineId | undefined {
  const { visible } = workbook
  const last = visible.indexOf(record.lines.at(-1) ?? '')
  const from = step === -1 ? visible.indexOf(record.lead) : last
  for (let at = from === -1 ? visible.length : from; at >= 0 && at <= visible.length; at += step) {
    const lead = workbook.index.orderOf(visible[at] ?? '')?.lead
    if (lead !== undefined && lead !== record.lead) return lead
  }
  return undefined
}

/** Names of fields are paths to a form library: characters that mean something in paths are written out. */
const plain = (character: string) => `_${character.codePointAt(0)?.toString(16)}_`

/** Whether a column holds addresses of images; the contract calls every such field so. */
export const isImage = (column: Column): boolean => column.url && /images?(url)?$/i.test(column.id)

/** The addresses in a text that a browser may be asked to show. */
export const imagesIn = (text: string): string[] =>
  entriesOf(text).filter(entry => /^https?:\/\//i.test(entry) && URL.canParse(entry))
