import type { LineId } from '@/lib/sheet/schema/line'
import { firstHitFrom, type Hits } from './find'

/** Whether a cell is among the hits. */
export type IsHit = (line: LineId, column: string) => boolean

/** Makes a function that looks cells up in hits: for callers that ask for every cell on the screen. */
export function hitLookup(hits: Hits): IsHit {
  const { space, rows, columns } = hits
  const positions = new Map(space.columns.map((column, at) => [column, at]))
  let lines: ReadonlyMap<LineId, number> | undefined
  return (line, column) => {
    const position = positions.get(column)
    if (position === undefined || rows.length === 0) return false
    lines ??= new Map(space.lines.map((id, at) => [id, at]))
    const row = lines.get(line)
    if (row === undefined) return false
    const at = firstHitFrom(hits, row, position)
    return rows[at] === row && columns[at] === position
  }
}
