import { type CellAddress, type LineId, textAt } from './draft'
import { type Edit, write } from './edits'
import { isBlank } from './kinds'
import type { Workbook } from './workbook'

/** Where is looked: lines and columns in the order of the walk, and which of their cells; all unless told. */
export interface Space {
  readonly lines: readonly LineId[]
  readonly columns: readonly string[]
  readonly has?: (line: LineId, column: string) => boolean
}

/**
 * Cells of a space by their positions in it, in the order of the walk. Two numbers a cell: a letter may stand in
 * millions of them.
 */
export interface Cells {
  readonly rows: number[]
  readonly columns: number[]
}

/** Cells that bear what was sought. */
export interface Hits extends Cells {
  readonly space: Space
  /** In how many orders they stand. */
  readonly orders: number
}

/** Says of each text whether it bears what is sought; undefined when that takes too long. */
export type Judge = (texts: readonly string[]) => Promise<readonly boolean[] | undefined>
/** Replaces what is sought in each text; undefined when that takes too long. */
export type Mender = (texts: readonly string[]) => Promise<readonly string[] | undefined>

/** Texts that are judged at a time: about a millisecond. */
const PIECE = 2_000

/** Lets others have their turn after so many milliseconds of work. */
export type Pace = () => Promise<void>

/** The whole draft as the operator sees it: what is on the screen in its order, then what is filtered away. */
export function wholeSheet(workbook: Workbook): readonly LineId[] {
  const { visible, draft } = workbook
  if (visible.length === draft.order.length) return visible
  const shown = new Set(visible)
  return [...visible, ...draft.order.filter(line => !shown.has(line))]
}

/**
 * All cells of a space that bear what is sought. An order's cell that is repeated on its lines counts once, where it
 * is shown.
 * @returns undefined when `judge` gave up, or `isOver` says that nobody waits any more
 */
export async function findAll(
  workbook: Workbook,
  space: Space,
  judge: Judge,
  pace: Pace,
  isOver: () => boolean = () => false,
): Promise<Hits | undefined> {
  const hits = { space, rows: [] as number[], columns: [] as number[] }
  const orders = new Set<LineId>()
  for (const piece of pieces(workbook, space)) {
    const found = await judge(piece.texts)
    if (!found || isOver()) return undefined
    for (let i = 0; i < found.length; i++) {
      const [row, column] = [piece.rows[i] ?? 0, piece.columns[i] ?? 0]
      if (!found[i]) continue
      const line = space.lines[row] ?? ''
      if (isRepeat(workbook, line, space.columns[column] ?? '')) continue
      hits.rows.push(row)
      hits.columns.push(column)
      orders.add(workbook.index.orderOf(line)?.lead ?? line)
    }
    await pace()
    if (isOver()) return undefined
  }
  return { ...hits, orders: orders.size }
}

/** The cell of a hit. */
export function cellOf({ space, rows, columns }: Hits, at: number): CellAddress | undefined {
  const [line, column] = [space.lines[rows[at] ?? -1], space.columns[columns[at] ?? -1]]
  return line === undefined || column === undefined ? undefined : { line, column }
}

/** Where a cell stands among the hits: at one of them, or before the one that comes next. */
export function placeAmong(hits: Hits, cell: CellAddress | null): { at: number; isHit: boolean } {
  const row = cell ? hits.space.lines.indexOf(cell.line) : -1
  const column = cell ? hits.space.columns.indexOf(cell.column) : -1
  let [low, high] = [0, hits.rows.length]
  const compare = (i: number) => (hits.rows[i] ?? 0) - row || (hits.columns[i] ?? 0) - column
  while (low < high) {
    const middle = (low + high) >> 1
    if (compare(middle) < 0) low = middle + 1
    else high = middle
  }
  return { at: low, isHit: low < hits.rows.length && compare(low) === 0 }
}

/** A cell that a replacement changes. */
export interface Replacement extends CellAddress {
  readonly before: string
  readonly after: string
}

/** What a replacement would do. */
export interface ReplacePlan {
  readonly changes: readonly Replacement[]
  /** Cells that bear what is sought, and stay as they are because their orders are, or may be, at the service. */
  readonly locked: number
}

/**
 * What replacing in all of `hits` would change. Hits whose text would stay the same are no change.
 * @returns undefined when `mend` gave up
 */
export async function planReplace(
  workbook: Workbook,
  hits: Hits,
  mend: Mender,
  pace: Pace,
): Promise<ReplacePlan | undefined> {
  const changes: Replacement[] = []
  let locked = 0
  for (let from = 0; from < hits.rows.length; from += PIECE) {
    const cells = Array.from({ length: PIECE }, (_, i) => cellOf(hits, from + i)).filter(cell => !!cell)
    const texts = cells.map(cell => workbook.text(cell))
    const mended = await mend(texts)
    if (!mended) return undefined
    for (const [i, cell] of cells.entries()) {
      const [before, after] = [texts[i] ?? '', mended[i] ?? '']
      if (before === after) continue
      if (workbook.isFixed(cell.line)) locked++
      else changes.push({ ...cell, before, after })
    }
    await pace()
  }
  return { changes, locked }
}

/**
 * Does what was planned, as one undoable act. Cells that changed since the plan was made are left alone.
 * @returns the act, and in how many cells the plan was carried out
 */
export function replaceCells(
  workbook: Workbook,
  changes: readonly Replacement[],
  at: CellAddress | null,
): Edit & { done: number } {
  const writes = new Map<LineId, Record<string, string>>()
  let done = 0
  for (const { line, column, before, after } of changes) {
    if (textAt(workbook.draft, line, column) !== before || workbook.isFixed(line)) continue
    const texts = writes.get(line) ?? {}
    texts[column] = after
    writes.set(line, texts)
    done++
  }
  const edit = write(workbook.edits, writes)
  workbook.perform(edit.patch, at)
  return { ...edit, done }
}

/** The cells of a space that say something, some at a time, with their texts. */
function* pieces({ draft }: Workbook, space: Space): Generator<Cells & { texts: string[] }> {
  let piece = { rows: [] as number[], columns: [] as number[], texts: [] as string[] }
  for (let row = 0; row < space.lines.length; row++) {
    const line = space.lines[row] ?? ''
    const texts = draft.lines.get(line)?.texts
    if (!texts) continue
    for (let column = 0; column < space.columns.length; column++) {
      const id = space.columns[column] ?? ''
      const text = texts[id]
      if (text === undefined || text === '' || (space.has && !space.has(line, id))) continue
      piece.rows.push(row)
      piece.columns.push(column)
      piece.texts.push(text)
    }
    if (piece.texts.length < PIECE) continue
    yield piece
    piece = { rows: [], columns: [], texts: [] }
  }
  if (piece.texts.length > 0) yield piece
}

/** Whether a cell is one of an order that the order says further up already, and that is not shown for it. */
function isRepeat({ draft, edits, index }: Workbook, line: LineId, column: string): boolean {
  if (!edits.record.has(column)) return false
  const order = index.orderOf(line)
  if (!order || order.lead === line) return false
  const first = order.lines.find(id => !isBlank(textAt(draft, id, column)))
  return (
    first !== undefined &&
    first !== line &&
    textAt(draft, first, column).trim() === textAt(draft, line, column).trim()
  )
}
