import type { Column } from './columns'
import { byRank, type CellAddress, type Line, type LineId, type Patch, ranksAfter, textAt } from './draft'
import { type Edit, insert, remove, type Writes, withTexts, write } from './edits'
import type { ColumnNames } from './header'
import { type PastePlan, type PasteTarget, planPaste } from './paste'
import { formatTsv, type Matrix, parseTsv } from './tsv'
import type { Workbook } from './workbook'

/** Makes the id of a new line. */
export type NewId = () => LineId

/** What an act did, for the sentence that announces it. */
export interface Done {
  /** Cells left alone because their orders are, or may be, at the service. */
  readonly refused: number
}

/**
 * Spare lines stand below the last one so that there is always a place to type and to paste. They become lines of
 * the draft when something is written into them.
 */
export interface Spares {
  readonly ids: readonly LineId[]
}

/** Writes texts into cells, of lines and of spare lines alike, as one undoable act. */
export function writeCells(workbook: Workbook, spares: Spares, writes: Writes, at: CellAddress | null): Done {
  const { patch, refused } = write(workbook.edits, writes)
  const inserted = bring(workbook, spares, writes)
  workbook.perform({ ...patch, inserted }, at)
  return { refused }
}

/** The spare lines that `writes` fill, and those above them, as lines after the last one. */
function bring(workbook: Workbook, spares: Spares, writes: Writes): Line[] {
  const filled = spares.ids.findLastIndex(id => Object.values(writes.get(id) ?? {}).some(text => text !== ''))
  const ids = spares.ids.slice(0, filled + 1)
  const last = workbook.draft.order.at(-1) ?? null
  const ranks = ranksAfter(workbook.draft, last, ids.length) ?? []
  const blank = ids.map((id, i): Line => ({ id, rank: ranks[i] ?? 0, texts: {} }))
  return withTexts(blank, writes)
}

/** Blanks a rectangle of cells. */
export function clearCells(
  workbook: Workbook,
  lines: readonly LineId[],
  columns: readonly string[],
  at: CellAddress | null,
): Done {
  const blank = Object.fromEntries(columns.map(column => [column, '']))
  const there = lines.filter(line => workbook.draft.lines.has(line))
  const { patch, refused } = write(workbook.edits, new Map(there.map(line => [line, blank])))
  workbook.perform(patch, at)
  return { refused }
}

/** The texts of a rectangle, as they are, for the clipboard. */
export function copyCells(workbook: Workbook, lines: readonly LineId[], columns: readonly string[]): string {
  const matrix: Matrix = lines.map(line => columns.map(column => textAt(workbook.draft, line, column)))
  return formatTsv(matrix)
}

/** What a paste did: the plan, and how many cells were refused. */
export interface Pasted extends Done {
  readonly plan: PastePlan
  /** Lines that received something, in the order of the block. */
  readonly lines: readonly LineId[]
}

/**
 * Pastes a block from the clipboard as one undoable act. The sheet grows past its last line as far as needed;
 * whatever is pasted is kept verbatim, and what finds no column is told in the plan.
 */
export function pasteBlock(
  workbook: Workbook,
  spares: Spares,
  text: string,
  target: PasteTarget,
  names: ColumnNames,
  newId: NewId,
): Pasted {
  const plan = planPaste(parseTsv(text), target, workbook.sheet.columns, names)
  const extra = Array.from({ length: plan.extra }, newId)
  const lines = plan.rows.map(row => target.lines[row.at] ?? extra[row.at - target.lines.length] ?? '')
  const writes = new Map(plan.rows.map((row, i) => [lines[i] ?? '', row.texts]))
  const column = target.columns[target.left]
  const at = column ? { line: target.lines[target.top] ?? '', column: column.id } : null
  const all = { ids: [...spares.ids, ...extra] }
  return { plan, lines, ...writeCells(workbook, all, writes, at) }
}

/** Inserts a blank line under `below`, or at the top. Where doubles leave no room the lines spread out anew. */
export function insertLine(
  workbook: Workbook,
  below: LineId | null,
  id: LineId,
  at: CellAddress | null,
): void {
  const patch = insert(workbook.draft, below, [id]) ?? spread(workbook, below, id)
  workbook.perform(patch, at)
}

/** Every line with an even rank, and a new one in its place among them. */
function spread(workbook: Workbook, below: LineId | null, id: LineId): Patch {
  const before = [...workbook.draft.lines.values()].sort(byRank)
  const index = below === null ? 0 : before.findIndex(line => line.id === below) + 1
  const after = [...before.slice(0, index), { id, rank: 0, texts: {} }, ...before.slice(index)]
  return {
    changes: [],
    removed: before,
    inserted: after.map((line, i) => ({ ...line, rank: (i + 1) * 1024 })),
  }
}

/** Removes lines; an order that keeps some of its lines keeps what it says. */
export function removeLines(workbook: Workbook, lines: readonly LineId[], at: CellAddress | null): Edit {
  const edit = remove(workbook.edits, lines)
  workbook.perform(edit.patch, at)
  return edit
}

/** Ids of the columns between two positions, inclusive. */
export const columnIds = (columns: readonly Column[], left: number, right: number): string[] =>
  columns.slice(left, right + 1).map(column => column.id)
