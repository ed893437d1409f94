import type { CellNote } from '@/lib/files/book/book'

/** The text of a cell, and a note where the file stores something else. */
export interface CellValue {
  readonly text: string
  readonly note?: CellNote
}

/** No program writes longer numbers. */
const MAX_LENGTH = 64

/** Digits that spreadsheet programs keep. */
const PRECISION = 15

/**
 * Writes a stored number without a power of ten: `1.23456789012E11` is 123456789012. Where digits would have to be
 * invented, as in 1.2345678901234567E+19, the text is what is stored. Fractions are rounded to 15 digits, as
 * programs show them.
 * @param raw as the file stores it
 */
export function numberText(raw: string): CellValue {
  if (isShortInteger(raw)) return { text: raw }
  if (raw.length > MAX_LENGTH) return { text: raw, note: { kind: 'number', raw } }
  const [all, sign = '', whole = '', fraction = '', power = '0'] = pattern.exec(raw) ?? []
  if (all === undefined) return { text: raw, note: { kind: 'number', raw } }
  const digits = (whole + fraction).replace(/^0+(?=\d)/, '')
  const exponent = Number(power) - fraction.length
  const significant = digits.replace(/0+$/, '').length
  if (significant > PRECISION && digits.length + exponent < significant) return rounded(raw)
  if (power === '0' && fraction !== '') return { text: raw }
  if (power === '0')
    return { text: raw, ...(digits.length > PRECISION ? { note: { kind: 'number', raw } } : {}) }
  const value = Number(raw)
  const isExact = Math.abs(value) <= Number.MAX_SAFE_INTEGER && exponent > -30
  if (!isExact) return { text: raw, note: { kind: 'number', raw } }
  const text = sign + withPoint(digits, exponent)
  return digits.length + Math.max(0, exponent) > PRECISION
    ? { text, note: { kind: 'number', raw } }
    : { text }
}

const pattern = /^(-?)(\d*)\.?(\d*)(?:[eE]\+?(-?\d{1,4}))?$/

function isShortInteger(raw: string): boolean {
  if (raw.length === 0 || raw.length > PRECISION) return false
  for (let at = 0; at < raw.length; at++) {
    const unit = raw.charCodeAt(at)
    if (unit < 48 || unit > 57) return false
  }
  return true
}

/** Rounds away what is left of calculations such as 0.1 + 0.2, as spreadsheet programs do. */
function rounded(raw: string): CellValue {
  const shown = Number(raw).toPrecision(PRECISION)
  const [, sign = '', whole = '', fraction = '', power = '0'] = pattern.exec(shown) ?? []
  const exponent = Number(power) - fraction.length
  const note: CellNote = { kind: 'number', raw }
  if (exponent < -30 || exponent > 0) return { text: raw, note }
  return { text: sign + withPoint(whole + fraction, exponent), note }
}

/** Digits with the decimal point at a power of ten, without superfluous zeros. */
function withPoint(digits: string, exponent: number): string {
  if (exponent >= 0) return (digits + '0'.repeat(exponent)).replace(/^0+(?=\d)/, '')
  const filled = digits.padStart(1 - exponent, '0')
  const whole = filled.slice(0, exponent).replace(/^0+(?=\d)/, '')
  const fraction = filled.slice(exponent).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}
