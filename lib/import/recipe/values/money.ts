import { wholeCurrencies } from '@/lib/contract/choices'
import { currencyPatterns, isCurrencySign } from '@/lib/files/excel/cells/shown-currency'
import type { MoneyPart } from '@/lib/import/recipe/recipe'
import { hasSpecialDigits } from '@/lib/sheet/schema/kinds'

/** Longer texts are not prices. */
const MAX_LENGTH = 40

/** A sign or word of a currency before and behind a number. */
const priceParts = /^([\p{L}\p{Sc}. ]*)(\d[\d., ]*)([\p{L}\p{Sc}. ]*)$/u

/** 12, 12.5, 12.50, 1,234.50 */
const withPoint = /^(?:\d+|[1-9]\d{0,2}(?:,\d{3})+)(?:\.\d{1,2})?$/
/** 12,50, 1.234,50, 1 234,50 */
const withComma = /^(?:\d+|[1-9]\d{0,2}(?:[. ]\d{3})+),\d{2}$/

const taxWords = [
  '(?:消費税|税)(?:込み?|抜き?|別)|[内外]税',
  '(?:부가(?:가치)?세|부과세|세금|VAT)\\s*(?:포함|별도|미포함|제외)',
  '(?:incl(?:\\.|uding|usive\\s+of)?|excl(?:\\.|uding|usive\\s+of)?|with|without)\\s*(?:tax|vat)',
  '(?:tax|vat)\\s*(?:incl|excl)(?:\\.|uded)?',
].join('|')
const taxNote = `(?:\\(\\s*(?:${taxWords})\\s*\\)|\\[\\s*(?:${taxWords})\\s*\\]|【\\s*(?:${taxWords})\\s*】|(?:${taxWords}))`
const taxNotes = new RegExp(`^${taxNote}(?=.*\\d)|(?<=\\d.*)${taxNote}$`, 'iu')

/**
 * A price without a note about its tax, in its narrow form: 12,500円 of `12,500円（税込）`. The amount is the same with and
 * without the note.
 */
export const withoutTaxNote = (text: string): string => {
  const narrow = text.normalize('NFKC').trim()
  return narrow.length > MAX_LENGTH ? narrow : narrow.replace(taxNotes, '').trim()
}

/**
 * The amount and the currency of a price that contains both: 12.00 and USD of $12.00, 90.00 and EUR of `EUR 90,00`, 12000
 * and KRW of `₩12,000원`. A sign of another currency than orders may have, such as `AU $`, is returned as it is written.
 * @returns undefined for other texts, and for amounts that are ambiguous: 1.299 may be thirteen hundred
 */
export function readMoney(text: string): Readonly<Record<MoneyPart, string>> | undefined {
  if (text.length > MAX_LENGTH || hasSpecialDigits(text)) return undefined
  const [all, before = '', number = '', behind = ''] = priceParts.exec(withoutTaxNote(text)) ?? []
  const [currency = '', ...others] = new Set(
    [before, behind].filter(sign => sign.trim() !== '').map(codeOfSign),
  )
  if (all === undefined || others.length > 0 || (currency !== '' && !isCurrencySign(currency)))
    return undefined
  const amount = amountOf(number.trim(), currency)
  return amount === undefined ? undefined : { amount, currency }
}

function amountOf(number: string, currency: string): string | undefined {
  if (withPoint.test(number)) return number.replaceAll(',', '')
  // 3,29 won is no price, so its comma may be a mistake for another sign.
  if (!withComma.test(number) || wholeCurrencies.has(currency)) return undefined
  return number.replaceAll(/[. ]/g, '').replace(',', '.')
}

function codeOfSign(sign: string): string {
  const bare = sign.replaceAll(' ', '')
  return Object.keys(currencyPatterns).find(code => currencyPatterns[code]?.test(bare)) ?? sign.trim()
}
