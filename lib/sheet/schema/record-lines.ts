import type { FailureCode, FailureParams } from '@/lib/contract/validation/failures'
import type { Column } from './columns'
import { isBlank, kinds } from './kinds'
import type { CellAddress, Line, LineId } from './line'

/** What a rule between cells may read: the lines of one record. */
export interface RecordLines {
  readonly columns: readonly Column[]
  readonly lines: readonly Line[]
  /** The line that shows the cells of the record. */
  readonly firstLine: LineId
  /** The record's text in one of its own columns: the first text that any line has; '' when none has. */
  textOf(column: string): string
  /** The value of a cell as it would be sent; undefined when the cell is blank or cannot be read. */
  read(line: Line, column: string): unknown
}

/** A failure, or a warning, of one cell or of several cells together. */
export interface SharedFailure {
  readonly cells: readonly CellAddress[]
  readonly code: FailureCode
  readonly params: FailureParams
}

/** @param lines the lines of one record, in their order; at least one */
export function recordLines(lines: readonly Line[], columns: readonly Column[]): RecordLines {
  return {
    columns,
    lines,
    firstLine: lines[0]?.id ?? '',
    textOf: column => lines.find(({ texts }) => !isBlank(texts[column]))?.texts[column] ?? '',
    read: ({ texts }, id) => {
      const column = columns.find(known => known.id === id)
      const text = texts[id]
      if (!column || text === undefined || isBlank(text)) return undefined
      const reading = kinds[column.kind].read(text, column)
      return 'value' in reading ? reading.value : undefined
    },
  }
}
