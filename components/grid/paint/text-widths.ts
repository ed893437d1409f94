/**
 * Replaces text without room. Three dots, because the ellipsis character sits low or high in a line, depending on its
 * neighbours.
 */
export const ELLIPSIS = '...'

/** Tabular digits are as wide as the widest digit, and in some fonts wider. */
const TABULAR = 1.1

/**
 * Computes the width of texts from that of their characters: the sheet is set without kerning and ligatures, so the
 * width of a text is the sum of theirs, and each is measured once (docs/decisions/0043).
 */
export class TextWidths {
  private readonly widths = new Map<number, number>()
  private readonly ellipsis: number

  /** @param measure the width of a text in the sheet's font, in CSS pixels */
  constructor(private readonly measure: (text: string) => number) {
    this.ellipsis = measure(ELLIPSIS)
  }

  /**
   * How many characters of a text fit.
   * @param text of one line
   * @param room in CSS pixels
   * @param isNumber whether it is set in tabular digits
   * @returns the length of the text where all fit; less where an ellipsis follows; -1 where characters combine, so that
   * the width is unknown
   */
  fit(text: string, room: number, isNumber = false): number {
    const stretch = isNumber ? TABULAR : 1
    let width = 0
    let cut = 0
    for (let i = 0; i < text.length; i++) {
      const sign = this.widthOf(text.charCodeAt(i))
      if (sign < 0) return -1
      width += sign * stretch
      if (width > room) return cut
      if (width + this.ellipsis <= room) cut = i + 1
    }
    return text.length
  }

  /** @returns the width of a text in CSS pixels; -1 where it is unknown */
  width(text: string, isNumber = false): number {
    let width = 0
    for (let i = 0; i < text.length; i++) {
      const sign = this.widthOf(text.charCodeAt(i))
      if (sign < 0) return -1
      width += sign
    }
    return isNumber ? width * TABULAR : width
  }

  private widthOf(code: number): number {
    const measured = this.widths.get(code)
    if (measured !== undefined) return measured
    const width = isIndependent(code) ? this.measure(String.fromCharCode(code)) : -1
    this.widths.set(code, width)
    return width
  }
}

/** First and last code units of characters whose shape does not depend on their neighbours. */
const independentRanges: readonly (readonly [number, number])[] = [
  // Latin with its accents, Greek, Cyrillic.
  [0x20, 0x7e],
  [0xa0, 0xac],
  [0xae, 0x2af],
  [0x370, 0x482],
  [0x48a, 0x52f],
  [0x1e00, 0x1fff],
  // Dashes, quotes, signs of currencies, letterlike signs, arrows, forms.
  [0x2010, 0x2027],
  [0x2030, 0x205e],
  [0x20a0, 0x20bf],
  [0x2100, 0x23ff],
  [0x2460, 0x27bf],
  // Kana, ideographs, Hangul, and signs as wide as they are; no marks that join the sign before them.
  [0x3000, 0x3029],
  [0x3030, 0x3096],
  [0x309b, 0x318f],
  [0x31a0, 0x9fff],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xff01, 0xffef],
]

const isIndependent = (code: number): boolean =>
  independentRanges.some(([first, last]) => code >= first && code <= last)
