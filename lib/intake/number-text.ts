import type { CellNote } from './table'

/** The text of a number, and what is to be said of it. */
export interface NumberText {
  readonly text: string
  readonly note?: CellNote
}

/** Longer no program writes a number. */
const LONGEST = 64

/** More digits than these no spreadsheet program keeps. */
const KEPT = 15

/**
 * A stored number in full digits: `1.23456789012E11` is 123456789012. Where digits would have to be made up, as in
 * 1.2345678901234567E+19, it stays as it is stored. Fractions are rounded to 15 digits, as programs show them.
 * @param raw as the file stores it
 */
export function numberText(raw: string): NumberText {
  if (isShortInteger(raw)) return { text: raw }
  if (raw.length > LONGEST) return { text: raw, note: { kind: 'number', raw } }
  const [all, sign = '', whole = '', fraction = '', power = '0'] = pattern.exec(raw) ?? []
  if (all === undefined) return { text: raw, note: { kind: 'number', raw } }
  const digits = (whole + fraction).replace(/^0+(?=\d)/, '')
  const exponent = Number(power) - fraction.length
  const significant = digits.replace(/0+$/, '').length
  if (significant > KEPT && digits.length + exponent < significant) return rounded(raw)
  if (power === '0' && fraction !== '') return { text: raw }
  if (power === '0') return { text: raw, ...(digits.length > KEPT ? { note: { kind: 'number', raw } } : {}) }
  const value = Number(raw)
  const isExact = Math.abs(value) <= Number.MAX_SAFE_INTEGER && exponent > -30
  if (!isExact) return { text: raw, note: { kind: 'number', raw } }
  const text = sign + placed(digits, exponent)
  return digits.length + Math.max(0, exponent) > KEPT ? { text, note: { kind: 'number', raw } } : { text }
}

const pattern = /^(-?)(\d*)\.?(\d*)(?:[eE]\+?(-?\d{1,4}))?$/

function isShortInteger(raw: string): boolean {
  if (raw.length === 0 || raw.length > KEPT) return false
  for (let at = 0; at < raw.length; at++) {
    const unit = raw.charCodeAt(at)
    if (unit < 48 || unit > 57) return false
  }
  return true
}

/** What 0.1 + 0.2 left behind is no part of the number that its program shows. */
function rounded(raw: string): NumberText {
  const shown = Number(raw).toPrecision(KEPT)
  const [, sign = '', whole = '', fraction = '', power = '0'] = pattern.exec(shown) ?? []
  const exponent = Number(power) - fraction.length
  const note: CellNote = { kind: 'number', raw }
  if (exponent < -30 || exponent > 0) return { text: raw, note }
  return { text: sign + placed(whole + fraction, exponent), note }
}

/** Digits with the point where a power of ten puts it; without zeros that say nothing. */
function placed(digits: string, exponent: number): string {
  if (exponent >= 0) return (digits + '0'.repeat(exponent)).replace(/^0+(?=\d)/, '')
  const filled = digits.padStart(1 - exponent, '0')
  const whole = filled.slice(0, exponent).replace(/^0+(?=\d)/, '')
  const fraction = filled.slice(exponent).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}
