import { sentTexts } from '@/lib/sheet/codecs/sent-texts'
import type { Column } from '@/lib/sheet/schema/columns'
import { isBlank, kinds } from '@/lib/sheet/schema/kinds'
import type { Line } from '@/lib/sheet/schema/line'
import type { Sheet } from '@/lib/sheet/schema/sheets'

/**
 * The values of the cells of an order, as they are sent: `''` where a cell is blank, undefined where it cannot be read.
 * A column of the record has one value, a column of its lines one for each line.
 */
export interface OrderValues {
  readonly lineCount: number
  valuesOf(column: Column): readonly (string | undefined)[]
}

/** The values of an order on a sheet. */
export const valuesOfLines = (lines: readonly Line[]): OrderValues => ({
  lineCount: lines.length,
  valuesOf: column => {
    if (column.scope === 'item') return lines.map(({ texts }) => readCell(texts[column.id], column))
    return [readCell(lines.find(({ texts }) => !isBlank(texts[column.id]))?.texts[column.id], column)]
  },
})

function readCell(text: string | undefined, column: Column): string | undefined {
  if (text === undefined || isBlank(text)) return ''
  if (column.kind === 'text') return text
  const reading = kinds[column.kind].read(text, column)
  return 'value' in reading ? String(reading.value) : undefined
}

/** The values of an order that was sent. @param payload its JSON */
export function valuesOfPayload(payload: string, sheet: Sheet): OrderValues {
  const { record, lines } = sentTexts(payload, sheet)
  return {
    lineCount: lines.length,
    valuesOf: ({ id, scope }) =>
      (scope === 'item' ? lines : [record]).map(({ [id]: text }) => (isBlank(text) ? '' : text)),
  }
}
