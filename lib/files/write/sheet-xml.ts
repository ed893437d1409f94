import { columnLetters } from '@/lib/files/book/column-letters'
import { escapeText, textElement } from './cell-text'
import { CHUNK_LENGTH, type SharedStrings } from './shared-strings'
import { RELATIONSHIPS_NS, SPREADSHEET_NS, XML_HEADER } from './xml-names'

/** A row of a sheet. Its texts stay texts, whatever they look like: long ids, leading zeros, formulas. */
export type TextRow = readonly string[]

/** A sheet of texts: no cell becomes a number, a date or a formula, in Excel and LibreOffice alike. */
export interface TextSheet {
  readonly name: string
  readonly isHidden?: boolean
  /** Widths in characters. Texts that are typed into these columns stay texts. */
  readonly columns?: readonly { readonly width: number; readonly isHidden?: boolean }[]
  /** The first row is the header: bold, and it stays in view. */
  readonly rows: Iterable<TextRow> | AsyncIterable<TextRow>
  /** Notes of header cells, by column. */
  readonly notes?: ReadonlyMap<number, string>
  /** Choices that cells below the header offer, by column. Other texts cause a warning. */
  readonly choices?: ReadonlyMap<number, readonly string[]>
}

/** The cells of another sheet that contain the choices of a column. */
export interface ChoiceRange {
  readonly column: number
  readonly range: string
}

/** Rows of a sheet in Excel. */
const MAX_SHEET_ROWS = 1_048_576
/** Rows below the header for which choices are offered. */
const ROWS_WITH_CHOICES = 10_000

/** Formats of cells by their index in `stylesXml`. Both are text, so that an edited cell stays a text. */
const TEXT_STYLE = 1
const HEADER_STYLE = 2

/** styles.xml of every workbook. */
export const stylesXml = `${XML_HEADER}<styleSheet xmlns="${SPREADSHEET_NS}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`

/** What a sheet is written with. */
interface SheetContext {
  readonly shared: SharedStrings
  readonly choices: readonly ChoiceRange[]
  /** Changes texts before they are written. */
  readonly convert?: (text: string) => string
}

/**
 * The part of a workbook that is a sheet, in chunks, written while its rows are still created.
 * @throws Error when there are more rows than a sheet of Excel has
 */
export async function* sheetXml(sheet: TextSheet, context: SheetContext): AsyncGenerator<string> {
  const { convert, shared } = context
  let xml = `${XML_HEADER}<worksheet xmlns="${SPREADSHEET_NS}" xmlns:r="${RELATIONSHIPS_NS}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${columnsXml(sheet.columns)}<sheetData>`
  const letters: string[] = []
  let number = 0
  for await (const row of sheet.rows) {
    if (++number > MAX_SHEET_ROWS) throw new Error('A sheet of Excel does not hold so many rows.')
    const style = number === 1 ? HEADER_STYLE : TEXT_STYLE
    xml += `<row r="${number}">`
    for (let at = 0; at < row.length; at++) {
      const text = row[at] ?? ''
      if (text === '') continue
      letters[at] ??= columnLetters(at)
      xml += `<c r="${letters[at]}${number}" s="${style}" ${contentOf(convert ? convert(text) : text, shared)}</c>`
    }
    xml += '</row>'
    if (xml.length < CHUNK_LENGTH) continue
    yield xml
    xml = ''
  }
  const drawing = sheet.notes ? '<legacyDrawing r:id="rId1"/>' : ''
  yield `${xml}</sheetData>${validationsXml(context.choices)}${drawing}</worksheet>`
}

function contentOf(text: string, shared: SharedStrings): string {
  const index = shared.indexOf(text)
  return index === undefined ? `t="inlineStr"><is>${textElement(text)}</is>` : `t="s"><v>${index}</v>`
}

function columnsXml(columns: TextSheet['columns'] = []): string {
  if (columns.length === 0) return ''
  const all = columns.map(
    ({ width, isHidden }, at) =>
      `<col min="${at + 1}" max="${at + 1}" width="${width}" style="${TEXT_STYLE}" customWidth="1"${isHidden ? ' hidden="1"' : ''}/>`,
  )
  return `<cols>${all.join('')}</cols>`
}

function validationsXml(lists: readonly ChoiceRange[]): string {
  if (lists.length === 0) return ''
  const all = lists.map(({ column, range }) => {
    const letters = columnLetters(column)
    return `<dataValidation type="list" errorStyle="warning" allowBlank="1" showErrorMessage="1" sqref="${letters}2:${letters}${ROWS_WITH_CHOICES}"><formula1>${escapeText(range)}</formula1></dataValidation>`
  })
  return `<dataValidations count="${all.length}">${all.join('')}</dataValidations>`
}
