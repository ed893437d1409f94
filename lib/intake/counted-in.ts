/** What a heading says that the numbers below it are counted in: Unit price (USD), 単価円, Weight kg. */
export interface CountedIn {
  /** The heading without it; '' where it is all that the heading says. */
  readonly bare: string
  /** Code of the currency. */
  readonly currency?: string
  /** `else`: a unit that is no kilogram and no round part of one. */
  readonly weight?: 'kg' | 'g' | 'else'
}

const currencies: readonly (readonly [string, string])[] = [
  ['KRW|₩|원', 'KRW'],
  ['JPY|YEN|¥|円|엔', 'JPY'],
  ['USD|US\\$|\\$|달러|ドル', 'USD'],
  ['EUR|€|유로|ユーロ', 'EUR'],
  ['CNY|RMB|위안|元', 'CNY'],
]
const weights: readonly (readonly [string, NonNullable<CountedIn['weight']>])[] = [
  ['kgs?|kilos?|킬로그램|キログラム', 'kg'],
  ['gr?|grams?|그램|グラム', 'g'],
  ['lbs?|pounds?|oz|ounces?|파운드|온스', 'else'],
]

/**
 * In brackets, alone, behind a blank or a stroke, or before one. Behind a letter only signs and words that end no other
 * word stand: 単価円 is a price in yen, and 지원 no support in won.
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

const made = <T>(table: readonly (readonly [string, T])[]) =>
  table.flatMap(([words, means]) => patterns(words).map(pattern => [pattern, means] as const))
const [inCurrency, inWeight] = [made(currencies), made(weights)]

/** Longer texts are no headings, and are not searched. */
const LONGEST = 100

/** @returns undefined where the heading says nothing of the kind */
export function countedIn(heading: string): CountedIn | undefined {
  if (heading.length > LONGEST) return undefined
  const text = heading.normalize('NFKC').trim()
  const currency = found(text, inCurrency)
  if (currency) return { bare: currency.bare, currency: currency.means }
  const weight = found(text, inWeight)
  return weight && { bare: weight.bare, weight: weight.means }
}

function found<T>(
  text: string,
  table: readonly (readonly [RegExp, T])[],
): { readonly bare: string; readonly means: T } | undefined {
  for (const [pattern, means] of table) {
    const parts = pattern.exec(text)
    if (parts) return { bare: `${parts[1] ?? ''} ${parts[2] ?? ''}`.trim(), means }
  }
  return undefined
}
