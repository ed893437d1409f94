import { type Row, type Rows, textsAt } from '@/lib/files/book/book'
import type { RowGroup } from './group-rows'
import type { ImportPlan } from './import-plan'

/** Rows of an order that are compared in pairs, which ends at the first difference. In more rows, whole texts are. */
const MAX_PAIRED_ROWS = 8

/**
 * Finds rows that repeat an earlier row of their order in every cell, apart from numbers that count the rows: an export that
 * was appended to itself gives each item twice, and so does an order with two equal items. Only a person knows which it is.
 * @returns their positions, without the first row of each
 */
export function repeatedRows(
  rows: Rows,
  groups: readonly RowGroup[],
  { item, withoutLine }: Pick<ImportPlan, 'item' | 'withoutLine'>,
): ReadonlySet<number> {
  const repeated = new Set<number>()
  const itemColumns = [...new Set(item.flatMap(({ reader }) => reader.from))]
  let counters: ReadonlySet<number> | undefined
  /** The columns whose numbers only count the rows; they are looked for where an item occurs twice. */
  const counting = () => {
    counters ??= countingColumns(rows, groups)
    return counters
  }
  const rowAt = (position: number): Row => rows.at(position) ?? []
  const isEqual = (row: Row, other: Row) =>
    itemColumns.every(column => row.at(column) === other.at(column)) && isEqualRow(row, other, counting())
  for (const group of groups) {
    if (group.length < 2) continue
    const lines = withoutLine.size === 0 ? group : group.filter(position => !withoutLine.has(position))
    if (lines.length <= MAX_PAIRED_ROWS) {
      for (const [at, position] of lines.entries())
        if (lines.slice(0, at).some(above => isEqual(rowAt(position), rowAt(above)))) repeated.add(position)
      continue
    }
    const seen = new Set<string>()
    for (const position of lines) {
      const text = textOfRow(rows, position, counting())
      if (seen.has(text)) repeated.add(position)
      else seen.add(text)
    }
  }
  return repeated
}

function isEqualRow(row: Row, other: Row, left: ReadonlySet<number>): boolean {
  for (let column = 0; column < Math.max(row.length, other.length); column++)
    if (!left.has(column) && (row.at(column) ?? '') !== (other.at(column) ?? '')) return false
  return true
}

/** All texts of a row as one, without those of some columns and without blank ones at its end. */
function textOfRow(rows: Rows, position: number, left: ReadonlySet<number>): string {
  const texts = textsAt(rows, position).map((text, at) => (left.has(at) ? '' : text))
  return texts.slice(0, texts.findLastIndex(text => text !== '') + 1).join('\u0000')
}

/** The columns in which the rows are numbered from 1: a merchant who joins two exports may number the rows again. */
function countingColumns(rows: Rows, groups: readonly RowGroup[]): ReadonlySet<number> {
  const positions = groups.flat().sort((a, b) => a - b)
  const isCounter = (column: number) =>
    positions.every((position, at) => (rows.at(position)?.at(column) ?? '').trim() === String(at + 1))
  return new Set(
    textsAt(rows, positions[0] ?? -1).flatMap((text, column) =>
      text.trim() === '1' && isCounter(column) ? [column] : [],
    ),
  )
}
