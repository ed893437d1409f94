import { strToU8, zipSync } from 'fflate'

/** Hand-written parts of an XLSX file; missing parts have the usual content. */
export interface Parts {
  /** The inside of `sheetData`. */
  readonly rows: string
  /** The inside of the `sheetData` of a second sheet, which is hidden. */
  readonly hiddenRows?: string
  /** What follows `sheetData`. */
  readonly behind?: string
  /** The inside of `sst`. */
  readonly strings?: string
  /** Formats of cells, by the number that cells name: 0, 1, … */
  readonly formats?: readonly string[]
  readonly isOf1904?: boolean
  /** The prefix of every tag, which some programs write: `x:`. */
  readonly prefix?: string
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const LINKS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships'

/** The files of an XLSX, to be packed by `zipSync`. */
export function partsOf(parts: Parts) {
  const { rows, hiddenRows, behind = '', strings = '', formats = [], isOf1904, prefix = '' } = parts
  const sheet = `<worksheet xmlns="${MAIN}"><dimension ref="A1:XFD1048576"/><sheetData>${rows}</sheetData>${behind}</worksheet>`
  const codes = formats.map((code, i) => `<numFmt numFmtId="${200 + i}" formatCode="${code}"/>`).join('')
  const looks = formats.map((_, i) => `<xf numFmtId="${200 + i}"/>`).join('')
  const files: Record<string, string> = {
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}"><Relationship Id="r1" Type="${LINKS}/officeDocument" Target="/xl/workbook.xml"/></Relationships>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}"><Relationship Id="r1" Type="${LINKS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${LINKS}/styles" Target="styles.xml"/><Relationship Id="r3" Type="${LINKS}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="r4" Type="${LINKS}/worksheet" Target="worksheets/sheet2.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${LINKS}"><workbookPr date1904="${isOf1904 ? 1 : 0}"/><sheets><sheet name="주문" sheetId="1" r:id="r1"/>${hiddenRows === undefined ? '' : '<sheet name="지난달" sheetId="2" state="hidden" r:id="r4"/>'}</sheets></workbook>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts>${codes}</numFmts><cellXfs>${looks}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${strings}</sst>`,
    ...(hiddenRows !== undefined && {
      'xl/worksheets/sheet2.xml': `<worksheet xmlns="${MAIN}"><sheetData>${hiddenRows}</sheetData></worksheet>`,
    }),
    'xl/worksheets/sheet1.xml': prefix === '' ? sheet : sheet.replaceAll(/<(\/?)(?=[a-z])/g, `<$1${prefix}`),
  }
  return Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, strToU8(xml)]))
}

export const xlsxOf = (parts: Parts): Uint8Array => zipSync(partsOf(parts), { level: 1 })

/** A row of texts. @param look attributes of the row, such as `hidden="1"` */
export const textRow = (number: number, texts: readonly string[], look = ''): string =>
  `<row r="${number}"${look && ` ${look}`}>${texts.map(text => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`

/** A row of cells, each given by its attributes and content. */
export const row = (number: number, ...cells: readonly string[]): string =>
  `<row r="${number}">${cells.join('')}</row>`
