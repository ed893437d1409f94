import type { Column } from './columns'
import type { FailureIndex } from './failure-index'

/**
 * How many failures stand in each column that has any; what may be in one of several columns counts in each of them.
 * It looks at groups of failures, not at failures.
 */
export function failingColumns(
  { groups }: Pick<FailureIndex, 'groups'>,
  columns: readonly Column[],
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { key, count } of groups) {
    const [subject, where = ''] = key.split('\n')
    const ids = subject === 'oneOf' ? calledSo(columns, where) : [where]
    for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + count)
  }
  return counts
}

const calledSo = (columns: readonly Column[], field: string): string[] =>
  columns.flatMap(({ id }) => (id === field || id.endsWith(`.${field}`) ? [id] : []))
