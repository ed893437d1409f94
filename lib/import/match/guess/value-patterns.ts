import type { Table } from '@/lib/files/book/book'
import { codeOfValue } from '@/lib/import/recipe/values/value-maps'

/** The pattern of a column's texts, independent of its heading. */
export type ValuePattern =
  | 'postal-code'
  | 'image'
  | 'page'
  | 'email'
  | 'phone'
  | 'waybill'
  | 'customs-code'
  | 'country'
  | 'currency'
  | 'prefecture'
  /** An address that begins with its prefecture. */
  | 'address'
  | 'number'

/** The first rows of a file suffice to detect patterns. */
const MAX_SAMPLE_ROWS = 300
/** The share of a column's texts that must have the same pattern. */
const MIN_SHARE = 0.9

/** The rows from which patterns are detected. */
export const rowsBelow = ({ rows }: Table, header: number): readonly (readonly string[])[] =>
  rows.slice(header + 1, header + 1 + MAX_SAMPLE_ROWS)

/** The trimmed, non-blank texts of a column below the header, in order. */
export function columnTexts(table: Table, header: number, column: number): string[] {
  const texts: string[] = []
  for (const row of rowsBelow(table, header)) {
    const text = (row[column] ?? '').trim()
    if (text !== '') texts.push(text)
  }
  return texts
}

/** Whether most of a column's texts pass; a column without texts does not. */
export const mostMatch = (texts: readonly string[], passes: (text: string) => boolean): boolean =>
  texts.length > 0 && texts.filter(passes).length >= texts.length * MIN_SHARE

const toNarrow = (text: string): string => text.normalize('NFKC').replaceAll(/[\p{Pd}−ー]/gu, '-')

const postalCodePattern = /^〒?\s?\d{3}-?\d{4}$/
/** Whether a text has the shape of a Japanese postal code. */
export const isPostalCode = (text: string): boolean => postalCodePattern.test(toNarrow(text))

const telephonePattern = /^'?\+?\(?\d[\d\s()-]{7,18}\d$/
const urlPattern = /^https?:\/\/\S+$/i
const imagePattern = /\.(jpe?g|png|gif|webp|avif|bmp)(\?\S*)?$/i
const keyPattern = /^[#'A-Za-z0-9][A-Za-z0-9_#/-]{3,39}$/

const isPhone = (text: string): boolean => {
  const digits = text.replaceAll(/\D/g, '')
  if (!telephonePattern.test(text) || digits.length < 9 || digits.length > 15) return false
  return /^'?(\+|\(?0|8[12])/.test(text)
}

/** Whether a text is a Japanese address from its prefecture on. */
export const isWholeAddress = (text: string): boolean =>
  /^(〒?\s*\d{3}-?\d{4}[\s,、]*)?(北海道|東京都|(京都|大阪)府|[^\s\d]{2,3}県).*[市区町村]/.test(
    toNarrow(text),
  )

/**
 * The pattern of a column's texts; undefined if they fit several. Seven digits without a hyphen that ascend from row to
 * row are a counter, not postal codes.
 */
export function valuePatternOf(texts: readonly string[]): ValuePattern | undefined {
  const narrowed = texts.map(toNarrow)
  const is = (passes: (text: string) => boolean) => mostMatch(narrowed, passes)
  if (is(text => /^P\d{12}$/i.test(text))) return 'customs-code'
  if (is(text => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text))) return 'email'
  if (is(text => urlPattern.test(text))) return is(text => imagePattern.test(text)) ? 'image' : 'page'
  if (is(text => /^(北海道|東京都|(京都|大阪)府|[^\s\d]{2,3}県)$/.test(text))) return 'prefecture'
  if (is(isWholeAddress)) return 'address'
  if (is(isPhone)) return 'phone'
  if (is(text => /^\d{4}-?\d{4}-?\d{4}$/.test(text))) return 'waybill'
  if (is(isPostalCode) && (is(hasHyphen) || !isAscending(narrowed))) return 'postal-code'
  if (is(text => codeOfValue(text, 'currency') !== undefined)) return 'currency'
  if (is(text => codeOfValue(text, 'country') !== undefined)) return 'country'
  return areKeys(narrowed) ? 'number' : undefined
}

const hasHyphen = (text: string): boolean => text.includes('-')

/** A file of one buyer has the same postal code in all rows, which is not a counter. */
const isAscending = (texts: readonly string[]): boolean =>
  texts.length > 2 &&
  texts[0] !== texts.at(-1) &&
  texts.every((text, at) => at === 0 || (texts[at - 1] ?? '') <= text)

/**
 * Whether texts could be order numbers: letters and digits, each unique or repeated only in adjacent rows. Short
 * numbers are prices unless they count up.
 */
function areKeys(texts: readonly string[]): boolean {
  const heads = texts.filter((text, at) => text !== texts[at - 1])
  return (
    heads.length > 1 &&
    texts.every(text => keyPattern.test(text) && /\d{3}/.test(text)) &&
    new Set(heads).size === heads.length &&
    (!heads.every(text => /^\d{1,6}$/.test(text)) || isCounter(heads)) &&
    !texts.every(text => /^\d{4}-\d{1,2}-\d{1,2}$|^\d{1,3}(-\d{3})*$/.test(text))
  )
}

const isCounter = (texts: readonly string[]): boolean =>
  texts.every((text, at) => at === 0 || Number(text) === Number(texts[at - 1]) + 1)
