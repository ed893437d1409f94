/** The unit in a heading: Unit price (USD), 単価円, Weight kg. */
interface HeadingUnit {
  /** The heading without the unit; '' if it consists of the unit. */
  readonly bare: string
  /** Code of the currency. */
  readonly currency?: string
  /** `else`: a unit other than kilograms and grams. */
  readonly weight?: 'kg' | 'g' | 'else'
}

const currencyWords: readonly (readonly [string, string])[] = [
  ['KRW|₩|원', 'KRW'],
  ['JPY|YEN|¥|円|엔', 'JPY'],
  ['USD|US\\$|\\$|달러|ドル', 'USD'],
  ['EUR|€|유로|ユーロ', 'EUR'],
  ['CNY|RMB|위안|元', 'CNY'],
  ['RUB|₽|руб\\.?', 'RUB'],
  // No order may be in these. Their prices must not be taken for won.
  ['GBP|£', 'GBP'],
  ['THB|฿', 'THB'],
  ['IDR|Rp\\.?', 'IDR'],
  ['VND|₫', 'VND'],
  ['MYR|RM', 'MYR'],
  ['PHP|₱', 'PHP'],
  ['INR|₹', 'INR'],
  ['TWD|NT\\$', 'TWD'],
  ['HKD|HK\\$', 'HKD'],
  ['SGD|S\\$', 'SGD'],
  ['AUD|AU?\\$', 'AUD'],
  ['CAD|CA?\\$', 'CAD'],
  ['NZD|NZ\\$', 'NZD'],
  ['CHF', 'CHF'],
]
const weightWords: readonly (readonly [string, NonNullable<HeadingUnit['weight']>])[] = [
  ['kgs?|kilos?|킬로그램|キログラム', 'kg'],
  ['gr?|grams?|그램|グラム', 'g'],
  ['lbs?|pounds?|oz|ounces?|파운드|온스', 'else'],
]

/**
 * The unit in brackets, as the whole heading, behind a blank or a stroke, or before one. Directly behind a letter only
 * signs count, and words that end no other word: 単価円 is a price in yen, but 지원 does not end in won.
 */
const patterns = (words: string): readonly RegExp[] => {
  const joined = words.split('|').filter(word => /^(\\\$|[¥₩€円엔]|ドル|달러|kgs\?|gr\?)$/.test(word))
  return [
    new RegExp(`^(.*?)\\s*[([]\\s*(?:${words})\\s*[)\\]](.*)$`, 'iu'),
    new RegExp(`^(.*?)(?:^|[\\s_/.-]+)(?:${words})$`, 'iu'),
    new RegExp(`^(?:${words})[\\s_/.-]+(.*)$`, 'iu'),
    ...(joined.length > 0 ? [new RegExp(`^(.*[^\\x00-\\x7f])(?:${joined.join('|')})$`, 'iu')] : []),
  ]
}

const compilePatterns = <T>(table: readonly (readonly [string, T])[]) =>
  table.flatMap(([words, means]) => patterns(words).map(pattern => [pattern, means] as const))
const [inCurrency, inWeight] = [compilePatterns(currencyWords), compilePatterns(weightWords)]

/** Longer texts are not headings, and are not searched. */
const MAX_HEADING_LENGTH = 100

/** @returns undefined if the heading names no unit */
export function unitInHeading(heading: string): HeadingUnit | undefined {
  if (heading.length > MAX_HEADING_LENGTH) return undefined
  const text = heading.normalize('NFKC').trim()
  const currency = matchUnit(text, inCurrency)
  if (currency) return { bare: currency.bare, currency: currency.means }
  const weight = matchUnit(text, inWeight)
  return weight && { bare: weight.bare, weight: weight.means }
}

function matchUnit<T>(
  text: string,
  table: readonly (readonly [RegExp, T])[],
): { readonly bare: string; readonly means: T } | undefined {
  for (const [pattern, means] of table) {
    const parts = pattern.exec(text)
    if (parts) return { bare: `${parts[1] ?? ''} ${parts[2] ?? ''}`.trim(), means }
  }
  return undefined
}
