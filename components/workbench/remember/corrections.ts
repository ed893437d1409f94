import { hiddenColumns, parseSourcePosition } from '@/lib/import/recipe/hidden-columns'
import { type OriginKind, originAt } from '@/lib/import/recipe/values/origins'
import type { CorrectedCell, Correction } from '@/lib/import/rules/suggest-rules'
import type { LineChange } from '@/lib/sheet/draft/draft'
import type { CellAddress, Line, LineId, Texts } from '@/lib/sheet/schema/line'
import type { UndoStep } from '@/lib/sheet/workbook/acts/history'
import type { Workbook } from '@/lib/sheet/workbook/workbook'

/** A correction of imported lines, and the file that they came from. */
export interface FileCorrection extends Correction {
  /** Id of the file. */
  readonly file: string
}

/** Lines of an act that are read; a rule needs no more examples. */
const MAX_LINES = 2000

/** Acts of more lines are read without the acts before them: looking back for each cell would take long. */
const MAX_LINES_TO_LOOK_BACK = 10

/** Texts that Lading filled in because the file had none. */
const filledKinds: ReadonlySet<OriginKind> = new Set([
  ...(['preset', 'set-once', 'product-master', 'recipient', 'postal-code'] as const),
])

/** Texts that an operator chose, although an act filled them in. */
const chosenKinds: ReadonlySet<OriginKind> = new Set(['preset', 'set-once'])

const COUNTRY = 'recipient.country'
const CURRENCY = 'items[].currency'

/** What an act corrected in imported lines; undefined where it corrected none. */
export function correctionOf(workbook: Workbook, step: UndoStep): FileCorrection | undefined {
  const { changes, inserted, removed } = step.patch
  const isDeletion = inserted.length === 0 && removed.length > 0
  if (isDeletion) return deletionOf(workbook, removed.slice(0, MAX_LINES))
  const read = changes.slice(0, MAX_LINES)
  const cells = read.flatMap(change => cellsOf(workbook, change, step))
  return withFile(workbook, { cells, deleted: [] }, cells[0]?.line)
}

/** What was corrected in one cell since its import; undefined where its text is still that of the file. */
export function correctionAt(workbook: Workbook, { line, column }: CellAddress): FileCorrection | undefined {
  const step = workbook.history.done.findLast(({ patch }) =>
    changesOf(patch.changes, line).some(({ after }) => Object.hasOwn(after, column)),
  )
  const change = step && changesOf(step.patch.changes, line).at(-1)
  if (!change) return undefined
  const cells = cellsOf(workbook, change, step).filter(one => one.column.id === column)
  return withFile(workbook, { cells, deleted: [] }, line)
}

/**
 * An act together with the act before it, if both changed one cell of the same line: a text may have been divided
 * between two cells.
 */
export function joinedCorrection(workbook: Workbook, step: UndoStep): FileCorrection | undefined {
  const { done } = workbook.history
  const before = done.at(done.indexOf(step) - 1)
  const [line, other] = [onlyLine(step), before && onlyLine(before)]
  if (!before || line === undefined || line !== other) return undefined
  const [now, earlier] = [correctionOf(workbook, step), correctionOf(workbook, before)]
  return now && earlier && { ...now, cells: [...earlier.cells, ...now.cells] }
}

function onlyLine({ patch: { changes, inserted, removed } }: UndoStep): LineId | undefined {
  return changes.length === 1 && inserted.length + removed.length === 0 ? changes[0]?.line : undefined
}

const changesOf = (changes: readonly LineChange[], line: LineId): readonly LineChange[] =>
  changes.length > MAX_LINES ? [] : changes.filter(change => change.line === line)

function cellsOf(
  workbook: Workbook,
  { line: id, before, after }: LineChange,
  step: UndoStep,
): CorrectedCell[] {
  const texts = workbook.draft.lines.get(id)?.texts
  if (!texts || fileOf(texts) === undefined) return []
  const textOf = (column: string) => textInOrder(workbook, id, column)
  const country = textOf(COUNTRY).normalize('NFKC').trim().toUpperCase()
  return Object.keys(after).flatMap((key): CorrectedCell[] => {
    const column = workbook.column(key)
    const now = texts[key] ?? ''
    if (!column || column.isReadOnly || key === workbook.sheet.key) return []
    const origin = originAt(texts, key)
    if (origin && !chosenKinds.has(origin.kind)) return []
    const imported = importedText(workbook, { ...texts, ...before }, { line: id, column: key }, step)
    if (imported.trim() === now.trim()) return []
    return [
      {
        line: id,
        column,
        imported,
        after: now,
        textOf,
        country: country === '' && workbook.sheet.id === 'orders/japan' ? 'JP' : country,
        currency: textOf(CURRENCY).trim().toUpperCase(),
      },
    ]
  })
}

/** The text that a rule would find in a cell. @param before the line's texts before the act */
function importedText(workbook: Workbook, before: Texts, cell: CellAddress, step: UndoStep): string {
  const looksBack = step.patch.changes.length <= MAX_LINES_TO_LOOK_BACK
  const first = looksBack ? firstChange(workbook, cell, step) : undefined
  const texts = first ? { ...before, ...first } : before
  const origin = originAt(texts, cell.column)
  if (origin?.kind === 'rule') return origin.before ?? ''
  return origin && filledKinds.has(origin.kind) ? '' : (texts[cell.column] ?? '')
}

/** The texts before the first of several acts that changed one cell. */
function firstChange(workbook: Workbook, { line, column }: CellAddress, step: UndoStep): Texts | undefined {
  for (const earlier of workbook.history.done) {
    if (earlier === step) return undefined
    const change = changesOf(earlier.patch.changes, line).find(({ after }) => Object.hasOwn(after, column))
    if (change) return change.before
  }
  return undefined
}

function deletionOf(workbook: Workbook, removed: readonly Line[]): FileCorrection | undefined {
  const key = workbook.sheet.key
  const lines = removed.filter(({ texts }) => fileOf(texts) !== undefined)
  const numbers = new Set(lines.map(({ texts }) => texts[key]?.trim() ?? ''))
  const left = new Set<string>()
  for (const id of workbook.draft.order) {
    const number = workbook.draft.lines.get(id)?.texts[key]?.trim() ?? ''
    if (numbers.has(number)) left.add(number)
  }
  const deleted = lines.map(({ texts }) => ({
    isWholeOrder: !left.has(texts[key]?.trim() ?? ''),
    textOf: (column: string) => texts[column] ?? '',
  }))
  const [first] = lines
  const file = first && fileOf(first.texts)
  return file === undefined ? undefined : { file, cells: [], deleted }
}

function withFile(workbook: Workbook, correction: Correction, line: LineId | undefined) {
  const texts = line === undefined ? undefined : workbook.draft.lines.get(line)?.texts
  const file = texts && fileOf(texts)
  return correction.cells.length === 0 || file === undefined ? undefined : { ...correction, file }
}

const fileOf = (texts: Texts): string | undefined => parseSourcePosition(texts[hiddenColumns.source])?.file

/** The text of a cell; of a column of the order, that of the line which has one. */
function textInOrder(workbook: Workbook, line: LineId, column: string): string {
  const own = workbook.draft.lines.get(line)?.texts[column] ?? ''
  if (own !== '' || workbook.column(column)?.scope !== 'record') return own
  const first = workbook.index.firstLineOf(line) ?? line
  return workbook.text({ line: first, column })
}
