import { textAt } from '@/lib/sheet/draft/draft'
import { type Edit, showsOwnText, writeTexts } from '@/lib/sheet/orders/edits'
import { codeReaderOf, storedText } from '@/lib/sheet/schema/choices/read-code'
import { isBlank } from '@/lib/sheet/schema/kinds'
import type { CellAddress, LineId } from '@/lib/sheet/schema/line'
import type { Workbook } from '@/lib/sheet/workbook/workbook'

/**
 * Where to search: lines and columns in the order of the search, and which of their cells; all when `has` is absent.
 */
export interface SearchSpace {
  readonly lines: readonly LineId[]
  readonly columns: readonly string[]
  readonly has?: (line: LineId, column: string) => boolean
}

/**
 * Cells by their positions in a search space, in the order of the search. Two numbers per cell: millions of cells may
 * match a letter.
 */
export interface SearchCells {
  readonly rows: number[]
  readonly columns: number[]
}

/** The cells that match a search. */
export interface Hits extends SearchCells {
  readonly space: SearchSpace
  /** How many orders have matching cells. */
  readonly orders: number
}

/** Whether each text matches; undefined when matching takes too long. */
export type MatchTexts = (texts: readonly string[]) => Promise<readonly boolean[] | undefined>
/** Replaces the matches in each text; undefined when that takes too long. */
export type ReplaceTexts = (texts: readonly string[]) => Promise<readonly string[] | undefined>

/**
 * What cells of a column show besides their stored texts, and are found by as well: 예 for `true`, 일본 for JP.
 * @returns undefined for a column that shows only its texts
 */
export type ShownNames = (column: string) => ((text: string) => string | undefined) | undefined

const noNames: ShownNames = () => undefined

/** Texts that are matched at a time: about a millisecond. */
const CHUNK_SIZE = 2_000

/** Yields to other tasks after some milliseconds of work. */
export type Pace = () => Promise<void>

/** All lines of the draft: those on the screen in its order, then the filtered ones. */
export function wholeSheet(workbook: Workbook): readonly LineId[] {
  const { visible, draft } = workbook
  if (visible.length === draft.order.length) return visible
  const shown = new Set(visible)
  return [...visible, ...draft.order.filter(line => !shown.has(line))]
}

/**
 * All matching cells of a search space. A cell of an order that is repeated on its lines counts once,
 * where it is shown.
 * @returns undefined when `matches` gave up, or the search was cancelled
 */
export async function findAll(
  workbook: Workbook,
  space: SearchSpace,
  matches: MatchTexts,
  pace: Pace,
  isCancelled: () => boolean = () => false,
  names: ShownNames = noNames,
): Promise<Hits | undefined> {
  const hits = { space, rows: [] as number[], columns: [] as number[] }
  const orders = new Set<LineId>()
  for (const chunk of chunks(workbook, space)) {
    const found = await matchCells(chunk, space, matches, names)
    if (!found || isCancelled()) return undefined
    for (let i = 0; i < found.length; i++) {
      const [row, column] = [chunk.rows[i] ?? 0, chunk.columns[i] ?? 0]
      if (!found[i]) continue
      const line = space.lines[row] ?? ''
      const isShownAbove =
        !isBlank(chunk.texts[i]) && !showsOwnText(workbook.edits, line, space.columns[column] ?? '')
      if (isShownAbove) continue
      hits.rows.push(row)
      hits.columns.push(column)
      orders.add(workbook.index.firstLineOf(line) ?? line)
    }
    await pace()
    if (isCancelled()) return undefined
  }
  return { ...hits, orders: orders.size }
}

/** Whether each cell of a chunk matches, by its text or by the name that it shows. */
async function matchCells(
  { texts, columns }: Chunk,
  space: SearchSpace,
  matches: MatchTexts,
  names: ShownNames,
): Promise<readonly boolean[] | undefined> {
  const nameOf = space.columns.map(column => names(column))
  const named: { readonly at: number; readonly name: string }[] = []
  for (let at = 0; at < texts.length; at++) {
    const name = nameOf[columns[at] ?? -1]?.(texts[at] ?? '')
    if (name !== undefined) named.push({ at, name })
  }
  if (named.length === 0) return matches(texts)
  const found = await matches([...texts, ...named.map(({ name }) => name)])
  if (!found) return undefined
  const all = found.slice(0, texts.length)
  for (const [i, { at }] of named.entries()) if (found[texts.length + i]) all[at] = true
  return all
}

/** The cell of a hit. @returns undefined when there is no hit `at` this position */
export function hitCell({ space, rows, columns }: Hits, at: number): CellAddress | undefined {
  const [line, column] = [space.lines[rows[at] ?? -1], space.columns[columns[at] ?? -1]]
  return line === undefined || column === undefined ? undefined : { line, column }
}

