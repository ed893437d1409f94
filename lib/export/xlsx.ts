import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { type ZipEntry, zip } from './zip'

/** A row of a workbook: texts. They stay texts, whatever they look like: ids of any length, zeros at the front, signs. */
export type Row = readonly string[]

/** Excel refuses longer texts (UTF-16 units), and more rows. */
const LONGEST = 32_767
export const MOST_ROWS = 1_048_576

/**
 * A workbook of one sheet (ECMA-376), written while its rows are still being read. The first row is its heading.
 * @throws Error when there are more rows than a sheet has
 */
export function xlsx(name: string, rows: AsyncIterable<Row>): AsyncGenerator<Uint8Array> {
  const entries: ZipEntry[] = [
    ['[Content_Types].xml', CONTENT_TYPES],
    ['_rels/.rels', relations('officeDocument', 'xl/workbook.xml')],
    ['xl/workbook.xml', workbook(name)],
    ['xl/_rels/workbook.xml.rels', relations('worksheet', 'worksheets/sheet1.xml', 'styles', 'styles.xml')],
    ['xl/styles.xml', STYLES],
  ].map(([entry = '', text = '']) => ({ name: entry, pieces: [text] }))
  return zip([...entries, { name: 'xl/worksheets/sheet1.xml', pieces: sheet(rows) }])
}

/** Characters of one piece: large enough to be packed well, small enough to be made in a few milliseconds. */
const PIECE = 128 * 1024

async function* sheet(rows: AsyncIterable<Row>): AsyncGenerator<string> {
  let text = `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`
  let count = 0
  for await (const row of rows) {
    if (++count > MOST_ROWS) throw new Error('A sheet of Excel does not hold so many rows.')
    text += rowOf(row, count)
    if (text.length < PIECE) continue
    yield text
    text = ''
    await setImmediate()
  }
  yield `${text}</sheetData></worksheet>`
}

function rowOf(row: Row, number: number): string {
  const style = number === 1 ? HEADING : TEXT
  let text = `<row r="${number}">`
  for (const [at, cell] of row.entries()) {
    if (cell === '') continue
    text += `<c r="${nameOf(at)}${number}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${plain(cell)}</t></is></c>`
  }
  return `${text}</row>`
}

const names: string[] = []

/** Names are asked for once for each cell, and there are few. */
function nameOf(column: number): string {
  const name = names[column] ?? columnName(column)
  names[column] = name
  return name
}

/** A, B, … Z, AA, … */
export function columnName(at: number): string {
  const rest = Math.floor(at / 26) - 1
  return `${rest < 0 ? '' : columnName(rest)}${String.fromCharCode(65 + (at % 26))}`
}

/** What XML 1.0 does not take: control characters, halves of surrogate pairs, two that are no characters. */
const FORBIDDEN = /[^\P{Cc}\t\n]|[\ufffe\uffff]|\p{Cs}/gu

/** Most texts hold nothing of what is to be taken out or escaped. */
const UNUSUAL = /[^\P{Cc}\t\n]|[\ufffe\uffff&<>]|\p{Cs}|_x/u

/** A text as a cell may hold it: as long as Excel takes, without what XML refuses, its own escapes escaped. */
function plain(text: string): string {
  if (text.length <= LONGEST && !UNUSUAL.test(text)) return text
  const clean = text.replaceAll(/\r\n?/g, '\n').replaceAll(FORBIDDEN, '')
  // Half a pair that the cut leaves behind goes, too.
  const cut = clean.length > LONGEST ? clean.slice(0, LONGEST).replace(/[\ud800-\udbff]$/, '') : clean
  return cut
    .replaceAll(/_(?=x[\da-fA-F]{4}_)/g, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Styles by their places in styles.xml: both are of the format "text", so that an edited cell stays one. */
const TEXT = 1
const HEADING = 2

const CONTENT_TYPES = `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`

const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`

const workbook = (name: string): string =>
  `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${sheetName(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`

/** Excel takes 31 characters and none of []:*?/\. */
const sheetName = (name: string): string =>
  plain(name.replaceAll(/[[\]:*?/\\'"]/g, ' ').slice(0, 31)).trim() || 'Sheet'

const relations = (...pairs: readonly string[]): string => {
  const all = Array.from({ length: pairs.length / 2 }, (_, at) => pairs.slice(at * 2, at * 2 + 2))
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${all
    .map(
      ([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`
}
