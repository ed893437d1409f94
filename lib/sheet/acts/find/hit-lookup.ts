import type { LineId } from '@/lib/sheet/schema/line'
import type { Hits } from './find'

/** Whether a cell is among the hits. */
export type IsHit = (line: LineId, column: string) => boolean

/** Makes a function that looks cells up in hits: for callers that ask for every cell on the screen. */
export function hitLookup({ space, rows, columns }: Hits): IsHit {
  const positions = new Map(space.columns.map((column, at) => [column, at]))
  let lines: ReadonlyMap<LineId, number> | undefined
  return (line, column) => {
    const position = positions.get(column)
    if (position === undefined || rows.length === 0) return false
    lines ??= new Map(space.lines.map((id, at) => [id, at]))
    const row = lines.get(line)
    if (row === undefined) return false
    // Hits are ordered by line, then by column.
    let [low, high] = [0, rows.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const order = (rows[middle] ?? 0) - row || (columns[middle] ?? 0) - position
      if (order === 0) return true
      if (order < 0) low = middle + 1
      else high = middle
    }
    return false
  }
}
