import type { FailureCode, FailureParams } from '@/lib/contract/validation/failures'
import type { Mark } from '@/lib/sheet/judge/marks'
import { PHONE_DIGITS } from '@/lib/sheet/judge/warnings/name-warnings'
import type { Column } from '@/lib/sheet/schema/columns'
import { addressOf } from '@/lib/sheet/schema/links'
import { hasEmoji } from '@/lib/sheet/schema/writing-systems'
import type { RuleKey } from './field-rules'

/** What looks wrong with a value that the contract accepts; `lib/words` has a sentence, under `explanations.finds`. */
export type ValueFaultKey =
  | 'outerSpaces'
  | 'lineBreak'
  | 'fullWidth'
  | 'phoneCharacters'
  | 'phoneDigits'
  | 'postalDigits'
  | 'postalStart'
  | 'emailForm'
  | 'notAUrl'
  | 'plainHttp'
  | 'notPositive'
  | 'negative'
  | 'belowOne'
  | 'hsDigits'
  | 'customsCode'
  | 'countryCode'
  | 'unknownCountry'
  | 'emoji'
  | 'mixedScripts'
  | 'companyName'
  | 'notJapanese'
  | 'notAPrefecture'
  | 'otherPrefecture'
  | 'corporateDigits'
  | 'corporateCheckDigit'
  | 'unlistedWarehouse'
  | 'longerThanJapan'

/** What is wrong with a value: a key of `explanations` in lib/words, and the values of its sentence. */
export interface ValueFault {
  readonly key: ValueFaultKey
  readonly params: FailureParams
}

/**
 * The desk's warnings as reasons: a warning's own sentence says that it stops nothing, which is wrong beside an error.
 */
const byWarning: Readonly<Partial<Record<FailureCode, ValueFaultKey>>> = {
  unusual_quantity: 'belowOne',
  unusual_price: 'negative',
  unusual_weight: 'notPositive',
  longer_than_japan: 'longerThanJapan',
  unlisted_warehouse: 'unlistedWarehouse',
  mixed_scripts: 'mixedScripts',
  emoji_in_name: 'emoji',
  company_name: 'companyName',
  not_japanese: 'notJapanese',
  corporate_number: 'corporateDigits',
  corporate_check_digit: 'corporateCheckDigit',
  postal_digits: 'postalDigits',
  postal_start: 'postalStart',
  other_prefecture: 'otherPrefecture',
  unknown_prefecture: 'notAPrefecture',
}

/** What a warning of the desk on the same cell says about its value. */
export function findByWarning(marks: readonly Mark[]): ValueFault | undefined {
  for (const { severity, source, code, params } of marks) {
    const key = severity === 'warning' && source === 'desk' && code ? byWarning[code] : undefined
    if (key) return { key, params: params ?? {} }
  }
  return undefined
}

const find = (key: ValueFaultKey, params: FailureParams = {}): ValueFault => ({ key, params })

/** Checks the form of a value against the rule of its column, as services are known to do. @param text not blank */
export function findFault(text: string, column: Column, rule: RuleKey): ValueFault | undefined {
  return byRule[rule]?.(text, column) ?? ofAnyText(text, column)
}

const digitsIn = (text: string): number => [...text.matchAll(/\p{Nd}/gu)].length
const hasFullWidth = (text: string): boolean => /[\uff01-\uff5e\u3000]/.test(text)
/** Texts in which Latin letters, digits and signs of one width are expected. */
const plain =
  (judge: (text: string, column: Column) => ValueFault | undefined) =>
  (text: string, column: Column): ValueFault | undefined =>
    hasFullWidth(text) ? find('fullWidth') : judge(text.trim(), column)

const numberOf = (text: string): number => Number(text.normalize('NFKC').replaceAll(',', '').trim())
const positive = (text: string) => (numberOf(text) <= 0 ? find('notPositive') : undefined)
const atLeastZero = (text: string) => (numberOf(text) < 0 ? find('negative') : undefined)
const atLeastOne = (text: string) => (numberOf(text) < 1 ? find('belowOne') : undefined)

const webAddress = plain(text => {
  if (addressOf(text) === undefined) return find('notAUrl')
  return /^http:/i.test(text) ? find('plainHttp') : undefined
})

const HS_DIGITS = { least: 6, most: 10 }

const byRule: Readonly<Partial<Record<RuleKey, (text: string, column: Column) => ValueFault | undefined>>> = {
  telephone: plain(text => {
    if (/[^\d+() .-]/.test(text)) return find('phoneCharacters')
    const count = digitsIn(text)
    return count < PHONE_DIGITS.least || count > PHONE_DIGITS.most
      ? find('phoneDigits', { count })
      : undefined
  }),
  japanesePostalCode: text =>
    digitsIn(text) === 7 ? undefined : find('postalDigits', { count: digitsIn(text) }),
  email: plain(text => (/^[^\s@]+@(?:[^\s@.]+\.)+[^\s@.]{2,}$/.test(text) ? undefined : find('emailForm'))),
  country: plain((text, { choices, hint }) => {
    if (!/^[A-Za-z]{2}$/.test(text)) return find('countryCode')
    return (choices ?? hint?.choices)?.includes(text.toUpperCase()) ? undefined : find('unknownCountry')
  }),
  webAddress,
  imageAddress: webAddress,
  hsCode: plain(text => {
    const count = digitsIn(text)
    return count < HS_DIGITS.least || count > HS_DIGITS.most ? find('hsDigits', { count }) : undefined
  }),
  customsCode: plain(text => (/^P\d{12}$/i.test(text) ? undefined : find('customsCode'))),
  waybill: plain(() => undefined),
  itemCode: plain(() => undefined),
  weight: positive,
  dimension: positive,
  price: positive,
  discountedPrice: positive,
  amount: atLeastZero,
  stock: atLeastZero,
  count: atLeastOne,
  purchaseQuantity: atLeastOne,
}

function ofAnyText(text: string, { kind }: Column): ValueFault | undefined {
  if (kind !== 'text') return undefined
  if (/[\r\n]/.test(text)) return find('lineBreak')
  if (text !== text.trim()) return find('outerSpaces')
  return hasEmoji(text) ? find('emoji') : undefined
}
