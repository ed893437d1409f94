import type { Column } from './columns'
import type { Line } from './draft'
import { isBlank } from './kinds'

/**
 * Ids of the columns that are required, or filled in any line, or failing. It reads lines until every column is known
 * to be filled, all of them in the worst case: not for every keystroke.
 */
export function matteringColumns(
  columns: readonly Column[],
  lines: Iterable<Pick<Line, 'texts'>>,
  failing: Iterable<string>,
): Set<string> {
  const mattering = new Set(failing)
  for (const column of columns) if (column.required) mattering.add(column.id)
  let open = columns.flatMap(({ id }) => (mattering.has(id) ? [] : [id]))
  for (const { texts } of lines) {
    if (open.length === 0) break
    const filled = open.filter(id => !isBlank(texts[id] ?? ''))
    if (filled.length === 0) continue
    for (const id of filled) mattering.add(id)
    open = open.filter(id => !mattering.has(id))
  }
  return mattering
}
