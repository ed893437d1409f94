import { type CellAddress, type LineId, textAt } from './draft'
import { write } from './edits'
import type { FailureGroup } from './failure-index'
import { isBlank } from './kinds'
import { subjectOf } from './order-failures'
import type { Places } from './places'
import type { Workbook } from './workbook'

/** A cell of a group, and what it says now. */
export interface CellNow {
  readonly line: LineId
  readonly text: string
}

/** What giving one text to all cells of a group of failures would change. */
export interface SetAll {
  readonly column: string
  /** Cells that would be written, in the order of the screen. */
  readonly cells: readonly CellNow[]
  /** How many different texts they have now. */
  readonly distinct: number
  /** Cells that may not change: registered, or being registered. */
  readonly locked: number
}

/** The cells that a group of failures stands on. @returns undefined where no single cell is meant */
export function cellsOfGroup(workbook: Workbook, group: FailureGroup, places: Places): SetAll | undefined {
  const failures = group.list(places)
  const [first] = failures
  if (!first || first.column === undefined || subjectOf(first) !== 'cell') return undefined
  const { column } = first
  const lines = [...new Set(failures.map(failure => failure.line))]
  const cells = lines
    .filter(line => !workbook.isLocked(line))
    .map(line => ({ line, text: textAt(workbook.draft, line, column) }))
  const distinct = new Set(cells.map(({ text }) => (isBlank(text) ? '' : text.trim()))).size
  return { column, cells, distinct, locked: lines.length - cells.length }
}

/** Gives all cells one text, as one undoable act. @returns how many cells it meant */
export function setAll(workbook: Workbook, { column, cells }: SetAll, text: string): number {
  const { patch } = write(workbook.edits, new Map(cells.map(({ line }) => [line, { [column]: text }])))
  const at: CellAddress | null = cells[0] ? { line: cells[0].line, column } : null
  workbook.perform(patch, at)
  return cells.length
}
