import { finish, ROWS_PER_STEP, type Steps } from '@/lib/sheet/codecs/steps'
import type { Matrix } from '@/lib/sheet/codecs/tsv'
import { codeReaderOf } from '@/lib/sheet/schema/choices/read-code'
import type { Column } from '@/lib/sheet/schema/columns'
import { blankTexts, type Texts } from '@/lib/sheet/schema/line'
import { type CellRange, heightOf, isOfWholeLines, type Screen, widthOf } from '@/lib/sheet/view/ranges'
import { type BlockHeader, type ColumnNames, findBlockHeader } from './paste-header'

/** Where a block is pasted: the selection on the screen, whose last range is the active one. */
export interface PasteTarget extends Screen {
  readonly ranges: readonly CellRange[]
  /** Whether a block that meets the read-only column belongs into the columns after it. */
  readonly isAfterReadOnly?: boolean
  /** Ids of the columns of a block of whole lines; empty for other blocks. */
  readonly lineColumns?: readonly string[]
}

/** A planned paste: which text goes into which cell. Positions past the last row need new lines. */
export interface PastePlan {
  /** Texts by column for each line that gets any, with the position of the line on the screen. */
  readonly rows: readonly { readonly at: number; readonly texts: Texts }[]
  /** The columns of the texts, when all rows have the same. */
  readonly columns: readonly string[] | undefined
  /** How many lines are added after the last one. */
  readonly extra: number
  /** Cells of the block without a column. */
  readonly clipped: { readonly cells: number; readonly first: readonly string[] }
  /** Texts that named codes, which are written in their place: how many, and the first of them. */
  readonly named: NamedCodes
  /** Headings of the block that name no column, and those whose column an earlier one names. */
  readonly unknown: readonly string[]
  readonly repeated: readonly string[]
  readonly byHeader: boolean
  /** The texts of rows above the headings, which are left out. */
  readonly above: readonly string[]
  /** Whether nothing is pasted, because the block would begin in the read-only column. */
  readonly isReadOnly: boolean
  /** How many selected ranges get nothing. */
  readonly passedOver: number
  /** The range that gets the block. */
  readonly received: CellRange
}

/** Names of codes that became codes: 일본 became JP. */
export interface NamedCodes {
  readonly cells: number
  readonly text: string
  readonly code: string
}

/** Plans a paste. It changes nothing yet. */
export const planPaste = (...paste: Parameters<typeof planPasteSteps>): PastePlan =>
  finish(planPasteSteps(...paste))

/** `planPaste` with pauses. */
export function* planPasteSteps(
  block: Matrix,
  target: PasteTarget,
  all: readonly Column[],
  names: ColumnNames,
): Steps<PastePlan> {
  const last = target.ranges.at(-1) ?? { top: 0, left: 0, bottom: 0, right: 0 }
  const columns = columnsOfLines(target, all)
  if (columns) return yield* planByColumns(block, columns, target, all, last)
  const header = findBlockHeader(block, all, names)
  if (header) return yield* planByHeader(block, header, target, all, last)
  const ranges = rangesAfterReadOnly(target)
  if (ranges) return yield* planByPosition(block, { ...target, ranges }, all)
  return yield* new PlannedRows().plan(target, all, {
    unknown: [],
    repeated: [],
    byHeader: false,
    above: [],
    isReadOnly: true,
    passedOver: 0,
    received: last,
  })
}

/**
 * The ranges of a paste without the read-only column, which is the first. A range of other columns as well loses it; a
 * block for that column alone would shift all its texts into wrong columns.
 * @returns undefined when nothing can be pasted
 */
function rangesAfterReadOnly({ ranges, columns, isAfterReadOnly }: PasteTarget): CellRange[] | undefined {
  const kept: CellRange[] = []
  for (const range of ranges) {
    if (!columns[range.left]?.isReadOnly) kept.push(range)
    else if (range.left < range.right) kept.push({ ...range, left: range.left + 1 })
    else if (isAfterReadOnly) kept.push({ ...range, left: range.left + 1, right: range.left + 1 })
    else return undefined
  }
  return kept
}

