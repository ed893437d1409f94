/** Languages in which each ordinary character sorts by itself; keys would not agree with the collators of others. */
const languagesWithKeys = new Set(['en', 'ko', 'ja', 'zh'])
const browserLocale = new Intl.Collator().resolvedOptions().locale

/** The language whose sort order the keys follow. */
export const sortLocale = languagesWithKeys.has(new Intl.Locale(browserLocale).language)
  ? browserLocale
  : 'en'

const base = new Intl.Collator(sortLocale, { sensitivity: 'base' })

/**
 * Printable ASCII, kana without the marks that lengthen or repeat, ideographs, Hangul syllables: characters whose
 * weight does not depend on their neighbours.
 */
const ordinaryText = /^[ -~ぁ-ゖァ-ヺ一-鿿가-힣]*$/
const MAX_NUMBER_DIGITS = 60

/** Doubles of a key; each holds as many characters as fit into its 52 bits. */
const WORDS_PER_KEY = 4

/**
 * Keys of texts: letters, and numbers by their value, packed into a few doubles, so that most pairs are compared by
 * subtraction. A collator decides by accents, case and later characters.
 */
export class SortKeys {
  private readonly words: Float64Array
  private readonly base: number
  private readonly perWord: number
  /** The codes of the text whose key is being made; used again for each text. */
  private readonly codes: Uint16Array

  constructor(texts: readonly string[]) {
    const isOrdinary = texts.map(text => ordinaryText.test(text))
    const weights = weigh(texts, isOrdinary)
    this.base = Math.max(MAX_NUMBER_DIGITS, weights.highest) + 1
    this.perWord = Math.floor(52 / Math.log2(this.base))
    this.words = new Float64Array(texts.length * WORDS_PER_KEY)
    this.codes = new Uint16Array(this.perWord * WORDS_PER_KEY)
    for (let i = 0; i < texts.length; i++)
      this.fill(
        i * WORDS_PER_KEY,
        isOrdinary[i] ? this.readCodes(texts[i] ?? '', weights.byCharacter) : undefined,
      )
  }

  /** Compares two texts by their positions; 0 when the keys are equal or missing. */
  compare(a: number, b: number): number {
    for (let i = 0; i < WORDS_PER_KEY; i++) {
      const difference = (this.words[a * WORDS_PER_KEY + i] ?? 0) - (this.words[b * WORDS_PER_KEY + i] ?? 0)
      if (difference !== 0) return Number.isNaN(difference) ? 0 : difference
    }
    return 0
  }

  /** @param count how many codes the text has; undefined: it has no key. The words of a key are 0 at first. */
  private fill(at: number, count: number | undefined): void {
    if (count === undefined) this.words.fill(Number.NaN, at, at + WORDS_PER_KEY)
    const { base, codes, perWord } = this
    for (let word = 0, from = 0; count !== undefined && from < count && word < WORDS_PER_KEY; word++) {
      let value = 0
      for (const end = from + perWord; from < end; from++) value = value * base + (codes[from] ?? 0)
      this.words[at + word] = value
    }
  }

  /**
   * Reads the codes of a text into `codes`. The length of a number comes first, since a longer number is larger.
   * @returns how many there are; undefined when a number is too long
   */
  private readCodes(text: string, weights: Uint16Array): number | undefined {
    const { codes } = this
    let count = 0
    // Codes past the end of the key are dropped by the array.
    for (let i = 0; i < text.length && count < codes.length; i++) {
      codes[count++] = weights[text.charCodeAt(i)] ?? 0
      if (!isDigit(text, i)) continue
      let end = i + 1
      while (isDigit(text, end)) end++
      while (i < end - 1 && text.charCodeAt(i) === ZERO) i++
      if (end - i > MAX_NUMBER_DIGITS) return undefined
      codes[count++] = end - i
      for (; i < end; i++) codes[count++] = text.charCodeAt(i) - ZERO + 1
      i--
    }
    codes.fill(0, count)
    return count
  }
}

const ZERO = 48

const isDigit = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at)
  return code >= ZERO && code <= ZERO + 9
}

/** Weights of characters, from 1; digits share one weight. */
interface Weights {
  /** By UTF-16 code; 0: the character is in no text. */
  readonly byCharacter: Uint16Array
  readonly highest: number
}

/** Weights of all characters of the ordinary ones of some texts. */
function weigh(texts: readonly string[], isOrdinary: readonly boolean[]): Weights {
  const byCharacter = new Uint16Array(0x1_0000)
  const characters = ['0']
  byCharacter.fill(1, ZERO, ZERO + 10)
  for (let at = 0; at < texts.length; at++) {
    if (!isOrdinary[at]) continue
    const text = texts[at] ?? ''
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      if (byCharacter[code] !== 0) continue
      byCharacter[code] = 1
      characters.push(text.charAt(i))
    }
  }
  let before: string | undefined
  let highest = 0
  for (const character of characters.sort(base.compare)) {
    if (before === undefined || base.compare(before, character) !== 0) highest++
    byCharacter[character.charCodeAt(0)] = highest
    before = character
  }
  byCharacter.fill(byCharacter[ZERO] ?? 0, ZERO, ZERO + 10)
  return { byCharacter, highest }
}
