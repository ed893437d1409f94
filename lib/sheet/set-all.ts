import { apply, draftOf, type LineId, textAt } from './draft'
import { write } from './edits'
import type { FailureGroup } from './failure-index'
import { judgeOrder } from './judge-order'
import { isBlank } from './kinds'
import type { Mark } from './marks'
import { subjectOf } from './order-failures'
import type { Workbook } from './workbook'

/** A cell of a group, and what it says now. */
export interface CellNow {
  readonly line: LineId
  readonly text: string
}

/** The cells of a group of failures, all of one column, as they are before they are given one text. */
export interface SetAll {
  readonly column: string
  /** Cells that would be written, in the order of the screen. */
  readonly cells: readonly CellNow[]
  /** How many different texts they have now. */
  readonly distinct: number
}

/** The cells that a group of failures stands on. @returns undefined where no single cell is meant */
export function cellsOfGroup(workbook: Workbook, group: FailureGroup): SetAll | undefined {
  const failures = group.list(workbook.view.places)
  const [first] = failures
  if (!first || first.column === undefined || subjectOf(first) !== 'cell') return undefined
  const { column } = first
  const lines = [...new Set(failures.map(failure => failure.line))]
  const cells = lines.map(line => ({ line, text: textAt(workbook.draft, line, column) }))
  const distinct = new Set(cells.map(({ text }) => (isBlank(text) ? '' : text.trim()))).size
  return { column, cells, distinct }
}

const writes = ({ column }: SetAll, cells: readonly CellNow[], text: string) =>
  new Map(cells.map(({ line }) => [line, { [column]: text }]))

/**
 * Gives all cells one text, as one undoable act.
 * @returns how many cells were left alone, because their orders were sent since
 */
export function setAll(workbook: Workbook, plan: SetAll, text: string): number {
  const { patch, refused } = write(workbook.edits, writes(plan, plan.cells, text))
  const [first] = plan.cells
  workbook.perform(patch, first ? { line: first.line, column: plan.column } : null)
  return refused
}

/** What the desk would say of the new text, judged in the order of the first cell; undefined: nothing. */
export function refusalOf(workbook: Workbook, plan: SetAll, text: string): Mark | undefined {
  const [first] = plan.cells
  const order = first && workbook.index.orderOf(first.line)
  if (!first || !order) return undefined
  const { patch } = write(workbook.edits, writes(plan, [first], text))
  const draft = draftOf(order.lines.flatMap(line => workbook.draft.lines.get(line) ?? []))
  apply(draft, patch)
  const { marks } = judgeOrder(draft, order, workbook.sheet, false)
  const isThere = marks.find(
    ({ line, column, mark }) => line === first.line && column === plan.column && mark.severity === 'failure',
  )
  return isThere?.mark
}
