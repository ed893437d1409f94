import { limits } from './limits'
import { fillMerged, type Span } from './merged-cells'
import { numberText } from './number-text'
import type { Pace } from './pace'
import type { CellNote, Table } from './table'
import { type ColumnNote, TableBuilder, type Tally } from './tally'
import { Unreadable } from './unreadable'
import { type XmlTag, xmlTags } from './xml'

/** Whether a text is a workbook of Excel 2003 in XML, as accounting programs and shops write it under the name .xls. */
export const isSheetXml = (text: string): boolean =>
  text.slice(0, 4096).includes('urn:schemas-microsoft-com:office:spreadsheet')

/**
 * Reads a workbook of Excel 2003 in XML.
 * @throws Unreadable where it is damaged or goes too far
 */
export async function readSheetXml(xml: string, tally: Tally, pace: Pace): Promise<Table[]> {
  const tables: Table[] = []
  let sheet: XmlSheet | undefined
  let count = 0
  for (const tag of xmlTags(xml)) {
    if (tag.name === 'Worksheet' && !tag.closes)
      sheet = new XmlSheet(new TableBuilder(tally), tag.attribute('Name') ?? '')
    else if (tag.name === 'Worksheet' && sheet) {
      tables.push(sheet.end())
      sheet = undefined
    } else sheet?.take(tag)
    if (++count % 5000 === 0 && pace.isDue) await pace.rest(tag.end / xml.length)
  }
  return tables
}

/** A sheet while its tags come. */
class XmlSheet {
  private isHidden = false
  private number = 0
  private row: string[] = []
  private notes: ColumnNote[] = []
  private column = -1
  private type = ''
  private formula: string | undefined
  private text: string | undefined
  private readonly spans: Span[] = []

  constructor(
    private readonly builder: TableBuilder,
    private readonly name: string,
  ) {}

  take(tag: XmlTag): void {
    if (tag.name === 'Row') {
      if (!tag.closes) this.beginRow(tag)
      if (tag.closes || tag.isEmpty) this.builder.add(this.row, this.number, this.notes)
    } else if (tag.name === 'Cell') {
      if (!tag.closes) this.beginCell(tag)
      if (tag.closes || tag.isEmpty) this.endCell()
    } else if (tag.name === 'Data') this.data(tag)
    else if (tag.name === 'Visible' && !tag.closes) this.isHidden = tag.text().trim() !== 'SheetVisible'
    // Letters of several looks stand in tags of their own.
    else if (this.text !== undefined) {
      this.text += tag.text()
      if (this.text.length > limits.cell) throw new Unreadable({ code: 'cell_too_long', most: limits.cell })
    }
  }

  end(): Table {
    fillMerged(this.builder, this.spans)
    return this.builder.table(this.name, this.isHidden)
  }

  private beginRow(tag: XmlTag): void {
    this.number = Number(tag.attribute('Index') ?? this.number + 1)
    this.row = []
    this.notes = []
    this.column = -1
    if (tag.attribute('Hidden') === '1') this.builder.hide(this.number)
  }

  private beginCell(tag: XmlTag): void {
    this.column = Number(tag.attribute('Index') ?? this.column + 2) - 1
    if (!(this.column >= 0 && this.column < limits.columns))
      throw new Unreadable({ code: 'too_many_columns', most: limits.columns })
    this.formula = tag.attribute('Formula')?.replace(/^(of:)?=/, '')
    const across = Number(tag.attribute('MergeAcross') ?? 0)
    const down = Number(tag.attribute('MergeDown') ?? 0)
    if (across > 0 || down > 0)
      this.spans.push({
        top: this.number,
        bottom: this.number + down,
        left: this.column,
        right: this.column + across,
      })
    this.column += across
  }

  /** A formula that nothing came of. */
  private endCell(): void {
    if (this.formula !== undefined)
      this.notes.push([this.place, { kind: 'formula', formula: this.formula, isUnsolved: true }])
    this.formula = undefined
  }

  private data(tag: XmlTag): void {
    if (!tag.closes) {
      this.type = tag.attribute('Type') ?? ''
      this.text = tag.text()
    }
    if (!tag.closes && !tag.isEmpty) return
    const { text, note } = typed(this.type, this.text ?? '')
    this.text = undefined
    if (text.length > limits.cell) throw new Unreadable({ code: 'cell_too_long', most: limits.cell })
    const column = this.place
    while (this.row.length < column) this.row.push('')
    this.row[column] = text
    const said: CellNote | undefined =
      this.formula === undefined ? note : { kind: 'formula', formula: this.formula }
    if (said) this.notes.push([column, said])
    this.formula = undefined
  }

  /** The column of the cell: of one that spans several, the first. */
  private get place(): number {
    const span = this.spans.at(-1)
    return span && span.top === this.number && span.right === this.column ? span.left : this.column
  }
}

function typed(type: string, raw: string): { text: string; note?: CellNote } {
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
