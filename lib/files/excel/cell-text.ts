import { type DateSystem, datePartsOf, isoDateText } from './date-text'
import { formatDate } from './format-date'
import type { NumberFormat } from './number-formats'
import { type CellValue, numberText } from './number-text'

/**
 * The text of a stored number, by the format of its cell: days as `2026-03-01`, 0600001 with its leading zeros where the format
 * has seven digits, other numbers with all their digits.
 * @param raw the number as the file stores it
 */
export function cellText(raw: string, format: NumberFormat | undefined, system: DateSystem): CellValue {
  if (!format) return numberText(raw)
  if (format.isDate) return dateText(raw, format, system)
  const zeros = zeroFilled(raw, format.code)
  if (zeros !== undefined)
    return zeros === raw ? { text: raw } : { text: zeros, note: { kind: 'number', raw, format: format.code } }
  const { text, note } = numberText(raw)
  if (note || /%|E[+-]/i.test(format.code))
    return { text, note: { kind: 'number', raw, format: format.code } }
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

/** What a format of zeros and hyphens shows: 600001 in `000-0000` is 060-0001. */
function zeroFilled(raw: string, code: string): string | undefined {
  const plain = code.replaceAll(/\\(.)|"([- ]*)"/g, '$1$2')
  if (!/^0[0 -]*0$/.test(plain) || !/^\d{1,15}$/.test(raw)) return undefined
  const places = plain.replaceAll(/[^0]/g, '').length
  const digits = raw.padStart(places, '0')
  // Digits beyond the length of the format come first.
  let at = digits.length - places
  let text = digits.slice(0, at)
  for (const sign of plain) text += sign === '0' ? (digits[at++] ?? '') : sign
  return text
}
