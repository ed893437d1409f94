/** Texts that are kept to be told apart: those that come later stand in their cells. */
const MOST = 200_000

/** The texts of a workbook that cells refer to by number. */
export class SharedTexts {
  private readonly numbers = new Map<string, number>()

  /**
   * @param first number of the first text: those before it are there already
   * @param most of how many the numbers are kept
   */
  constructor(
    private readonly first: number,
    private readonly most = MOST,
  ) {}

  /** The number of a text; undefined: there are too many others. */
  numberOf(text: string): number | undefined {
    const known = this.numbers.get(text)
    if (known !== undefined || this.numbers.size >= this.most) return known
    const number = this.first + this.numbers.size
    this.numbers.set(text, number)
    return number
  }

  /** The items that are to be put behind those that are there, piece by piece. */
  *xml(): Generator<string> {
    for (const text of this.numbers.keys()) yield `<si>${textXml(text)}</si>`
  }
}

const SPECIAL = /[&<>\ufffe\uffff]|_x|\p{Cs}|(?![\t\n])\p{Cc}/u
const OUTER = /^\s|\s$|[\n\t]/

/**
 * A text as a cell holds it. In a workbook _x0041_ is an A; what is spelled so and is no A has its first sign spelled so,
 * too. Halves of letters, which a shop leaves that cuts texts short, and signs that XML has no place for would make the
 * whole file unreadable.
 */
export function textXml(text: string): string {
  const tag = OUTER.test(text) ? '<t xml:space="preserve">' : '<t>'
  return `${tag}${SPECIAL.test(text) ? escaped(text) : text}</t>`
}

const escaped = (text: string): string =>
  literally(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A text without what a workbook reads as something else, or cannot hold. */
export const literally = (text: string): string =>
  text
    .replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replaceAll(
      /\p{Cs}|[\ufffe\uffff]|(?![\t\n])\p{Cc}/gu,
      sign => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
