import { withoutTrailingZeros } from '@/lib/contract/characters'
import { integerOf } from '@/lib/contract/json/strict-json'
import type { FailureCode, FailureParams } from '@/lib/contract/validation/failures'
import { readFlagWord } from './choices/flag-words'
import type { CellKindName, Column } from './columns'

/** The value of a cell for the contract, or the reason why the text cannot be read. */
export type CellReading =
  | { readonly value: string | number | bigint | boolean | readonly string[] }
  | { readonly code: FailureCode; readonly params: FailureParams }

/** How one kind of column reads its texts. */
export interface CellKind {
  /** @param text never blank */
  readonly read: (text: string, column: Column) => CellReading
  readonly align: 'left' | 'right'
}

/** How the texts of each kind of column are read and aligned. */
export const kinds: Readonly<Record<CellKindName, CellKind>> = {
  text: { read: readText, align: 'left' },
  number: { read: readNumber, align: 'right' },
  integer: { read: readInteger, align: 'right' },
  flag: { read: readFlag, align: 'left' },
  choice: { read: readChoice, align: 'left' },
  list: { read: readList, align: 'left' },
}

/** Whether a cell counts as empty: a text of only white space is not sent. */
export function isBlank(text: string | undefined): boolean {
  if (text === undefined || text === '') return true
  // Called a million times while a large draft opens, and most texts begin with a letter or a digit.
  const first = text.charCodeAt(0)
  return (first <= 32 || first > 126) && text.trim() === ''
}

/** The first text that is not blank; '' if there is none. */
export const firstFilled = (texts: readonly (string | undefined)[]): string =>
  texts.find(text => text !== undefined && !isBlank(text)) ?? ''

/** Control characters that databases cut or refuse (NUL for example); tab and line ends are allowed. */
const unstorable = /(?![\t\n\r\u007f-\u009f])\p{Cc}/u

function readText(text: string): CellReading {
  if (unstorable.test(text) || !text.isWellFormed()) return { code: 'control_character', params: {} }
  return { value: text }
}

/** Entries are separated by line ends or blanks. */
function readList(text: string): CellReading {
  const reading = readText(text)
  return 'code' in reading ? reading : { value: entriesOf(text) }
}

/** The entries of a list cell: the texts between blanks and line ends. */
export const entriesOf = (text: string): string[] => text.split(/\s+/).filter(entry => entry !== '')

const plainNumber = /^[+-]?\d+(\.\d+)?$/
const groupedNumber = /^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/
const scientificNumber = /^[+-]?\d+(\.\d+)?e[+-]?\d+$/i

/**
 * Whether a text has raised, lowered or circled digits or fractions: compatibility normalisation makes ordinary digits
 * of them, and 10² would be 102.
 */
export const hasSpecialDigits = (text: string): boolean => /\p{No}/u.test(text)

/** Full-width digits and signs are ordinary numbers, typed with a Japanese or Korean input method. */
function digitsOf(text: string): string | CellReading {
  if (hasSpecialDigits(text)) return { code: 'not_a_number', params: { value: text } }
  const bare = text.normalize('NFKC').trim().replace('−', '-')
  if (plainNumber.test(bare)) return bare
  if (groupedNumber.test(bare)) return bare.replaceAll(',', '')
  if (scientificNumber.test(bare)) return { code: 'scientific', params: { value: text } }
  return { code: 'not_a_number', params: { value: text } }
}

/** Maximum number of characters of a number that a double holds exactly as it is typed. */
const EXACT_CHARACTERS = 15
/** Smaller numbers are written with an exponent. */
const LEAST_DECIMAL = 1e-6
const canonicalInteger = /^(?:0|-?[1-9]\d*)$/

function readNumber(text: string): CellReading {
  // Most numbers of a large draft.
  if (text.length <= EXACT_CHARACTERS && canonicalNumber.test(text)) {
    const value = Number(text)
    if (Math.abs(value) >= LEAST_DECIMAL) return { value }
  }
  const digits = digitsOf(text)
  if (typeof digits !== 'string') return digits
  const value = Number(digits)
  // A double holds 15 to 17 digits; a rounded price would not be the one that the operator typed.
  return sameDecimal(digits, value) ? { value } : { code: 'too_precise', params: { value: text } }
}

function readInteger(text: string): CellReading {
  if (text.length <= EXACT_CHARACTERS && canonicalInteger.test(text)) return { value: Number(text) }
  const digits = digitsOf(text)
  if (typeof digits !== 'string') return digits
  const [, fraction = ''] = digits.split('.')
  if (/[1-9]/.test(fraction)) return { code: 'not_an_integer', params: { value: text } }
  return { value: integerOf(trimDecimal(digits)) }
}

/** Whether a double, written in decimal, has exactly the digits that were typed. */
function sameDecimal(digits: string, value: number): boolean {
  const written = String(value)
  if (written.includes('e'))
    return Number.isInteger(value) && BigInt(value).toString() === trimDecimal(digits)
  return trimDecimal(written) === trimDecimal(digits)
}

function trimDecimal(digits: string): string {
  const negative = digits.startsWith('-')
  const [whole = '', fraction = ''] = digits.replace(/^[+-]/, '').split('.')
  const head = whole.replace(/^0+(?=\d)/, '')
  const tail = withoutTrailingZeros(fraction)
  const body = tail === '' ? head : `${head}.${tail}`
  return negative && body !== '0' ? `-${body}` : body
}

function readFlag(text: string): CellReading {
  const value = readFlagWord(text)
  return value === undefined ? { code: 'not_a_flag', params: { value: text } } : { value }
}

/** A choice is read in any case. Another text stays as it is, and the contract refuses it. */
function readChoice(text: string, column: Column): CellReading {
  if (column.choices?.includes(text)) return { value: text }
  const word = text.normalize('NFKC').trim()
  const upper = word.toUpperCase()
  return { value: column.choices?.find(choice => choice.toUpperCase() === upper) ?? word }
}

/** A number that is sent exactly as it is typed. */
const canonicalNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/

/**
 * How a cell is sent when that differs from its text: `1,200` as 1200, `１２` as 12, `はい` as true. Texts and lists are
 * sent as they are typed.
 * @returns undefined when the cell is sent as it is typed, or cannot be read
 */
export function sentAs(text: string, column: Column): string | undefined {
  if (column.kind === 'text' || column.kind === 'list' || isBlank(text) || canonicalNumber.test(text))
    return undefined
  const reading = kinds[column.kind].read(text, column)
  const sent = 'value' in reading ? String(reading.value) : text
  return sent === text ? undefined : sent
}
