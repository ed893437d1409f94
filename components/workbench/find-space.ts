import type { LineId } from '@/lib/sheet/draft'
import type { Space } from '@/lib/sheet/find'
import type { CellRange } from '@/lib/sheet/ranges'

/** The cells of some rectangles of the screen. Undefined: it is one cell, which nobody would search. */
export function spaceOf(
  ranges: readonly CellRange[],
  rows: readonly LineId[],
  columns: readonly string[],
): Space | undefined {
  const isMany =
    ranges.length > 1 || ranges.some(({ top, left, bottom, right }) => top < bottom || left < right)
  if (!isMany) return undefined
  const across = new Map<LineId, CellRange[]>()
  for (const range of ranges)
    for (let row = range.top; row <= Math.min(range.bottom, rows.length - 1); row++) {
      const line = rows[row] ?? ''
      const here = across.get(line)
      if (here) here.push(range)
      else across.set(line, [range])
    }
  const place = new Map(columns.map((id, i) => [id, i]))
  const top = Math.min(...ranges.map(range => range.top))
  const bottom = Math.max(...ranges.map(range => range.bottom))
  return {
    lines: rows.slice(top, bottom + 1).filter(line => across.has(line)),
    columns,
    has: (line, column) => {
      const at = place.get(column) ?? -1
      return across.get(line)?.some(({ left, right }) => at >= left && at <= right) ?? false
    },
  }
}
