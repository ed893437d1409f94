import type { LineChange } from '@/lib/sheet/draft/draft'
import { isBlank } from '@/lib/sheet/schema/kinds'
import type { LineId } from '@/lib/sheet/schema/line'

/**
 * The changes of a large act in the order in which they cost least when they are applied in chunks. Each chunk groups
 * the lines around it again. Where an act joins orders, the lines above a chunk have joined already and need not be read
 * again; where it separates them, those below a chunk have left already. In any other order each chunk of 100,000 lines
 * that become one order would group all of them.
 * @param key the column of the number
 * @param positionOf the position of a line in the draft; undefined when it has no such line
 */
export function orderOfChanges(
  changes: readonly LineChange[],
  key: string,
  positionOf: (line: LineId) => number | undefined,
): readonly LineChange[] {
  if (!changes.some(({ after }) => after[key] !== undefined)) return changes
  const placed = changes.map(change => ({ change, at: positionOf(change.line) ?? 0 }))
  placed.sort((a, b) => a.at - b.at)
  const ordered = placed.map(({ change }) => change)
  const isSeparating = numbersIn(ordered, 'after', key) > numbersIn(ordered, 'before', key)
  return isSeparating ? ordered.reverse() : ordered
}

/** How often a line has another number than the line with a number above it. */
function numbersIn(changes: readonly LineChange[], side: 'before' | 'after', key: string): number {
  let count = 0
  let above = ''
  for (const change of changes) {
    const number = change[side][key]
    if (number === undefined || isBlank(number) || number.trim() === above) continue
    above = number.trim()
    count++
  }
  return count
}
