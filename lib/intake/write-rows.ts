import { columnLetters } from './heading'
import { type SharedTexts, textXml } from './shared-texts'

/** Letters that are handed on together. */
const PIECE = 64 * 1024

/** Rows that are written below the header. */
export interface RowsToWrite {
  readonly rows: Iterable<readonly string[]>
  readonly shared: SharedTexts
  /** The style of cells in the first so many columns (-1: they have none either); those beyond have none. */
  readonly style: number
  readonly styled: number
}

/**
 * Writes rows of texts as the cells of a sheet, from the second on. Blank ones are left out: their column says how they
 * look.
 * @returns pieces of XML
 */
export function* rowsXml({ rows, shared, style, styled }: RowsToWrite): Generator<string> {
  const letters: string[] = []
  const styles: string[] = []
  let xml = ''
  let number = 1
  for (const row of rows) {
    number++
    xml += `<row r="${number}">`
    for (let at = 0; at < row.length; at++) {
      const text = row[at] ?? ''
      if (text === '') continue
      letters[at] ??= columnLetters(at)
      styles[at] ??= at < styled && style !== -1 ? ` s="${style}"` : ''
      const known = shared.numberOf(text)
      xml += `<c r="${letters[at]}${number}"${styles[at]} t="${
        known === undefined ? `inlineStr"><is>${textXml(text)}</is></c>` : `s"><v>${known}</v></c>`
      }`
    }
    xml += '</row>'
    if (xml.length < PIECE) continue
    yield xml
    xml = ''
  }
  yield xml
}
