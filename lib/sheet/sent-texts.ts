import { readStrictJson } from '@/lib/contract/strict-json'
import type { Path } from './columns'
import type { Texts } from './draft'
import type { Sheet } from './sheets'

/** What a record said when it was sent, as texts by column: of the record itself, and of each of its lines. */
export interface SentTexts {
  readonly record: Texts
  readonly lines: readonly Texts[]
}

/**
 * Reads the JSON of a record back into texts, digit by digit. Columns of which nothing was sent, or whose texts were
 * erased since, have none.
 */
export function sentTexts(json: string, sheet: Sheet): SentTexts {
  const read = readStrictJson(new TextEncoder().encode(json), digits => digits)
  const record = read.ok ? read.value : undefined
  const lines = valueAt(record, sheet.lines)
  const textsOf = (value: unknown, scope: 'record' | 'item'): Texts =>
    Object.fromEntries(
      sheet.columns.flatMap(column => {
        const text = column.scope === scope ? textOf(valueAt(value, column.path)) : ''
        return text === '' ? [] : [[column.id, text]]
      }),
    )
  return {
    record: textsOf(record, 'record'),
    lines: Array.isArray(lines) ? lines.map(line => textsOf(line, 'item')) : [],
  }
}

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (at, step) =>
      typeof at === 'object' && at !== null ? (at as Record<string | number, unknown>)[step] : undefined,
    value,
  )

const textOf = (value: unknown): string =>
  value === undefined || value === null
    ? ''
    : Array.isArray(value)
      ? value.map(textOf).join('\n')
      : String(value)
