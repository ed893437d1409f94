import type { FailureCode, FailureParams } from '@/lib/contract/failures'
import type { Column, KindName } from './columns'

/** What a cell's text says to the contract: a value, or a reason why none can be read from it. */
export type Reading =
  | { readonly value: string | number | bigint | boolean | readonly string[] }
  | { readonly code: FailureCode; readonly params: FailureParams }

/** How one kind of column reads its text. Each kind answers for itself; nobody switches on kinds. */
export interface Kind {
  /** `text` is never blank. What cannot be read stays as it is in the cell. */
  readonly read: (text: string, column: Column) => Reading
  readonly align: 'left' | 'right'
}

export const kinds: Readonly<Record<KindName, Kind>> = {
  text: { read: readText, align: 'left' },
  number: { read: readNumber, align: 'right' },
  integer: { read: readInteger, align: 'right' },
  flag: { read: readFlag, align: 'left' },
  choice: { read: readChoice, align: 'left' },
  list: { read: readList, align: 'left' },
}

/** Whether a cell counts as empty. White space alone is nothing that an operator meant to send. */
export function isBlank(text: string | undefined): boolean {
  if (text === undefined || text === '') return true
  // Asked a million times while a large draft opens: most texts begin with a letter or a digit.
  const first = text.charCodeAt(0)
  return (first <= 32 || first > 126) && text.trim() === ''
}

/** Control characters that databases cut or refuse (NUL above all); tab and line ends are ordinary. */
const unstorable = /(?![\t\n\r\u007f-\u009f])\p{Cc}/u

function readText(text: string): Reading {
  if (unstorable.test(text) || !text.isWellFormed()) return { code: 'control_character', params: {} }
  return { value: text }
}

/** One entry a line, or entries separated by blanks. */
function readList(text: string): Reading {
  const reading = readText(text)
  return 'code' in reading ? reading : { value: entriesOf(text) }
}

/** The entries of a list cell: texts between blanks and line ends. */
export const entriesOf = (text: string): string[] => text.split(/\s+/).filter(entry => entry !== '')

const plain = /^[+-]?\d+(\.\d+)?$/
const grouped = /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/
const scientific = /^[+-]?\d+(\.\d+)?e[+-]?\d+$/i

/** Full-width digits and signs are the same numbers typed under a Japanese or Korean IME. */
function digitsOf(text: string): string | Reading {
  const bare = text.normalize('NFKC').trim().replace('−', '-')
  if (plain.test(bare)) return bare
  if (grouped.test(bare)) return bare.replaceAll(',', '')
  if (scientific.test(bare)) return { code: 'scientific', params: { value: text } }
  return { code: 'not_a_number', params: { value: text } }
}

function readNumber(text: string): Reading {
  const digits = digitsOf(text)
  if (typeof digits !== 'string') return digits
  const value = Number(digits)
  // A double holds 15 to 17 digits; sending a rounded price would change what the operator typed.
  return sameDecimal(digits, value) ? { value } : { code: 'too_precise', params: { value: text } }
}

function readInteger(text: string): Reading {
  const digits = digitsOf(text)
  if (typeof digits !== 'string') return digits
  const [whole = '', fraction = ''] = digits.split('.')
  if (/[1-9]/.test(fraction)) return { code: 'not_an_integer', params: { value: text } }
  const value = BigInt(whole.replace('+', ''))
  const small = Number(value)
  return { value: Number.isSafeInteger(small) ? small : value }
}

/** Whether a double, written out, has exactly the digits that were typed. */
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
  const tail = fraction.replace(/0+$/, '')
  const body = tail === '' ? head : `${head}.${tail}`
  return negative && body !== '0' ? `-${body}` : body
}

const yes = new Set(['true', 'y', 'yes', '1', 'o', '예', 'はい', '○'])
const no = new Set(['false', 'n', 'no', '0', 'x', '아니오', '아니요', 'いいえ', '×'])

/** Texts that a flag is read from as they are. */
export const flagWords: ReadonlySet<string> = new Set([...yes, ...no])

function readFlag(text: string): Reading {
  const word = text.normalize('NFKC').trim().toLowerCase()
  if (yes.has(word)) return { value: true }
  if (no.has(word)) return { value: false }
  return { code: 'not_a_flag', params: { value: text } }
}

/** A choice is read whatever its case; what is no choice goes on as text and the contract refuses it. */
function readChoice(text: string, column: Column): Reading {
  const word = text.normalize('NFKC').trim()
  const upper = word.toUpperCase()
  return { value: column.choices?.find(choice => choice.toUpperCase() === upper) ?? word }
}
