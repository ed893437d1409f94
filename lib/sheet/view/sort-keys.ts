/** Languages in which each ordinary character sorts by itself; keys would not agree with the collators of others. */
const languagesWithKeys = new Set(['en', 'ko', 'ja', 'zh'])
const browserLocale = new Intl.Collator().resolvedOptions().locale

/** The language whose sort order the keys follow. */
export const sortLocale = languagesWithKeys.has(new Intl.Locale(browserLocale).language)
  ? browserLocale
  : 'en'

const base = new Intl.Collator(sortLocale, { sensitivity: 'base' })

/**
 * Printable ASCII, kana without the marks that lengthen or repeat, ideographs, Hangul syllables: characters whose weight
 * does not depend on their neighbours.
 */
const ordinaryText = /^[ -~ぁ-ゖァ-ヺ一-鿿가-힣]*$/
const digits = /[0-9]/
const MAX_NUMBER_DIGITS = 60

/** Doubles of a key; each holds as many characters as fit into its 52 bits. */
const WORDS_PER_KEY = 4

/**
 * Keys of texts: letters, and numbers by their value, packed into a few doubles, so that most pairs are compared by
 * subtraction. A collator decides by accents, case and later characters.
 */
export class SortKeys {
  private readonly words: Float64Array
  private readonly weights: ReadonlyMap<string, number>
  private readonly base: number
  private readonly perWord: number

  constructor(texts: readonly string[]) {
    this.weights = weigh(texts)
    this.base = Math.max(MAX_NUMBER_DIGITS, ...this.weights.values()) + 1
    this.perWord = Math.floor(52 / Math.log2(this.base))
    this.words = new Float64Array(texts.length * WORDS_PER_KEY)
    texts.forEach((text, i) => {
      this.fill(i * WORDS_PER_KEY, ordinaryText.test(text) ? text : undefined)
    })
  }

  /** Compares two texts by their positions; 0 when the keys are equal or missing. */
  compare(a: number, b: number): number {
    for (let i = 0; i < WORDS_PER_KEY; i++) {
      const difference = (this.words[a * WORDS_PER_KEY + i] ?? 0) - (this.words[b * WORDS_PER_KEY + i] ?? 0)
      if (difference !== 0) return Number.isNaN(difference) ? 0 : difference
    }
    return 0
  }

  private fill(at: number, text: string | undefined): void {
    const codes = text === undefined ? undefined : this.codesOf(text)
    for (let word = 0; word < WORDS_PER_KEY; word++) {
      let value = 0
      for (let i = 0; i < this.perWord; i++)
        value = value * this.base + (codes?.[word * this.perWord + i] ?? 0)
      this.words[at + word] = codes ? value : Number.NaN
    }
  }

  /** Undefined when a number is too long. The length of a number comes first, since a longer number is larger. */
  private codesOf(text: string): number[] | undefined {
    const most = this.perWord * WORDS_PER_KEY
    const codes: number[] = []
    for (let i = 0; i < text.length && codes.length < most; i++) {
      codes.push(this.weights.get(text[i] ?? '') ?? 0)
      if (!isDigit(text, i)) continue
      let end = i + 1
      while (isDigit(text, end)) end++
      while (i < end - 1 && text[i] === '0') i++
      if (end - i > MAX_NUMBER_DIGITS) return undefined
      codes.push(end - i)
      for (; i < end; i++) codes.push(text.charCodeAt(i) - 47)
      i--
    }
    return codes
  }
}

const isDigit = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at)
  return code >= 48 && code <= 57
}

/** Weights of all ordinary characters of some texts, from 1; digits share one weight. */
function weigh(texts: readonly string[]): ReadonlyMap<string, number> {
  const characters = new Set<string>('0')
  for (const text of texts) {
    if (!ordinaryText.test(text)) continue
    for (let i = 0; i < text.length; i++) characters.add(text[i] ?? '')
  }
  const weights = new Map<string, number>()
  let before: string | undefined
  let weight = 0
  for (const character of [...characters]
    .filter(one => !digits.test(one) || one === '0')
    .sort(base.compare)) {
    if (before === undefined || base.compare(before, character) !== 0) weight++
    weights.set(character, weight)
    before = character
  }
  for (let digit = 1; digit < 10; digit++) weights.set(String(digit), weights.get('0') ?? 0)
  return weights
}
