import type { SearchSpace } from '@/lib/sheet/acts/find/find'
import type { LineId } from '@/lib/sheet/schema/line'
import type { CellRange } from '@/lib/sheet/view/ranges'

/** The cells of some ranges of the screen. @returns undefined for one cell, which is not a scope for a search */
export function searchSpaceOf(
  ranges: readonly CellRange[],
  rows: readonly LineId[],
  columns: readonly string[],
): SearchSpace | undefined {
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
