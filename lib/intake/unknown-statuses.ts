import { planImport, statesOf } from './import-plan'
import type { Understood } from './imported'
import { textOf } from './rules'
import type { Table } from './table'

/** A text of a status column that nobody knows, so that the operator is asked what it means. */
export interface UnknownStatus {
  /** Of its column, made distinct. */
  readonly heading: string
  readonly text: string
  /** The order of the first row that says so; '' where it has none. */
  readonly number: string
}

/** Texts of the status columns of a table whose meaning nobody knows, each once. */
export function unknownStatuses(table: Table, understood: Understood): readonly UnknownStatus[] {
  const states = statesOf(table, understood)
  if (!states) return []
  const first = understood.header + 1
  const below = Array.from({ length: Math.max(0, table.rows.length - first) }, (_, at) => first + at)
  if (states.unknown(below).length === 0) return []
  // Which rows are notices or totals takes longer to find out, and is only asked where something is unknown.
  const { positions, number } = planImport(table, understood)
  return states.unknown(positions).map(({ heading, text, position }) => ({
    heading,
    text,
    number: number ? textOf(number.read(table.rows.at(position) ?? [])).trim() : '',
  }))
}
