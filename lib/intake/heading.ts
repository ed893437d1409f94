/**
 * The spelling by which headings are compared (exports.md, 1): NFKC (which composes Hangul and narrows digits), without
 * byte order marks and other invisible characters, blanks of any kind, stars, and notes in brackets such as (필수); in
 * lower case. A heading that is nothing but a note keeps its words.
 */
export function plainHeading(heading: string): string {
  const composed = heading
    .normalize('NFKC')
    .replaceAll(/[\s*＊※\p{Cf}]/gu, '')
    .toLowerCase()
  const bare = composed.replaceAll(/\([^()]*\)|\[[^[\]]*\]|【[^【】]*】|〔[^〔〕]*〕/g, '')
  return bare === '' ? composed.replaceAll(/[()[\]【】〔〕]/g, '') : bare
}

/** As `plainHeading`, with the notes in brackets: 名前(本名) and 名前(ローマ字) are two headings. */
export const fullHeading = (heading: string): string =>
  heading
    .normalize('NFKC')
    .replaceAll(/[\s*＊※\p{Cf}]/gu, '')
    .toLowerCase()

/**
 * Names for headings that may repeat or be blank: 주소, 주소 become 주소, 주소 (2); a blank one is called by its column
 * letter in brackets, `[C]`.
 */
export function distinctHeadings(headings: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return headings.map((heading, at) => {
    const name = heading.replaceAll(/[\s\p{Cf}]+/gu, ' ').trim() || `[${columnLetters(at)}]`
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return count === 1 ? name : `${name} (${count})`
  })
}

/** Letters by which spreadsheet programs call a column: 0 is A, 26 is AA. */
export function columnLetters(column: number): string {
  const head = Math.floor(column / 26)
  const letter = String.fromCharCode(65 + (column % 26))
  return head === 0 ? letter : columnLetters(head - 1) + letter
}
