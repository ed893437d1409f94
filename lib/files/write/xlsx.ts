import { columnLetters } from '@/lib/files/book/column-letters'
import { cleanText, escapeText } from './cell-text'
import { deflateInPlace } from './deflate'
import { commentsXml, notesVml } from './notes-xml'
import { SharedStrings } from './shared-strings'
import { type ChoiceRange, sheetXml, stylesXml, type TextSheet } from './sheet-xml'
import { PACKAGE_NS, RELATIONSHIPS_NS, SPREADSHEET_NS, XML_HEADER } from './xml-names'
import { type Deflate, type TextFile, writeZip } from './zip'

interface XlsxOptions {
  readonly deflate: Deflate
  /** Maximum different texts that are stored once for all cells; each of them stays in memory until the end. */
  readonly maxSharedStrings: number
  /** Removes what Excel refuses: control characters, halves of surrogate pairs, the end of texts that are too long. */
  readonly isCleaned?: boolean
}

/** Writes a workbook (XLSX, ECMA-376) into memory, exactly: `readFile` returns the same texts. */
export async function writeXlsx(sheets: readonly TextSheet[]): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of streamXlsx(sheets, { deflate: deflateInPlace, maxSharedStrings: 200_000 })) {
    chunks.push(chunk)
    size += chunk.length
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

/**
 * Writes a workbook (XLSX, ECMA-376) while its rows are still created.
 * @returns chunks of the file
 * @throws Error when a sheet has more rows than Excel supports; whatever the iteration of the rows throws
 */
export function streamXlsx(sheets: readonly TextSheet[], options: XlsxOptions): AsyncGenerator<Uint8Array> {
  return writeZip(partsOf(withLists(sheets), options), options.deflate)
}

interface ListedSheet {
  readonly sheet: TextSheet
  readonly choices: readonly ChoiceRange[]
}

/** The hidden sheet that contains the choices of all others, a column for each. */
const LISTS = 'Lists'

function withLists(sheets: readonly TextSheet[]): ListedSheet[] {
  const lists: (readonly string[])[] = []
  const listed = sheets.map(sheet => ({
    sheet,
    choices: [...(sheet.choices ?? [])].map(([column, texts]): ChoiceRange => {
      const letters = columnLetters(lists.push(texts) - 1)
      return { column, range: `${LISTS}!$${letters}$1:$${letters}$${texts.length}` }
    }),
  }))
  if (lists.length === 0) return listed
  const height = Math.max(...lists.map(list => list.length))
  const rows = Array.from({ length: height }, (_, row) => lists.map(list => list[row] ?? ''))
  return [...listed, { sheet: { name: LISTS, isHidden: true, rows }, choices: [] }]
}

/** The files of a workbook. sharedStrings.xml is the last, as the sheets fill it. */
function* partsOf(sheets: readonly ListedSheet[], options: XlsxOptions): Generator<TextFile> {
  const shared = new SharedStrings(options.maxSharedStrings)
  const part = (name: string, text: string): TextFile => ({ name, text: [text] })
  const isShared = options.maxSharedStrings > 0
  yield part('[Content_Types].xml', contentTypesXml(sheets, isShared))
  yield part('_rels/.rels', relationshipsXml([['officeDocument', 'xl/workbook.xml']]))
  yield part('xl/workbook.xml', workbookXml(sheets))
  yield part(
    'xl/_rels/workbook.xml.rels',
    relationshipsXml([
      ...sheets.map((_, at) => ['worksheet', `worksheets/sheet${at + 1}.xml`] as const),
      ['styles', 'styles.xml'],
      ...(isShared ? [['sharedStrings', 'sharedStrings.xml'] as const] : []),
    ]),
  )
  yield part('xl/styles.xml', stylesXml)
  for (const [at, { sheet, choices }] of sheets.entries()) {
    const number = at + 1
    const { notes } = sheet
    if (notes) {
      yield part(
        `xl/worksheets/_rels/sheet${number}.xml.rels`,
        relationshipsXml([
          ['vmlDrawing', `../drawings/vmlDrawing${number}.vml`],
          ['comments', `../comments${number}.xml`],
        ]),
      )
      yield part(`xl/comments${number}.xml`, commentsXml(notes))
      yield part(`xl/drawings/vmlDrawing${number}.vml`, notesVml(notes))
    }
    const context = { shared, choices, ...(options.isCleaned && { convert: cleanText }) }
    yield { name: `xl/worksheets/sheet${number}.xml`, text: sheetXml(sheet, context) }
  }
  if (isShared) yield { name: 'xl/sharedStrings.xml', text: shared.xml() }
}

const SPREADSHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

function contentTypesXml(sheets: readonly ListedSheet[], isShared: boolean): string {
  const overrides = [
    ['workbook.xml', 'sheet.main'],
    ['styles.xml', 'styles'],
    ...(isShared ? [['sharedStrings.xml', 'sharedStrings']] : []),
    ...sheets.flatMap(({ sheet }, at) => [
      [`worksheets/sheet${at + 1}.xml`, 'worksheet'],
      ...(sheet.notes ? [[`comments${at + 1}.xml`, 'comments']] : []),
    ]),
  ]
  return `${XML_HEADER}<Types xmlns="${PACKAGE_NS}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>${overrides
    .map(([part, type]) => `<Override PartName="/xl/${part}" ContentType="${SPREADSHEET_TYPE}.${type}+xml"/>`)
    .join('')}</Types>`
}

function workbookXml(sheets: readonly ListedSheet[]): string {
  const all = sheets.map(
    ({ sheet: { name, isHidden } }, at) =>
      `<sheet name="${sheetName(name)}" sheetId="${at + 1}"${isHidden ? ' state="hidden"' : ''} r:id="rId${at + 1}"/>`,
  )
  return `${XML_HEADER}<workbook xmlns="${SPREADSHEET_NS}" xmlns:r="${RELATIONSHIPS_NS}"><bookViews><workbookView/></bookViews><sheets>${all.join('')}</sheets></workbook>`
}

/** Excel allows 31 characters and none of []:*?/\. */
const sheetName = (name: string): string =>
  escapeText(cleanText(name.replaceAll(/[[\]:*?/\\'"]/g, ' ').slice(0, 31))).trim() || 'Sheet'

const relationshipsXml = (all: readonly (readonly [type: string, target: string])[]): string =>
  `${XML_HEADER}<Relationships xmlns="${PACKAGE_NS}/relationships">${all
    .map(
      ([type, target], at) =>
        `<Relationship Id="rId${at + 1}" Type="${RELATIONSHIPS_NS}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`
