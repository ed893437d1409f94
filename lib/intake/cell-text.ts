import { type DateSystem, momentOf, writeMoment } from './date-text'
import { showMoment } from './format-date'
import { type NumberText, numberText } from './number-text'
import type { NumberFormat } from './xlsx-styles'

/**
 * The text of a number that a spreadsheet stores, by how it is shown: days as `2026-03-01`, 0600001 with its zeros
 * where its format gives it seven digits, all else in full digits.
 * @param raw the number as it is stored
 */
export function cellText(raw: string, format: NumberFormat | undefined, system: DateSystem): NumberText {
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

function dateText(raw: string, { code, hasDay, isLength }: NumberFormat, system: DateSystem): NumberText {
  const serial = Number(raw)
  const moment = momentOf(serial, system)
  if (!moment || raw === '') return numberText(raw)
  if (isLength && serial >= 1)
    return { text: numberText(raw).text, note: { kind: 'number', raw, format: code } }
  const text = writeMoment(moment, serial >= 1 || hasDay)
  return { text, note: { kind: 'date', raw, shown: showMoment(moment, code) } }
}

/** What a format of nothing but zeros and hyphens shows: 600001 as `000-0000` is 060-0001. */
function zeroFilled(raw: string, code: string): string | undefined {
  const plain = code.replaceAll(/\\(.)|"([- ]*)"/g, '$1$2')
  if (!/^0[0 -]*0$/.test(plain) || !/^\d{1,15}$/.test(raw)) return undefined
  const places = plain.replaceAll(/[^0]/g, '').length
  const digits = raw.padStart(places, '0')
  // What is longer than its format keeps its first digits together.
  let at = digits.length - places
  let text = digits.slice(0, at)
  for (const sign of plain) text += sign === '0' ? (digits[at++] ?? '') : sign
  return text
}
