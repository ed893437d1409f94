import type { CellRange } from '@/lib/sheet/view/ranges'
import type { Position } from './moves'

/** The selection in positions. */
export interface SelectionLayout {
  readonly ranges: readonly CellRange[]
  readonly active: Position
  /** The range with the fill handle at its last corner. */
  readonly corner: CellRange | undefined
  /** The range of a fill that is being dragged. */
  readonly preview: CellRange | null
}

/** The part of the selection that a row shows. */
export interface RowPart {
  /** The column of the active cell; -1 where it is in another row. */
  readonly active: number
  /** The column of the cell with the fill handle; -1 where there is none. */
  readonly handle: number
  readonly isSelected: (column: number) => boolean
  /** Which edges of the fill's outline a cell shows: letters of 't', 'b', 'l', 'r', or '-' inside; '' outside. */
  readonly outline: (column: number) => string
}

/**
 * A row's part of the selection as one text, so that a row renders only when its own part changes:
 * `active,handle;left-right…;left-right,edges`. Its cost depends only on the number of ranges.
 */
export function rowKey(row: number, { ranges, active, corner, preview }: SelectionLayout): string {
  const at = active.row === row ? active.column : -1
  const handle = corner && corner.bottom === row && !preview ? corner.right : -1
  let spans = ''
  for (const { top, bottom, left, right } of ranges) {
    if (row >= top && row <= bottom) spans += `${spans === '' ? '' : ' '}${left}-${right}`
  }
  const inside = preview !== null && row >= preview.top && row <= preview.bottom
  if (!inside) return `${at},${handle};${spans};`
  const edges = (row === preview.top ? 't' : '') + (row === preview.bottom ? 'b' : '')
  return `${at},${handle};${spans};${preview.left}-${preview.right},${edges}`
}

/** The key of most rows. */
const EMPTY_KEY = '-1,-1;;'

/** The part of a row without any selection. */
export const emptyPart: RowPart = { active: -1, handle: -1, isSelected: () => false, outline: () => '' }

/** Parses a key that `rowKey` made. */
export function readRowKey(key: string): RowPart {
  if (key === EMPTY_KEY) return emptyPart
  const [head = '', spans = '', preview = ''] = key.split(';')
  if (head === '') return emptyPart
  const [active = -1, handle = -1] = head.split(',').map(Number)
  const selected = spans === '' ? [] : spans.split(' ').map(readSpan)
  const [outlined = '', edges = ''] = preview.split(',')
  const span = outlined === '' ? undefined : readSpan(outlined)
  return {
    active,
    handle,
    isSelected: column => selected.some(([left, right]) => column >= left && column <= right),
    outline: column => {
      if (!span || column < span[0] || column > span[1]) return ''
      return `${edges}${column === span[0] ? 'l' : ''}${column === span[1] ? 'r' : ''}` || '-'
    },
  }
}

function readSpan(text: string): [number, number] {
  const [left = 0, right = 0] = text.split('-').map(Number)
  return [left, right]
}
