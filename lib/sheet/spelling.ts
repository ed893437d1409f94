import type { Column } from './columns'
import { isBlank, kinds } from './kinds'

/** A number that goes out as it stands. */
const plain = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/

/**
 * How a cell is sent when that differs from what stands in it: `1,200` as 1200, `１２` as 12, `はい` as true. Texts
 * and lists go out as they are typed.
 * @returns undefined when it is sent as it stands, or cannot be read
 */
export function sentAs(text: string, column: Column): string | undefined {
  if (column.kind === 'text' || column.kind === 'list' || isBlank(text) || plain.test(text)) return undefined
  const reading = kinds[column.kind].read(text, column)
  const sent = 'value' in reading ? String(reading.value) : text
  return sent === text ? undefined : sent
}
