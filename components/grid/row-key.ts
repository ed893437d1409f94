import type { CellRange } from '@/lib/sheet/ranges'
import type { Position } from './moves'

/** What is to be shown of the selection, in positions on the screen. */
export interface Shown {
  readonly ranges: readonly CellRange[]
  readonly active: Position
  /** The range whose last corner bears the handle. */
  readonly corner: CellRange | undefined
  /** What a fill under way would cover. */
  readonly preview: CellRange | null
}

/** What one row shows of it. */
export interface RowPart {
  /** The column of the active cell; -1 when it stands in another row. */
  readonly active: number
  /** The column whose cell bears the fill handle; -1 when none does. */
  readonly handle: number
  readonly isSelected: (column: number) => boolean
  /** Which edges of the fill's outline a cell shows: letters of 't', 'b', 'l', 'r', or '-' inside; '' outside. */
  readonly outline: (column: number) => string
}

/**
 * A row's part of the selection as one text, so that a row renders only when its own part changes:
 * `active,handle;left-right…;left-right,edges`. It takes a look at each range and at nothing else.
 */
export function rowKey(row: number, { ranges, active, corner, preview }: Shown): string {
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

/** What most rows show of it. */
const EMPTY = '-1,-1;;'

/** The part of a row that shows nothing of it. */
export const none: RowPart = { active: -1, handle: -1, isSelected: () => false, outline: () => '' }

/** The part that a text of `rowKey` tells. */
export function readRowKey(key: string): RowPart {
  if (key === EMPTY) return none
  const [head = '', spans = '', preview = ''] = key.split(';')
  if (head === '') return none
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
