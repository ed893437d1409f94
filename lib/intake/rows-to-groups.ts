import type { Row, Rows } from './table'

/** Rows of a table that are one record, by position in its rows, the first one first. */
export type Group = readonly number[]

/** What tells rows apart. */
export interface GroupingBy {
  /** The text of a row by which it belongs to a group; '' where it says none. */
  readonly groupOf: (row: Row) => string
  /** Whether a row that says none belongs to the one above. */
  readonly continues: boolean
  /** The parcel of its group that a row belongs to; absent where every group is but one. */
  readonly apartOf: ((row: Row) => string) | undefined
}

/** Rows of one group, which need not stand together, in the order in which groups appear first. */
export function groupRows(
  rows: Rows,
  positions: Iterable<number>,
  { groupOf, continues, apartOf }: GroupingBy,
): Group[] {
  const groups: number[][] = []
  const known = new Map<string, number[]>()
  let above: number[] | undefined
  let keyAbove = ''
  for (const position of positions) {
    const row = rows.at(position) ?? []
    const name = groupOf(row).trim()
    if (name === '' && continues && above) {
      above.push(position)
      continue
    }
    const key = name === '' ? '' : apartOf ? `${name}\u0000${apartOf(row).trim()}` : name
    // Most often they stand together after all.
    let group = key === '' ? undefined : key === keyAbove ? above : known.get(key)
    if (group) group.push(position)
    else {
      group = [position]
      groups.push(group)
      if (key !== '') known.set(key, group)
    }
    above = group
    keyAbove = key
  }
  return groups
}