/**
 * The columns that whole lines came from, into which their texts belong wherever in a line the operator is.
 * @returns undefined for other blocks, if the lines are of a kind of sheet without any of their columns, and if whole
 *   lines with the same columns are selected: a block may fill them several times
 */
function columnsOfLines(
  { ranges, columns, lineColumns = [] }: PasteTarget,
  all: readonly Column[],
): readonly (Column | undefined)[] | undefined {
  const shown = columns.filter(({ isReadOnly }) => !isReadOnly).map(({ id }) => id)
  if (ranges.every(isOfWholeLines) && lineColumns.join() === shown.join()) return undefined
  const found = lineColumns.map(id => all.find(column => column.id === id))
  return found.some(column => column !== undefined) ? found : undefined
}

function* planByPosition(block: Matrix, target: PasteTarget, all: readonly Column[]): Steps<PastePlan> {
  const last = target.ranges.at(-1) ?? { top: 0, left: 0, bottom: 0, right: 0 }
  let width = 1
  for (const row of block) if (row.length > width) width = row.length
  const size = { height: block.length, width }
  const isTiled = target.ranges.every(range => isTiledBy(range, size))
  const placed = new PlannedRows()
  for (const [i, range] of (isTiled ? target.ranges : [last]).entries()) {
    if (i > 0) placed.next()
    const names = target.columns.slice(range.left, isTiled ? range.right + 1 : undefined).map(({ id }) => id)
    const height = isTiled ? heightOf(range) : block.length
    for (let i = 0; i < height; i++) {
      const row = block[i % block.length] ?? []
      // A row that is shorter than the block writes only its own cells.
      const isShort = isTiled && row.length < width
      const ids = isShort ? names.map((id, j) => (j % width < row.length ? id : undefined)) : names
      placed.put(range.top + i, isTiled ? repeat(row, width, names.length) : row, ids)
      if (i % ROWS_PER_STEP === 0) yield
    }
  }
  const grown = {
    top: last.top,
    left: last.left,
    bottom: last.top + block.length - 1,
    right: Math.min(last.left + width, target.columns.length) - 1,
  }
  return yield* placed.plan(target, all, {
    unknown: [],
    repeated: [],
    byHeader: false,
    above: [],
    isReadOnly: false,
    passedOver: isTiled ? 0 : target.ranges.length - 1,
    received: isTiled ? last : grown,
  })
}

function* planByHeader(
  block: Matrix,
  { at, columns, ...header }: BlockHeader,
  target: PasteTarget,
  all: readonly Column[],
  last: CellRange,
): Steps<PastePlan> {
  const plan = yield* planByColumns(block.slice(at + 1), columns, target, all, last)
  return { ...plan, ...header, byHeader: true }
}

/** @param columns the columns of the block */
function* planByColumns(
  block: Matrix,
  columns: readonly (Column | undefined)[],
  target: PasteTarget,
  all: readonly Column[],
  { top }: CellRange,
): Steps<PastePlan> {
  const placed = new PlannedRows()
  const ids = columns.map(column => column?.id)
  for (const [i, row] of block.entries()) {
    placed.put(top + i, row, ids)
    if (i % ROWS_PER_STEP === 0) yield
  }
  return yield* placed.plan(target, all, {
    unknown: [],
    repeated: [],
    byHeader: false,
    above: [],
    isReadOnly: false,
    passedOver: target.ranges.length - 1,
    received: { top, left: 0, bottom: top + block.length - 1, right: target.columns.length - 1 },
  })
}

/** Whether a block fills a selected range without a remainder, as in Excel; a single value fills any range. */
function isTiledBy(range: CellRange, { height, width }: { height: number; width: number }): boolean {
  const isDown = range.whole === 'columns' || range.whole === 'sheet'
  const goesDown = isDown ? height === 1 || height === heightOf(range) : heightOf(range) % height === 0
  return goesDown && widthOf(range) % width === 0
}

