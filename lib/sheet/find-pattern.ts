/** What an operator looks for. */
export interface Sought {
  readonly text: string
  readonly matchCase: boolean
  readonly wholeCell: boolean
  /** Whether `text` is a regular expression, JavaScript's with Unicode. */
  readonly expression: boolean
  /** Full and half width are one: １ and 1, ｶﾞ and ガ. Expressions say themselves what they mean. */
  readonly anyWidth: boolean
}

/** The pattern of what is sought, or what the browser says of an expression that is none. */
export type Reading = { readonly pattern: RegExp } | { readonly problem: string }

/** Reads what was typed; `text` is not empty. Only expressions can have a problem. */
export function readSought({ text, matchCase, wholeCell, expression, anyWidth }: Sought): Reading {
  const literal = anyWidth ? [...foldWidth(text)].map(anyWidthOf).join('') : literally(text)
  const source = expression ? text : literal
  const flags = matchCase ? 'gu' : 'giu'
  try {
    // Read as it was typed first: brackets that the frame around it would close are a mistake all the same.
    const pattern = new RegExp(source, flags)
    return { pattern: wholeCell ? new RegExp(`^(?:${source})$`, flags) : pattern }
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    return { problem: said.slice(said.lastIndexOf(': ') + 1).trim() }
  }
}

/** Whether a cell's text bears the pattern. */
export const bears = (text: string, pattern: RegExp): boolean => text.search(pattern) !== -1

/** The text with every occurrence replaced. In an expression `$1`, `$<name>` and `$&` stand for what was found. */
export const replaceIn = (text: string, pattern: RegExp, by: string, isExpression: boolean): string =>
  isExpression ? text.replace(pattern, by) : text.replace(pattern, () => by)

const literally = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** Full-width and half-width characters as the plain ones; nothing else is changed, ① and ㎝ least of all. */
const foldWidth = (text: string): string =>
  text.replaceAll(/[\u3000\uff01-\uffee]+/g, run => run.normalize('NFKC'))

const VOICE_MARKS = ['ﾞ', 'ﾟ']

/** How a plain character is also written: `ガ` as `ｶﾞ`, `1` as `１`. The values are pieces of a pattern. */
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
    // Before a voice mark it is half of another character.
    add(plain, voiced.length > 0 ? `${other}(?![ﾞﾟ])` : other)
  }
  return all
})()

function anyWidthOf(character: string): string {
  const others = otherWidths.get(character)
  return others ? `(?:${[literally(character), ...others].join('|')})` : literally(character)
}
