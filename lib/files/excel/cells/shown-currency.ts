/** Signs and words of money by the code of their currency. Several currencies have the signs $ and ¥. */
export const currencyPatterns: Readonly<Record<string, RegExp>> = {
  KRW: /^(?:₩|원|krw|won)$/i,
  JPY: /^(?:¥|円|엔|jpy|yen)$/i,
  USD: /^(?:\$|us\$|달러|ドル|usd)$/i,
  EUR: /^(?:€|유로|ユーロ|eur)$/i,
  RUB: /^(?:₽|руб\.?|rub)$/i,
}

/** Currencies that no order may have. */
const otherCurrencies = /^(?:cny|rmb|元|위안|gbp|aud|cad|nzd|hkd|sgd|twd|thb|vnd|php|myr|rm|idr|rp|inr|chf)$/i

/** Signs that several currencies have, and the languages of Excel in which they are the one of `code`. */
const sharedSigns = new Map([
  ['$', { code: 'USD', locale: /^(?:(?:[\da-f]{0,4}0)?409|(?:[\da-f]{4})?540a|(?:en|es)-us)$/i }],
  ['¥', { code: 'JPY', locale: /^(?:(?:[\da-f]{0,4}0)?411|ja-jp)$/i }],
])

/** A currency with a locale, a word in quotes, padding, the end of a section, a bare or escaped word. */
const parts = /\[\$([^\]-]*)-?([^\]]*)\]|\[[^\]]*\]|"([^"]*)"|[_*].|(;)|((?:\\.|[\p{L}\p{Sc}])+)|./gsu

/**
 * The currency that a number format shows beside a positive number: `[$$-409]#,##0.00`, `#,##0"원"`, `"US$"0.00`. A
 * backslash names none: it is shown as the sign of the won or of the yen.
 * @returns the code of a currency; its sign if other currencies have it too: `$`, `¥-804`, `£`; undefined
 *   if it shows none
 */
export function currencyOfFormat(format: string): string | undefined {
  const found = new Set<string>()
  for (const [, sign, locale, quoted, end, bare] of format.normalize('NFKC').matchAll(parts)) {
    if (end !== undefined) break
    if (sign !== undefined) add(found, currencyOfSign(sign, locale) ?? sign)
    for (const word of (quoted ?? bare ?? '').replaceAll('\\', '').split(/[\s().,:+~-]+/))
      add(found, currencyOfSign(word))
  }
  return found.size === 0 ? undefined : [...found].join(' ')
}

function add(found: Set<string>, currency: string | undefined): void {
  const bare = currency?.replaceAll('\\', '').trim() ?? ''
  if (bare !== '') found.add(bare)
}

function currencyOfSign(sign: string, locale = ''): string | undefined {
  const bare = sign.trim()
  const shared = sharedSigns.get(bare)
  if (shared) return locale === '' ? bare : shared.locale.test(locale) ? shared.code : `${bare}-${locale}`
  const code = Object.keys(currencyPatterns).find(one => currencyPatterns[one]?.test(bare))
  return code ?? (/\p{Sc}/u.test(bare) || otherCurrencies.test(bare) ? bare : undefined)
}

/** Whether a text is the code of a currency that orders may have, or the sign or code of another one, such as £ and AU $. */
export const isCurrencySign = (text: string): boolean =>
  Object.hasOwn(currencyPatterns, text) || /\p{Sc}/u.test(text) || otherCurrencies.test(text)

/** The most likely currency of a sign that several currencies have; other texts are returned unchanged. */
export const likelyCurrency = (sign: string): string => sharedSigns.get(sign)?.code ?? sign
