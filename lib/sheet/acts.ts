import { type CellAddress, type Line, type LineId, ranksAfter, type Texts } from './draft'
import { type Writes, withTexts, write } from './edits'
import type { ColumnNames } from './header'
import { type PastePlan, type PasteTarget, planPaste } from './paste'
import { type CellRange, joinRanges, type Screen } from './ranges'
import { sentAs } from './spelling'
import type { Matrix } from './tsv'
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

/**
 * Writes texts into cells, of lines and of spare lines alike, as one undoable act.
 * @param columns the columns of every line's texts, where all are known to have the same
 */
export function writeCells(
  workbook: Workbook,
  spares: Spares,
  writes: Writes,
  at: CellAddress | null,
  columns?: readonly string[],
): Done {
  const { patch, refused } = write(workbook.edits, writes, columns)
  const inserted = bring(workbook, spares, writes)
  workbook.perform({ ...patch, inserted }, at)
  return { refused }
}

/** The spare lines that `writes` fill, and those above them, as lines after the last one. */
function bring(workbook: Workbook, spares: Spares, writes: Writes): Line[] {
  const filled = spares.ids.findLastIndex(id => Object.values(writes.get(id) ?? {}).some(text => text !== ''))
  if (filled === -1) return []
  const ids = spares.ids.slice(0, filled + 1)
  const last = workbook.draft.order.at(-1) ?? null
  const ranks = ranksAfter(workbook.draft, last, ids.length) ?? []
  const blank = ids.map((id, i): Line => ({ id, rank: ranks[i] ?? 0, texts: {} }))
  return withTexts(blank, writes)
}

/** One text for every cell of some ranges. */
export function sameText(screen: Screen, ranges: readonly CellRange[], text: string): Writes {
  const writes = new Map<LineId, Texts>()
  for (const { top, bottom, left, right } of ranges) {
    const texts = Object.fromEntries(screen.columns.slice(left, right + 1).map(column => [column.id, text]))
    for (const line of screen.rows.slice(top, bottom + 1)) {
      const known = writes.get(line)
      writes.set(line, known ? { ...known, ...texts } : texts)
    }
  }
  return writes
}

/** The texts of some ranges as they are, for the clipboard; undefined when they do not make one block. */
export function blockOf(
  workbook: Workbook,
  screen: Screen,
  ranges: readonly CellRange[],
): Matrix | undefined {
  const joined = joinRanges(ranges)
  if (!joined) return undefined
  const columns = joined.columns.flatMap(at => screen.columns[at]?.id ?? [])
  return joined.rows.map(at => {
    const texts = workbook.draft.lines.get(screen.rows[at] ?? '')?.texts
    return columns.map(column => texts?.[column] ?? '')
  })
}

/** What a paste did. */
export interface Pasted extends Done {
  readonly plan: PastePlan
  /** First texts of those that were refused. */
  readonly firstRefused: readonly string[]
  /** Numbers and choices that are sent in another spelling than they stand in, and the first of them. */
  readonly otherwise: { readonly cells: number; readonly text: string; readonly sent: string }
}

/**
 * Pastes a block as one undoable act. The sheet grows past its last line as far as needed; whatever is pasted is kept
 * verbatim, and what finds no column is told in the plan.
 */
export function pasteBlock(
  workbook: Workbook,
  spares: Spares,
  block: Matrix,
  target: PasteTarget,
  names: ColumnNames,
  newId: NewId,
): Pasted {
  const plan = planPaste(block, target, workbook.sheet.columns, names)
  const extra = Array.from({ length: plan.extra }, newId)
  const lineAt = (at: number) => target.rows[at] ?? extra[at - target.rows.length] ?? ''
  const writes = new Map<LineId, Texts>()
  for (const { at, texts } of plan.rows) writes.set(lineAt(at), texts)
  const column = target.columns[plan.received.left]
  const at = column ? { line: lineAt(plan.received.top), column: column.id } : null
  const firstRefused = firstLocked(workbook, writes)
  const otherwise = readOtherwise(workbook, writes)
  const all = { ids: [...spares.ids, ...extra] }
  return { plan, firstRefused, otherwise, ...writeCells(workbook, all, writes, at, plan.columns) }
}

function firstLocked(workbook: Workbook, writes: Writes): string[] {
  const first: string[] = []
  for (const [line, texts] of writes) {
    if (!workbook.isFixed(line)) continue
    first.push(...Object.values(texts).filter(text => text !== ''))
    if (first.length >= 3) break
  }
  return first.slice(0, 3)
}

function readOtherwise(workbook: Workbook, writes: Writes): Pasted['otherwise'] {
  const columns = workbook.sheet.columns.filter(({ kind }) => kind === 'number' || kind === 'integer')
  let found = { cells: 0, text: '', sent: '' }
  for (const [line, texts] of writes) {
    for (const column of columns) {
      const text = texts[column.id]
      const sent = text === undefined ? undefined : sentAs(text, column)
      if (text === undefined || sent === undefined || workbook.isFixed(line)) continue
      found = found.cells === 0 ? { cells: 1, text, sent } : { ...found, cells: found.cells + 1 }
    }
  }
  return found
}
