import type { CellNote, Table } from '@/lib/files/book/book'
import { checkCellLength, limits } from '@/lib/files/book/limits'
import { fillMergedCells, type MergedRange } from '@/lib/files/book/merged-cells'
import type { Progress } from '@/lib/files/book/progress'
import { ReadError } from '@/lib/files/book/read-error'
import { type ColumnNote, type ReadBudget, TableBuilder } from '@/lib/files/book/table-builder'
import { numberText } from '@/lib/files/excel/cells/number-text'
import { type XmlTag, xmlTags } from './xml'

/** Whether a text is a workbook in the XML of Excel 2003. Accounting programs and shops export such files as .xls. */
export const isSpreadsheetMl = (text: string): boolean =>
  text.slice(0, 4096).includes('urn:schemas-microsoft-com:office:spreadsheet')

/**
 * Reads a workbook in the XML of Excel 2003.
 * @throws ReadError where the file is damaged or beyond a limit
 */
export async function readSpreadsheetMl(
  xml: string,
  budget: ReadBudget,
  progress: Progress,
): Promise<Table[]> {
  const tables: Table[] = []
  let sheet: XmlSheet | undefined
  let count = 0
  for (const tag of xmlTags(xml)) {
    if (tag.name === 'Worksheet' && !tag.isClosing)
      sheet = new XmlSheet(new TableBuilder(budget), tag.attribute('Name') ?? '')
    else if (tag.name === 'Worksheet' && sheet) {
      tables.push(sheet.end())
      sheet = undefined
    } else sheet?.take(tag)
    if (++count % 5000 === 0 && progress.isDue) await progress.checkpoint(tag.end / xml.length)
  }
  return tables
}

/** Builds the table of a sheet from its tags. */
class XmlSheet {
  private isHidden = false
  private number = 0
  private row: string[] = []
  private notes: ColumnNote[] = []
  private column = -1
  private type = ''
  private formula: string | undefined
  private text: string | undefined
  private isInComment = false
  private readonly merged: MergedRange[] = []

  constructor(
    private readonly builder: TableBuilder,
    private readonly name: string,
  ) {}

  take(tag: XmlTag): void {
    // The text of a note beside a cell is in a tag with the name of the cell's own.
    if (tag.name === 'Comment') this.isInComment = !tag.isClosing && !tag.isEmpty
    if (this.isInComment) return
    if (tag.name === 'Row') {
      if (!tag.isClosing) this.beginRow(tag)
      if (tag.isClosing || tag.isEmpty) this.builder.addRow(this.row, this.number, this.notes)
    } else if (tag.name === 'Cell') {
      if (!tag.isClosing) this.beginCell(tag)
      if (tag.isClosing || tag.isEmpty) this.endCell()
    } else if (tag.name === 'Data') this.data(tag)
    else if (tag.name === 'Visible' && !tag.isClosing) this.isHidden = tag.text().trim() !== 'SheetVisible'
    // Formatted letters are in tags inside of the cell.
    else if (this.text !== undefined) {
      this.text += tag.text()
      checkCellLength(this.text.length)
    }
  }

  end(): Table {
    fillMergedCells(this.builder, this.merged)
    return this.builder.build(this.name, this.isHidden)
  }

  private beginRow(tag: XmlTag): void {
    this.number = Number(tag.attribute('Index') ?? this.number + 1)
    this.row = []
    this.notes = []
    this.column = -1
    if (tag.attribute('Hidden') === '1') this.builder.hideRow(this.number)
  }

  private beginCell(tag: XmlTag): void {
    this.column = Number(tag.attribute('Index') ?? this.column + 2) - 1
    if (!(this.column >= 0 && this.column < limits.columns))
      throw new ReadError({ code: 'too_many_columns', most: limits.columns })
    this.formula = tag.attribute('Formula')?.replace(/^(of:)?=/, '')
    const across = Number(tag.attribute('MergeAcross') ?? 0)
    const down = Number(tag.attribute('MergeDown') ?? 0)
    if (across > 0 || down > 0)
      this.merged.push({
        top: this.number,
        bottom: this.number + down,
        left: this.column,
        right: this.column + across,
      })
    this.column += across
  }

  /** Notes a formula whose cell has no data. */
  private endCell(): void {
    if (this.formula !== undefined)
      this.notes.push([this.firstColumn, { kind: 'formula', formula: this.formula, isUnsolved: true }])
    this.formula = undefined
  }

  private data(tag: XmlTag): void {
    if (!tag.isClosing) {
      this.type = tag.attribute('Type') ?? ''
      this.text = tag.text()
    }
    if (!tag.isClosing && !tag.isEmpty) return
    const { text, note } = parseValue(this.type, this.text ?? '')
    this.text = undefined
    checkCellLength(text.length)
    const column = this.firstColumn
    while (this.row.length < column) this.row.push('')
    this.row[column] = text
    const cellNote: CellNote | undefined =
      this.formula === undefined ? note : { kind: 'formula', formula: this.formula }
    if (cellNote) this.notes.push([column, cellNote])
    this.formula = undefined
  }

  /** The column of the cell, or the first of those that it spans. */
  private get firstColumn(): number {
    const range = this.merged.at(-1)
    return range && range.top === this.number && range.right === this.column ? range.left : this.column
  }
}

function parseValue(type: string, raw: string): { text: string; note?: CellNote } {
  if (type === 'Number') return numberText(raw)
  if (type === 'Boolean') return { text: raw === '1' ? 'TRUE' : 'FALSE' }
  if (type === 'Error') return { text: raw, note: { kind: 'error' } }
  if (type !== 'DateTime') return { text: raw }
  const text = raw
    .replace('T', ' ')
    .replace(/\.0+$/, '')
    .replace(/ 00:00:00$/, '')
    .replace(/(\d\d:\d\d):00$/, '$1')
  return { text, note: { kind: 'date', raw, shown: text } }
}