/** Position of a cell among the hits: that of the hit in this cell, or of the next hit. */
export function hitPosition(hits: Hits, cell: CellAddress | null): { at: number; isHit: boolean } {
  const row = cell ? hits.space.lines.indexOf(cell.line) : -1
  const column = cell ? hits.space.columns.indexOf(cell.column) : -1
  const at = firstHitFrom(hits, row, column)
  return { at, isHit: hits.rows[at] === row && hits.columns[at] === column }
}

/** The first hit at or after a cell. @param row @param column the cell's positions in the searched lines and columns */
export function firstHitFrom({ rows, columns }: Hits, row: number, column: number): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    // Hits are ordered by line, then by column.
    const order = (rows[middle] ?? 0) - row || (columns[middle] ?? 0) - column
    if (order < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** A cell that a replacement changes. */
export interface Replacement extends CellAddress {
  readonly before: string
  readonly after: string
}

/** The effect of a replacement. */
export interface ReplacePlan {
  readonly changes: readonly Replacement[]
  /** How many matching cells stay as they are, because their orders are, or may be, at the service. */
  readonly locked: number
}

/**
 * Plans replacing in all `hits`. Where only the name that a cell shows matches, it must become the name of another
 * code, which is written. Hits whose text would stay the same are not in the plan.
 * @returns undefined when `replace` gave up
 */
export async function planReplace(
  workbook: Workbook,
  hits: Hits,
  replace: ReplaceTexts,
  pace: Pace,
  names: ShownNames = noNames,
): Promise<ReplacePlan | undefined> {
  const nameOf = new Map(hits.space.columns.map(column => [column, names(column)]))
  const changes: Replacement[] = []
  let locked = 0
  for (let from = 0; from < hits.rows.length; from += CHUNK_SIZE) {
    const cells = Array.from({ length: CHUNK_SIZE }, (_, i) => hitCell(hits, from + i)).filter(cell => !!cell)
    const texts = cells.map(cell => workbook.text(cell))
    const shown = new Map<number, string>()
    for (const [i, { column }] of cells.entries()) {
      const name = nameOf.get(column)?.(texts[i] ?? '')
      if (name !== undefined) shown.set(i, name)
    }
    const replaced = await replace([...texts, ...shown.values()])
    if (!replaced) return undefined
    const newNames = new Map([...shown.keys()].map((i, at) => [i, replaced[texts.length + at] ?? '']))
    for (const [i, cell] of cells.entries()) {
      const [before, text, newName] = [texts[i] ?? '', replaced[i] ?? '', newNames.get(i)]
      const column = workbook.column(cell.column)
      const isRenamed = newName !== undefined && newName !== shown.get(i)
      const renamed = isRenamed && column ? codeReaderOf(column)?.(newName) : undefined
      const after = text === before ? (renamed ?? before) : storedText(text, column)
      if (before === after) continue
      if (workbook.isFixed(cell.line)) locked++
      else changes.push({ ...cell, before, after })
    }
    await pace()
  }
  return { changes, locked }
}

/**
 * Applies a plan as one undoable act. Cells that changed since it was made are skipped.
 * @returns the edit, and how many cells were replaced
 */
export function replaceCells(
  workbook: Workbook,
  changes: readonly Replacement[],
  at: CellAddress | null,
): Edit & { done: number } {
  workbook.finishActs()
  const writes = new Map<LineId, Record<string, string>>()
  let done = 0
  for (const { line, column, before, after } of changes) {
    if (textAt(workbook.draft, line, column) !== before || workbook.isFixed(line)) continue
    const texts = writes.get(line) ?? {}
    texts[column] = after
    writes.set(line, texts)
    done++
  }
  const edit = writeTexts(workbook.edits, writes)
  workbook.perform(edit.patch, at)
  return { ...edit, done }
}

/** Cells with their texts. */
interface Chunk extends SearchCells {
  readonly texts: string[]
}

/** The filled cells of a search space, in chunks. */
function* chunks({ draft, edits: { readOnly } }: Workbook, space: SearchSpace): Generator<Chunk> {
  let chunk = { rows: [] as number[], columns: [] as number[], texts: [] as string[] }
  for (let row = 0; row < space.lines.length; row++) {
    const line = space.lines[row] ?? ''
    const texts = draft.lines.get(line)?.texts
    if (!texts) continue
    for (let column = 0; column < space.columns.length; column++) {
      const id = space.columns[column] ?? ''
      const text = id === readOnly?.id ? readOnly.textOf(line) : texts[id]
      if (text === undefined || text === '' || (space.has && !space.has(line, id))) continue
      chunk.rows.push(row)
      chunk.columns.push(column)
      chunk.texts.push(text)
    }
    if (chunk.texts.length < CHUNK_SIZE) continue
    yield chunk
    chunk = { rows: [], columns: [], texts: [] }
  }
  if (chunk.texts.length > 0) yield chunk
}
