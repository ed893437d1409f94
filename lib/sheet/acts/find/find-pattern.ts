/** What an operator searches for. */
export interface SearchQuery {
  readonly text: string
  readonly matchCase: boolean
  readonly wholeCell: boolean
  /** Whether `text` is a regular expression, JavaScript's with Unicode. */
  readonly expression: boolean
  /** Whether full and half width match each other: １ and 1, ｶﾞ and ガ. Not used for expressions. */
  readonly anyWidth: boolean
}

/** The pattern of a query, or the browser's message about an invalid expression. */
export type PatternReading = { readonly pattern: RegExp } | { readonly problem: string }

/** Compiles a query, whose `text` is not empty. Only expressions can have a problem. */
export function compileQuery({
  text,
  matchCase,
  wholeCell,
  expression,
  anyWidth,
}: SearchQuery): PatternReading {
  const literal = anyWidth ? anySpelling(foldWidth(compose(text)), otherWidths) : anySpelling(compose(text))
  const source = expression ? text : literal
  const flags = matchCase ? 'gu' : 'giu'
  try {
    // The typed expression is compiled first: an unbalanced bracket must not be closed by the group around it.
    const pattern = new RegExp(source, flags)
    return { pattern: wholeCell ? new RegExp(`^(?:${source})$`, flags) : pattern }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { problem: message.slice(message.lastIndexOf(': ') + 1).trim() }
  }
}

/** Whether a text matches the pattern. */
export const matchesPattern = (text: string, pattern: RegExp): boolean => text.search(pattern) !== -1

/** The text with every occurrence replaced. For expressions `$1`, `$<name>` and `$&` insert the found text. */
export const replaceIn = (text: string, pattern: RegExp, by: string, isExpression: boolean): string =>
  isExpression ? text.replace(pattern, by) : text.replace(pattern, () => by)

const literally = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** Converts full-width and half-width characters to the ordinary ones, and no others: ① and ㎝ stay. */
const foldWidth = (text: string): string =>
  text.replaceAll(/[\u3000\uff01-\uffee]+/g, run => run.normalize('NFKC'))

/** Parts that one character may be stored as: ㅅ and ㅓ, か and ゛, e and ´. Texts copied from a Mac may contain them. */
const DECOMPOSED = /[\u1100-\u11ff]{2,}|.[\u0300-\u036f\u3099\u309a]+/gsu

/** Composes these sequences. `normalize` alone would also replace some characters of Japanese names: 塚 (U+FA10). */
const compose = (text: string): string => text.replaceAll(DECOMPOSED, run => run.normalize('NFC'))

const VOICE_MARKS = ['ﾞ', 'ﾟ']

/** Other widths of an ordinary character: `ｶﾞ` for `ガ`, `１` for `1`. The values are parts of a pattern. */
const otherWidths: ReadonlyMap<string, readonly string[]> = (() => {
  const all = new Map<string, string[]>()
  const add = (plain: string, other: string) => all.set(plain, [...(all.get(plain) ?? []), other])
  for (const code of [0x3000, ...Array.from({ length: 0xffee - 0xff01 + 1 }, (_, i) => 0xff01 + i)]) {
    const other = String.fromCharCode(code)
    const plain = other.normalize('NFKC')
    if (plain === other || plain.length > 1) continue
    const voiced = VOICE_MARKS.map(mark => ({ mark, plain: (other + mark).normalize('NFKC') })).filter(
      kana => kana.plain.length === 1,
    )
    for (const kana of voiced) add(kana.plain, other + kana.mark)
    // Before a voice mark it is a part of another character.
    add(plain, voiced.length > 0 ? `${other}(?![ﾞﾟ])` : other)
  }
  return all
})()

/** A pattern of characters that may be decomposed in the searched text. @param others other spellings, as patterns */
const anySpelling = (text: string, others?: ReadonlyMap<string, readonly string[]>): string =>
  [...text]
    .map(character => {
      const parts = character.normalize('NFD')
      const spellings = [
        literally(character),
        ...([...parts].length > 1 ? [literally(parts)] : []),
        ...(others?.get(character) ?? []),
      ]
      return `${spellings.length > 1 ? `(?:${spellings.join('|')})` : spellings[0]}${notBefore(character)}`
    })
    .join('')

/** The first of the letters that may end a Korean syllable. */
const LAST_JAMO = '\u11a8'

/** The condition that a character is not a part of another one: か with a voice mark is が, 서 with ᆯ is 설. */
function notBefore(character: string): string {
  const isVoiced = [...'\u3099\u309a'].some(mark => (character + mark).normalize('NFC').length === 1)
  if (isVoiced) return '(?![\\u3099\\u309a])'
  const mayGoOn = (character + LAST_JAMO).normalize('NFC') !== character + LAST_JAMO
  return mayGoOn ? '(?![\\u11a8-\\u11c2])' : ''
}
