import { type DateSystem, datePartsOf, isoDateText } from './date-text'
import { formatDate } from './format-date'
import type { NumberFormat } from './number-formats'
import { type CellValue, numberText } from './number-text'

/**
 * The text of a stored number, by the format of its cell: days as `2026-03-01`, codes such as 060-0001 as
 * their format shows them, other numbers with all their digits.
 * @param raw the number as the file stores it
 */
export function numberCellText(raw: string, format: NumberFormat | undefined, system: DateSystem): CellValue {
  if (!format) return numberText(raw)
  if (format.isDate) return dateText(raw, format, system)
  const { text, note } = numberText(raw)
  const code = note ? undefined : format.showCode?.(text)
  if (code !== undefined) return code === raw ? { text: raw } : { text: code, note: format.noteOf(raw) }
  if (note || format.saysMore) return { text, note: format.noteOf(raw) }
  return { text }
}

function dateText(raw: string, { code, hasDay, isDuration }: NumberFormat, system: DateSystem): CellValue {
  const serial = Number(raw)
  const date = datePartsOf(serial, system)
  if (!date || raw === '') return numberText(raw)
  if (isDuration && serial >= 1)
    return { text: numberText(raw).text, note: { kind: 'number', raw, format: code } }
  const text = isoDateText(date, serial >= 1 || hasDay)
  return { text, note: { kind: 'date', raw, shown: formatDate(date, code) } }
}
