import { applyPatch, draftOf, textAt } from '@/lib/sheet/draft/draft'
import type { FailureGroup } from '@/lib/sheet/judge/failures/failure-index'
import { failureSubject } from '@/lib/sheet/judge/failures/order-failures'
import { judgeOrder } from '@/lib/sheet/judge/judge-order'
import type { Mark } from '@/lib/sheet/judge/marks'
import { writeTexts } from '@/lib/sheet/orders/edits'
import { isBlank } from '@/lib/sheet/schema/kinds'
import type { LineId } from '@/lib/sheet/schema/line'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import { writeCellsGradually } from './cells'

/** A cell of a group with its current text. */
export interface CellNow {
  readonly line: LineId
  readonly text: string
}

/** The cells of a group of failures, all of one column, before the same text is written into all of them. */
export interface SetAll {
  readonly column: string
  /** The cells to write, in the order of the screen. */
  readonly cells: readonly CellNow[]
  /** How many different texts the cells have now. */
  readonly distinct: number
}

/** What all cells get: one text, or nothing, so that the first row with a text decides for its order. */
export type SetAllText = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'firstRow' }

/** The cells of a group of failures. @returns undefined when its failures are not about single cells */
export function cellsOfGroup(workbook: Workbook, group: FailureGroup): SetAll | undefined {
  const failures = group.list(workbook.view.lineOrder)
  const [first] = failures
  if (!first || first.column === undefined || failureSubject(first) !== 'cell') return undefined
  const { column } = first
  const lines = [...new Set(failures.map(failure => failure.line))]
  const cells = lines.map(line => ({ line, text: textAt(workbook.draft, line, column) }))
  const distinct = new Set(cells.map(({ text }) => (isBlank(text) ? '' : text.trim()))).size
  return { column, cells, distinct }
}

function writes({ column }: SetAll, cells: readonly CellNow[], next: SetAllText) {
  const text = next.kind === 'text' ? next.text : ''
  return new Map(cells.map(({ line }) => [line, { [column]: text }]))
}

/** How many cells of a plan were not written. */
export interface SetAllSkipped {
  /** Their orders were sent since. */
  readonly locked: number
  /** Their texts changed since, or their rows were removed. */
  readonly changed: number
}

/**
 * Replaces the texts of all cells in one undoable act, thousands of them gradually. A cell whose text changed since the
 * plan was made keeps its new text.
 * @param onEnd called once they are written
 * @returns whether they are written later; if not, `onEnd` was called
 */
export function setAll(
  workbook: Workbook,
  plan: SetAll,
  next: SetAllText,
  onEnd: (skipped: SetAllSkipped) => void,
): boolean {
  workbook.finishActs()
  const { draft } = workbook
  const cells = plan.cells.filter(
    ({ line, text }) => draft.lines.has(line) && textAt(draft, line, plan.column) === text,
  )
  const [first] = cells
  const at = first ? { line: first.line, column: plan.column } : null
  const all = writes(plan, cells, next)
  const changed = plan.cells.length - cells.length
  return writeCellsGradually(workbook, { ids: [] }, all, at, ({ locked }) => onEnd({ locked, changed }))
}

/**
 * The failure that the desk would find after the change, judged in the order of the first cell; undefined when none.
 */
export function failureAfter(workbook: Workbook, plan: SetAll, next: SetAllText): Mark | undefined {
  const [first] = plan.cells
  const order = first && workbook.index.orderOf(first.line)
  if (!first || !order) return undefined
  const { patch } = writeTexts(workbook.edits, writes(plan, [first], next))
  const draft = draftOf(order.lines.flatMap(line => workbook.draft.lines.get(line) ?? []))
  applyPatch(draft, patch)
  const { marks } = judgeOrder(draft, order, workbook.sheet, false)
  const isThere = marks.find(
    ({ line, column, mark }) => line === first.line && column === plan.column && mark.severity === 'failure',
  )
  return isThere?.mark
}
