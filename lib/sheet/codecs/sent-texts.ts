import { valueAt } from '@/lib/contract/json/member'
import { readStrictJson } from '@/lib/contract/json/strict-json'
import type { Texts } from '@/lib/sheet/schema/line'
import type { Sheet } from '@/lib/sheet/schema/sheets'

/** The texts of a record as it was sent, by column: of the record itself, and of each line. */
export interface SentTexts {
  readonly record: Texts
  readonly lines: readonly Texts[]
}

/**
 * Reads the JSON of a record into texts, with all digits of its numbers. Columns that were not sent, or were erased
 * since, are absent.
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

const textOf = (value: unknown): string =>
  value === undefined || value === null
    ? ''
    : Array.isArray(value)
      ? value.map(textOf).join('\n')
      : String(value)
