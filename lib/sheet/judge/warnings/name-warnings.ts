import type { FailureCode, FailureParams } from '@/lib/contract/validation/failures'
import { importerColumns, isToJapan, recipientColumns } from '@/lib/sheet/schema/japanese-addresses'
import { isBlank } from '@/lib/sheet/schema/kinds'
import type { Line } from '@/lib/sheet/schema/line'
import { otherPrefectures, prefecturesOf, readPrefecture } from '@/lib/sheet/schema/prefectures'
import type { SharedFailure } from '@/lib/sheet/schema/record-lines'
import {
  companyWord,
  hasEmoji,
  hasHangul,
  hasMixedScripts,
  hasReplacedCharacters,
  isJapanese,
  isPlainJapaneseName,
  isScriptNeutral,
} from '@/lib/sheet/schema/writing-systems'

// Names, addresses and telephone numbers that Japanese customs and carriers are known to reject. The API accepts all of
// them, so these are warnings and block nothing.

type TextOf = (column: string) => string
type Warning = Pick<SharedFailure, 'code' | 'params'>

const at = (code: FailureCode, params: FailureParams): Warning => ({ code, params })

const isFitAddress = (text: string): boolean => isJapanese(text) || isScriptNeutral(text)

const ifNot = (isFit: (text: string) => boolean) => (text: string) =>
  isFit(text) ? none : [at('not_japanese', { value: text })]

const none: Warning[] = []

/** Warnings of each column; the text is not blank. */
const judges: readonly (readonly [string, (text: string, textOf: TextOf) => Warning[]])[] = [
  ['recipient.name', (text, textOf) => (isToJapan(textOf) ? ofName(text) : ofPictures(text))],
  [
    recipientColumns.zipCode,
    (text, textOf) => (isToJapan(textOf) ? ofCode(text, textOf(recipientColumns.state)) : none),
  ],
  ['recipient.importerJapaneseName', text => [...ifNot(isJapanese)(text), ...ofName(text, true)]],
  [importerColumns.zipCode, (text, textOf) => ofCode(text, textOf(importerColumns.state))],
  [recipientColumns.state, (text, textOf) => (isToJapan(textOf) ? ofState(text) : none)],
  [
    importerColumns.state,
    text =>
      readPrefecture(text) === undefined && isJapanese(text) ? ofState(text) : ifNot(isJapanese)(text),
  ],
  [importerColumns.city, ifNot(isJapanese)],
  [importerColumns.address, ifNot(isFitAddress)],
  ['recipient.importerJapaneseAddressDetail', ifNot(isFitAddress)],
  ['recipient.importerCorporateNumber', ofCorporate],
  ['recipient.contact', ofPhone],
  ['sender.contact', ofPhone],
]

/** Names and addresses, which never contain a question mark of their own. */
const neverAsks: readonly string[] = [
  'recipient.name',
  ...[recipientColumns, importerColumns].flatMap(({ state, city, address }) => [state, city, address]),
  'recipient.addressDetail',
  'recipient.importerJapaneseName',
  'recipient.importerJapaneseAddressDetail',
]

/** Warnings of an order's recipient and importer, each on the first line that has the text. */
export function warnNames(lines: readonly Line[]): SharedFailure[] {
  const found: SharedFailure[] = []
  const lineWith = (column: string) => lines.find(({ texts }) => !isBlank(texts[column]))
  const textOf: TextOf = column => lineWith(column)?.texts[column] ?? ''
  for (const column of neverAsks) {
    const line = lineWith(column)
    const value = line?.texts[column] ?? ''
    if (line && hasReplacedCharacters(value))
      found.push({ ...at('lost_characters', { value }), cells: [{ line: line.id, column }] })
  }
  for (const [column, judge] of judges) {
    const line = lineWith(column)
    if (!line) continue
    for (const warning of judge(line.texts[column] ?? '', textOf))
      found.push({ ...warning, cells: [{ line: line.id, column }] })
  }
  return found
}

/** @param isImporter an importer may be a company, and has the warning `not_japanese` for Hangul already */
function ofName(text: string, isImporter = false): Warning[] {
  if (isPlainJapaneseName(text)) return none
  const word = isImporter ? undefined : companyWord(text)
  const hasWarning = word !== undefined || (isImporter && hasHangul(text))
  return [
    ...(word === undefined ? [] : [at('company_name', { word })]),
    ...(!hasWarning && hasMixedScripts(text) ? [at('mixed_scripts', { value: text })] : []),
    ...ofPictures(text),
  ]
}

const ofPictures = (text: string): Warning[] => (hasEmoji(text) ? [at('emoji_in_name', { value: text })] : [])

/**
 * The number by which Japanese customs know an importer: a corporate number (13 digits, 17 with the branch that customs
 * append), a JASTPRO code (P and 11 more) or a code that customs issued (12 digits, or C and 16 more). Letters may
 * follow P and C (NACCS Center, question 2024061700011).
 */
function ofCorporate(text: string): Warning[] {
  const code = text
    .normalize('NFKC')
    .replaceAll(/[\s\p{Pd}−]/gu, '')
    .toUpperCase()
  if (code === '' || /^(P[\dA-Z]{11}|C[\dA-Z]{16}|\d{12})$/.test(code)) return none
  if (!/^\d{13}(\d{4})?$/.test(code)) return [at('corporate_number', { value: text })]
  return hasCheckDigit(code.slice(0, 13)) ? none : [at('corporate_check_digit', { value: text })]
}

/**
 * Whether the first of a corporate number's 13 digits fits the other twelve: 9 − (Σ Pn·Qn mod 9), where Pn is the
 * nth of them from the right and Qn is 1 for odd n, 2 for even n (Ordinance 70 of 2014 of the Ministry of
 * Finance, article 2).
 */
function hasCheckDigit(number: string): boolean {
  const digits = Array.from(number, Number)
  const sum = digits.slice(1).reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 2 : 1), 0)
  return digits[0] === 9 - (sum % 9)
}

/** Digits of a telephone number of any country (ITU-T E.164 allows 15). */
export const PHONE_DIGITS = { least: 8, most: 15 }

/** Signs by which shops hide digits. */
const MASK = /[*＊●○]/

/** The carrier calls the recipient, and cannot call 없음, a masked number, or two numbers in one cell. */
function ofPhone(text: string): Warning[] {
  const count = text.normalize('NFKC').replaceAll(/\D/g, '').length
  return count < PHONE_DIGITS.least || count > PHONE_DIGITS.most || MASK.test(text)
    ? [at('phone_digits', { value: text, count })]
    : none
}

const ofState = (text: string): Warning[] =>
  readPrefecture(text) === undefined ? [at('unknown_prefecture', { value: text })] : none

function ofCode(code: string, state: string): Warning[] {
  const digits = /^\d{7}$/.test(code) ? code : code.normalize('NFKC').replaceAll(/\D/g, '')
  // A code with letters is of another country, or damaged (1.00E+06), which is an error.
  if (digits.length !== 7) return /[a-z]/i.test(code) ? none : [at('postal_digits', { count: digits.length })]
  if (prefecturesOf(digits).length === 0) return [at('postal_start', { start: digits.slice(0, 3) })]
  const states = otherPrefectures(state, digits)
  return states ? [at('other_prefecture', { states: states.join('・'), state })] : []
}