/** Repeats a row across a range, each time as wide as the block. */
function repeat(row: readonly string[], width: number, times: number): readonly string[] {
  if (row.length === times) return row
  // A row that is shorter than its block leaves holes.
  const whole: string[] = []
  for (let from = 0; from < times; from += width)
    for (const [j, text] of row.entries()) whole[from + j] = text
  return whole
}

/** Blank texts for rows of one length that go to the same columns. */
interface Shape {
  readonly ids: readonly (string | undefined)[]
  readonly length: number
  readonly columns: readonly string[]
  readonly texts: Texts
}

/** The rows of a paste while it is planned. */
class PlannedRows {
  private readonly rows: { readonly at: number; readonly texts: Record<string, string> }[] = []
  /** The rows by position, once there is a second range: both ranges may have the same line. */
  private known: Map<number, Record<string, string>> | undefined
  private cells = 0
  private shape: Shape = { ids: [], length: -1, columns: [], texts: {} }
  private shapes = 0
  private readonly first: string[] = []

  /** @param ids columns of the row's texts; a text without a column is clipped */
  put(at: number, row: readonly string[], ids: readonly (string | undefined)[]): void {
    const shape = this.shapeOf(ids, row.length)
    const texts = this.rowAt(at, shape)
    for (let j = 0; j < row.length; j++) {
      const id = ids[j]
      const text = row[j] ?? ''
      if (id !== undefined) texts[id] = text
      else if (text !== '') this.clip(text)
    }
  }

  /** Call it before another range. */
  next(): void {
    this.known ??= new Map(this.rows.map(({ at, texts }) => [at, texts]))
  }

  private rowAt(at: number, { texts: blank }: Shape): Record<string, string> {
    const known = this.known?.get(at)
    if (known) return known
    const texts = { ...blank }
    this.rows.push({ at, texts })
    this.known?.set(at, texts)
    return texts
  }

  /** The shape is cached: most rows of a block go to the same columns. */
  private shapeOf(ids: readonly (string | undefined)[], length: number): Shape {
    if (this.shape.ids !== ids || this.shape.length !== length) {
      const columns = ids.slice(0, length).filter(id => id !== undefined)
      this.shape = { ids, length, columns, texts: blankTexts(columns) }
      this.shapes++
    }
    return this.shape
  }

  /** @param all columns of the sheet */
  *plan(
    { rows }: Screen,
    all: readonly Column[],
    about: Omit<PastePlan, 'rows' | 'columns' | 'extra' | 'clipped' | 'named'>,
  ): Steps<PastePlan> {
    let below = -1
    for (const { at } of this.rows) if (at > below) below = at
    return {
      rows: this.rows,
      columns: this.shapes === 1 ? this.shape.columns : undefined,
      extra: Math.max(0, below + 1 - rows.length),
      clipped: { cells: this.cells, first: this.first },
      named: yield* this.readCodes(all),
      ...about,
    }
  }

  /** Replaces the names of codes by the codes. */
  private *readCodes(columns: readonly Column[]): Steps<NamedCodes> {
    let [cells, first] = [0, { text: '', code: '' }]
    for (const column of columns) {
      const read = codeReaderOf(column)
      if (!read) continue
      // Most rows repeat the text of the row above.
      let [known, code]: [string, string | undefined] = ['', undefined]
      for (const [i, { texts }] of this.rows.entries()) {
        if (i % ROWS_PER_STEP === 0) yield
        const text = texts[column.id] ?? ''
        if (text !== known) [known, code] = [text, read(text)]
        if (code === undefined) continue
        if (cells++ === 0) first = { text, code }
        texts[column.id] = code
      }
    }
    return { cells, ...first }
  }

  private clip(text: string): void {
    this.cells++
    if (this.first.length < 3) this.first.push(text)
  }
}
