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
  const literal = anyWidth ? [...foldWidth(text)].map(anyWidthOf).join('') : literally(text)
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

function anyWidthOf(character: string): string {
  const others = otherWidths.get(character)
  return others ? `(?:${[literally(character), ...others].join('|')})` : literally(character)
}
