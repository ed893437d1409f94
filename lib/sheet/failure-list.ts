import type { CellAddress, LineId } from './draft'
import { isBlank } from './kinds'
import type { LineView } from './line-view'
import type { Mark } from './marks'
import type { Workbook } from './workbook'

/** One failure of the sheet, and where to go for it. A failure that may mean several cells is one. */
export interface ListedFailure {
  readonly line: LineId
  /** Undefined: the line as a whole. */
  readonly column: string | undefined
  readonly mark: Mark
  /** The order's number as shown, and the line's place in its order from 1. */
  readonly number: string
  readonly item: number
  readonly items: number
  /** The cell's text now. */
  readonly text: string
}

/** Failures that say the same of the same field. */
export interface FailureGroup {
  readonly key: string
  readonly failures: readonly ListedFailure[]
}

/**
 * Every failure of the sheet, line by line and left to right, as the operator walks through them. Stale ones are
 * left out once their cell was edited: the next check decides.
 */
export function listFailures(workbook: Workbook): ListedFailure[] {
  const listed: ListedFailure[] = []
  const shown = new Set(workbook.visible)
  const walk =
    workbook.visible.length === workbook.draft.order.length
      ? workbook.visible
      : [...workbook.visible, ...workbook.draft.order.filter(id => !shown.has(id))]
  for (const line of walk) {
    for (const failure of failuresOf(workbook, line)) {
      if (isFirstOf(failure, listed, workbook)) listed.push(failure)
    }
  }
  return listed
}

/** By view: a line that did not change keeps its very failures, so that a screen need not draw them again. */
const known = new WeakMap<LineView, readonly ListedFailure[]>()
const none: readonly ListedFailure[] = []

function failuresOf(workbook: Workbook, line: LineId): readonly ListedFailure[] {
  const view = workbook.line(line)
  const { marks, lead } = view
  if (lead === undefined || (marks.line.length === 0 && marks.cells.size === 0)) return none
  const before = known.get(view)
  if (before) return before
  const failures = [
    ...marks.line.filter(counts).map(mark => describe(workbook, { line, column: '' }, mark, lead)),
    ...workbook.sheet.columns.flatMap(({ id: column }) =>
      (marks.cells.get(column) ?? [])
        .filter(counts)
        .map(mark => describe(workbook, { line, column }, mark, lead)),
    ),
  ]
  known.set(view, failures)
  return failures
}

const counts = (mark: Mark): boolean => mark.severity === 'failure' && !mark.stale

/** "One of these cells", and what two cells say together, stands on several cells and is one failure all the same. */
function isFirstOf(
  { line, mark }: ListedFailure,
  listed: readonly ListedFailure[],
  workbook: Workbook,
): boolean {
  if (mark.oneOf === 1 && mark.shared === undefined) return true
  const { lead } = workbook.line(line)
  for (let i = listed.length - 1; i >= 0; i--) {
    const other = listed[i]
    if (!other || workbook.line(other.line).lead !== lead) return true
    const { field, message, shared } = other.mark
    if (field === mark.field && message === mark.message && shared === mark.shared) return false
  }
  return true
}

function describe(workbook: Workbook, at: CellAddress, mark: Mark, lead: LineId): ListedFailure {
  const lines = workbook.index.find(lead)?.lines ?? []
  const numbered = lines.find(line => !isBlank(workbook.text({ line, column: workbook.sheet.key })))
  return {
    line: at.line,
    column: at.column === '' ? undefined : at.column,
    mark,
    number: numbered === undefined ? '' : workbook.text({ line: numbered, column: workbook.sheet.key }),
    item: lines.indexOf(at.line) + 1,
    items: lines.length,
    text: at.column === '' ? '' : workbook.text(at),
  }
}

/**
 * The failure to go to from position `from` (-1: before all of them), around the ends. Failures of one cell are one
 * stop, or the walk would never leave it; those of a line stand on its `key` cell.
 */
export function nextStop(
  failures: readonly ListedFailure[],
  from: number,
  step: 1 | -1,
  key: string,
): ListedFailure | undefined {
  const here = failures[from]
  const isHere = ({ line, column = key }: ListedFailure) =>
    line === here?.line && column === (here.column ?? key)
  const around = Array.from({ length: failures.length }, (_, i) => {
    const at = from + (i + 1) * step
    return failures[(at + (i + 2) * failures.length) % failures.length]
  })
  return around.find(failure => failure && !isHere(failure)) ?? here
}

/** Groups failures by field and by what is said of it, the largest group first. */
export function groupFailures(failures: readonly ListedFailure[]): FailureGroup[] {
  const groups = new Map<string, ListedFailure[]>()
  for (const failure of failures) {
    const { mark } = failure
    const reason = mark.source === 'desk' ? mark.code : mark.message
    const key = `${failure.column ?? ''}\n${mark.source}\n${reason}`
    const group = groups.get(key)
    if (group) group.push(failure)
    else groups.set(key, [failure])
  }
  return [...groups]
    .map(([key, list]) => ({ key, failures: list }))
    .sort((a, b) => b.failures.length - a.failures.length)
}
