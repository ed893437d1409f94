import { currencyPatterns } from '@/lib/files/excel/cells/shown-currency'
import type { MoneyPart } from '@/lib/import/recipe/recipe'
import { hasSpecialDigits } from '@/lib/sheet/schema/kinds'

/** Longer texts are not prices. */
const MAX_LENGTH = 40

/** A sign or word of a currency before or behind a number. */
const priceParts = /^([\p{L}\p{Sc}. ]*)(\d[\d., ]*)([\p{L}\p{Sc}. ]*)$/u

/** 12, 12.5, 12.50, 1,234.50 */
const withPoint = /^(?:\d+|[1-9]\d{0,2}(?:,\d{3})+)(?:\.\d{1,2})?$/
/** 12,50, 1.234,50, 1 234,50 */
const withComma = /^(?:\d+|[1-9]\d{0,2}(?:[. ]\d{3})+),\d{2}$/

/**
 * The amount and the currency of a price that contains both: 12.00 and USD of $12.00, 90.00 and EUR of `EUR 90,00`. A
 * sign of another currency than orders may have, such as `AU $`, is returned as it is written.
 * @returns undefined for other texts, and for amounts that are ambiguous: 1.299 may be thirteen hundred
 */
export function readMoney(text: string): Readonly<Record<MoneyPart, string>> | undefined {
  if (text.length > MAX_LENGTH || hasSpecialDigits(text)) return undefined
  const [all, before = '', number = '', behind = ''] = priceParts.exec(text.normalize('NFKC').trim()) ?? []
  const signs = [before, behind].map(sign => sign.trim()).filter(sign => sign !== '')
  const amount = amountOf(number.trim())
  if (all === undefined || amount === undefined || signs.length > 1) return undefined
  return { amount, currency: codeOfSign(signs[0] ?? '') }
}

function amountOf(number: string): string | undefined {
  if (withPoint.test(number)) return number.replaceAll(',', '')
  return withComma.test(number) ? number.replaceAll(/[. ]/g, '').replace(',', '.') : undefined
}

function codeOfSign(sign: string): string {
  const bare = sign.replaceAll(' ', '')
  return Object.keys(currencyPatterns).find(code => currencyPatterns[code]?.test(bare)) ?? sign
}
