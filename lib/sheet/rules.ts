import type { FailureCode, FailureParams } from '@/lib/contract/failures'
import type { Column } from './columns'
import { type CellAddress, type Draft, type Line, type LineId, textAt } from './draft'
import type { Order } from './grouping'
import { isBlank, kinds } from './kinds'

/** What a rule between cells may look at: the lines of one record. */
export interface RecordLines {
  readonly columns: readonly Column[]
  readonly lines: readonly Line[]
  /** The line that shows the record's own cells. */
  readonly lead: LineId
  /** What the record says in one of its own columns: the first text that any line has; '' when none has. */
  said(column: string): string
  /** The value of a cell as it would be sent; undefined when it is blank or cannot be read. */
  read(line: LineId, column: string): unknown
}

/** A failure, or a warning, that stands on one cell or on several together. */
export interface SharedFailure {
  readonly cells: readonly CellAddress[]
  readonly code: FailureCode
  readonly params: FailureParams
}

/** The lines of a record, for rules to look at. */
export function recordLines(draft: Draft, order: Order, columns: readonly Column[]): RecordLines {
  const said = (column: string) =>
    textAt(draft, order.lines.find(line => !isBlank(textAt(draft, line, column))) ?? '', column)
  return {
    columns,
    lines: order.lines.flatMap(id => draft.lines.get(id) ?? []),
    lead: order.lead,
    said,
    read: (line, id) => {
      const column = columns.find(known => known.id === id)
      const text = textAt(draft, line, id)
      if (!column || isBlank(text)) return undefined
      const reading = kinds[column.kind].read(text, column)
      return 'value' in reading ? reading.value : undefined
    },
  }
}
