import { positionOfRow, type Row, type Rows } from '@/lib/files/book/book'

/** Rows of a table that are one record, by position in its rows, the first one first. */
export type RowGroup = readonly number[]

/** How rows are grouped into records. */
export interface GroupingRule {
  /** The group key of a row; '' if the row has none. */
  readonly groupOf: (row: Row) => string
  /** Whether a row without a key belongs to the record above. */
  readonly continues: boolean
  /**
   * Whether a row without a key contradicts the first row of the record above, for example by another recipient. That
   * row is the same object for all rows of a record.
   */
  readonly contradicts: (row: Row, first: Row) => boolean
  /** The parcel of a row within its group; undefined if a group is one parcel. */
  readonly parcelOf: ((row: Row) => string) | undefined
  /** Positions of repeated headings: the rows below are another report, and no row of theirs belongs to a record above. */
  readonly repeatedHeaders: readonly number[]
}

/** The report of a row: how many repeated headings are above it. */
export const reportOf = (position: number, repeatedHeaders: readonly number[]): number =>
  repeatedHeaders.length === 0 ? 0 : positionOfRow(repeatedHeaders, position)

/** Groups rows into records, in the order in which the groups first appear; rows of a group need not be adjacent. */
export function groupRows(
  rows: Rows,
  positions: Iterable<number>,
  { groupOf, continues, contradicts, parcelOf, repeatedHeaders }: GroupingRule,
): RowGroup[] {
  const rowAt = (position: number): Row => rows.at(position) ?? []
  const groups: number[][] = []
  const known = new Map<string, number[]>()
  let above: number[] | undefined
  let firstAbove: Row = []
  let keyAbove = ''
  let report = 0
  for (const position of positions) {
    if (position > (repeatedHeaders[report] ?? Number.POSITIVE_INFINITY)) {
      report = reportOf(position, repeatedHeaders)
      known.clear()
      above = undefined
      keyAbove = ''
    }
    const row = rowAt(position)
    const name = groupOf(row).trim()
    if (name === '' && continues && above && !contradicts(row, firstAbove)) {
      above.push(position)
      continue
    }
    const key = name === '' ? '' : parcelOf ? `${name}\u0000${parcelOf(row).trim()}` : name
    // Rows of a group are nearly always adjacent.
    let group = key === '' ? undefined : key === keyAbove ? above : known.get(key)
    if (group) group.push(position)
    else {
      group = [position]
      groups.push(group)
      if (key !== '') known.set(key, group)
    }
    const [first = position] = group
    if (group !== above) firstAbove = first === position ? row : rowAt(first)
    above = group
    keyAbove = key
  }
  return groups
}
