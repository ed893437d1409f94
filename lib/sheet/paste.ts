import type { Column } from './columns'
import type { LineId, Texts } from './draft'
import { type ColumnNames, readHeader } from './header'
import type { Matrix } from './tsv'

/** Where the operator stands when pasting: a rectangle of lines and columns in the order of the screen. */
export interface PasteTarget {
  /** Ids of the lines on the screen, from the first to the last, spare ones included. */
  readonly lines: readonly LineId[]
  /** The columns on the screen, left to right. */
  readonly columns: readonly Column[]
  /** Corners of the selection as positions in `lines` and `columns`, inclusive. */
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

/** A planned paste: which text goes where. `extra` lines have to be added after the last one. */
export interface PastePlan {
  /** Rows of the block in order: the position of the line from `top` on, and its texts by column. */
  readonly rows: readonly { readonly at: number; readonly texts: Texts }[]
  readonly extra: number
  /** Cells of the block that have no column to stand in. */
  readonly clipped: { readonly cells: number; readonly first: readonly string[] }
  /** Headings of the block that no column is called by. */
  readonly unknown: readonly string[]
  readonly byHeader: boolean
  readonly width: number
}

/** Plans a paste. Nothing is changed yet, and no text is altered, whatever it is. */
export function planPaste(
  block: Matrix,
  target: PasteTarget,
  all: readonly Column[],
  names: ColumnNames,
): PastePlan {
  const header = readHeader(block[0] ?? [], all, names)
  const matrix = header ? block.slice(1) : fill(block, target)
  const columns = header ?? target.columns.slice(target.left)
  const clipped: string[] = []
  const rows = matrix.map((row, i) => {
    const texts: Record<string, string> = {}
    for (let j = 0; j < row.length; j++) {
      const [column, text = ''] = [columns[j], row[j]]
      if (column) texts[column.id] = text
      else if (text !== '') clipped.push(text)
    }
    return { at: target.top + i, texts }
  })
  return {
    rows,
    extra: Math.max(0, target.top + matrix.length - target.lines.length),
    clipped: { cells: clipped.length, first: clipped.slice(0, 3) },
    unknown: header ? (block[0] ?? []).filter((name, i) => name.trim() !== '' && !header[i]) : [],
    byHeader: header !== undefined,
    width: header ? target.columns.length : Math.max(0, ...matrix.map(row => row.length)),
  }
}

/** One value fills the whole selection, as in Excel. */
function fill(block: Matrix, { top, bottom, left, right }: PasteTarget): Matrix {
  const [row] = block
  if (block.length !== 1 || row?.length !== 1) return block
  return Array.from({ length: bottom - top + 1 }, () =>
    Array.from({ length: right - left + 1 }, () => row[0] ?? ''),
  )
}
