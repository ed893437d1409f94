/** Languages in which no two of the ordinary characters sort as one; the keys would not agree with others. */
const plain = new Set(['en', 'ko', 'ja', 'zh'])
const wanted = new Intl.Collator().resolvedOptions().locale

/** The language by whose order the keys are made. */
export const sortLocale = plain.has(new Intl.Locale(wanted).language) ? wanted : 'en'

const base = new Intl.Collator(sortLocale, { sensitivity: 'base' })

/**
 * Printable ASCII, kana but for the marks that lengthen or repeat, ideographs, Hangul syllables: characters that count
 * the same beside whatever others.
 */
const ordinary = /^[ -~ぁ-ゖァ-ヺ一-鿿가-힣]*$/
const digits = /[0-9]/
const LONGEST_NUMBER = 60

/** Numbers of a key; one holds as many characters as fit into the 52 bits of a double. */
const WORDS = 4

/**
 * The letters of texts, numbers by their value, packed into a few doubles each, so that most pairs are told apart by
 * subtracting. Accents, case and whatever comes later are left to a collator.
 */
export class SortKeys {
  private readonly words: Float64Array
  private readonly weights: ReadonlyMap<string, number>
  private readonly base: number
  private readonly perWord: number

  constructor(texts: readonly string[]) {
    this.weights = weigh(texts)
    this.base = Math.max(LONGEST_NUMBER, ...this.weights.values()) + 1
    this.perWord = Math.floor(52 / Math.log2(this.base))
    this.words = new Float64Array(texts.length * WORDS)
    texts.forEach((text, i) => {
      this.fill(i * WORDS, ordinary.test(text) ? text : undefined)
    })
  }

  /** Compares two texts by their positions; 0: the keys do not tell. */
  compare(a: number, b: number): number {
    for (let i = 0; i < WORDS; i++) {
      const difference = (this.words[a * WORDS + i] ?? 0) - (this.words[b * WORDS + i] ?? 0)
      if (difference !== 0) return Number.isNaN(difference) ? 0 : difference
    }
    return 0
  }

  private fill(at: number, text: string | undefined): void {
    const codes = text === undefined ? undefined : this.codesOf(text)
    for (let word = 0; word < WORDS; word++) {
      let value = 0
      for (let i = 0; i < this.perWord; i++)
        value = value * this.base + (codes?.[word * this.perWord + i] ?? 0)
      this.words[at + word] = codes ? value : Number.NaN
    }
  }

  /** Undefined where a number is too long. A longer number is a larger one. */
  private codesOf(text: string): number[] | undefined {
    const most = this.perWord * WORDS
    const codes: number[] = []
    for (let i = 0; i < text.length && codes.length < most; i++) {
      codes.push(this.weights.get(text[i] ?? '') ?? 0)
      if (!isDigit(text, i)) continue
      let end = i + 1
      while (isDigit(text, end)) end++
      while (i < end - 1 && text[i] === '0') i++
      if (end - i > LONGEST_NUMBER) return undefined
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

/** Places of all ordinary characters of some texts among each other, from 1; digits share one. */
function weigh(texts: readonly string[]): ReadonlyMap<string, number> {
  const characters = new Set<string>('0')
  for (const text of texts) {
    if (!ordinary.test(text)) continue
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
