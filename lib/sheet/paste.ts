import type { Column } from './columns'
import type { Texts } from './draft'
import { type ColumnNames, readHeader } from './header'
import { type CellRange, heightOf, type Screen, widthOf } from './ranges'
import { blankShape } from './shape'
import type { Matrix } from './tsv'

/** Where a block goes: what is selected on the screen; the operator works on the last range. */
export interface PasteTarget extends Screen {
  readonly ranges: readonly CellRange[]
}

/** A planned paste: which text goes where. Positions past the last row ask for new lines. */
export interface PastePlan {
  /** Texts by column, for each line that receives any: its position on the screen. */
  readonly rows: readonly { readonly at: number; readonly texts: Texts }[]
  /** The columns of every row's texts, where all have the same. */
  readonly columns: readonly string[] | undefined
  /** How many lines have to be added after the last one. */
  readonly extra: number
  /** Cells of the block that have no column to stand in. */
  readonly clipped: { readonly cells: number; readonly first: readonly string[] }
  /** Headings of the block that no column is called by. */
  readonly unknown: readonly string[]
  readonly byHeader: boolean
  /** Ranges that were selected and received nothing. */
  readonly passedOver: number
  /** What received the block. */
  readonly received: CellRange
}

/** Plans a paste. Nothing is changed yet, and no text is altered, whatever it is. */
export function planPaste(
  block: Matrix,
  target: PasteTarget,
  all: readonly Column[],
  names: ColumnNames,
): PastePlan {
  const last = target.ranges.at(-1) ?? { top: 0, left: 0, bottom: 0, right: 0 }
  const header = readHeader(block[0] ?? [], all, names)
  if (header) return planByHeader(block, header, target, last)
  let width = 1
  for (const row of block) if (row.length > width) width = row.length
  const size = { height: block.length, width }
  const isTiled = target.ranges.every(range => isTiledBy(range, size))
  const placed = new Placed()
  for (const [i, range] of (isTiled ? target.ranges : [last]).entries()) {
    if (i > 0) placed.next()
    const names = target.columns.slice(range.left, isTiled ? range.right + 1 : undefined).map(({ id }) => id)
    const height = isTiled ? heightOf(range) : block.length
    for (let i = 0; i < height; i++) {
      const row = block[i % block.length] ?? []
      // Where a row is shorter than its block nothing is written.
      const isShort = isTiled && row.length < width
      const ids = isShort ? names.map((id, j) => (j % width < row.length ? id : undefined)) : names
      placed.put(range.top + i, isTiled ? repeat(row, width, names.length) : row, ids)
    }
  }
  const grown = {
    top: last.top,
    left: last.left,
    bottom: last.top + block.length - 1,
    right: Math.min(last.left + width, target.columns.length) - 1,
  }
  return placed.plan(target, {
    unknown: [],
    byHeader: false,
    passedOver: isTiled ? 0 : target.ranges.length - 1,
    received: isTiled ? last : grown,
  })
}

function planByHeader(
  block: Matrix,
  header: readonly (Column | undefined)[],
  target: PasteTarget,
  { top }: CellRange,
): PastePlan {
  const placed = new Placed()
  const ids = header.map(column => column?.id)
  for (let i = 1; i < block.length; i++) placed.put(top + i - 1, block[i] ?? [], ids)
  return placed.plan(target, {
    unknown: (block[0] ?? []).filter((name, i) => name.trim() !== '' && !header[i]),
    byHeader: true,
    passedOver: target.ranges.length - 1,
    received: { top, left: 0, bottom: top + block.length - 2, right: target.columns.length - 1 },
  })
}

/** As in Excel a block fills what is selected where it goes into it without a rest; one value fills anything. */
function isTiledBy(range: CellRange, { height, width }: { height: number; width: number }): boolean {
  const isDown = range.whole === 'columns' || range.whole === 'sheet'
  const goesDown = isDown ? height === 1 || height === heightOf(range) : heightOf(range) % height === 0
  return goesDown && widthOf(range) % width === 0
}

/** A row over and over, each time as wide as the block. */
function repeat(row: readonly string[], width: number, times: number): readonly string[] {
  if (row.length === times) return row
  // A row that is shorter than its block leaves holes.
  const whole: string[] = []
  for (let from = 0; from < times; from += width)
    for (const [j, text] of row.entries()) whole[from + j] = text
  return whole
}

/** Blank texts for rows that are so long and go to these columns. */
interface Shape {
  readonly ids: readonly (string | undefined)[]
  readonly length: number
  readonly columns: readonly string[]
  readonly texts: Texts
}

/** Texts that found their places. */
class Placed {
  private readonly rows: { readonly at: number; readonly texts: Record<string, string> }[] = []
  /** The same by position, once a second range is there: lines of the first may be among its own. */
  private known: Map<number, Record<string, string>> | undefined
  private cells = 0
  private shape: Shape = { ids: [], length: -1, columns: [], texts: {} }
  private shapes = 0
  private readonly first: string[] = []

  /** @param ids the columns that the row's texts go to, one by one; past them, and where there is none, is no place */
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

  /** Another range follows. */
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

  /** Most rows of a block go to the same columns. */
  private shapeOf(ids: readonly (string | undefined)[], length: number): Shape {
    if (this.shape.ids !== ids || this.shape.length !== length) {
      const columns = ids.slice(0, length).filter(id => id !== undefined)
      this.shape = { ids, length, columns, texts: blankShape(columns) }
      this.shapes++
    }
    return this.shape
  }

  plan(
    { rows }: Screen,
    about: Pick<PastePlan, 'unknown' | 'byHeader' | 'passedOver' | 'received'>,
  ): PastePlan {
    let below = -1
    for (const { at } of this.rows) if (at > below) below = at
    return {
      rows: this.rows,
      columns: this.shapes === 1 ? this.shape.columns : undefined,
      extra: Math.max(0, below + 1 - rows.length),
      clipped: { cells: this.cells, first: this.first },
      ...about,
    }
  }

  private clip(text: string): void {
    this.cells++
    if (this.first.length < 3) this.first.push(text)
  }
}
