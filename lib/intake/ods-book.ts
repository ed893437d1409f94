import { limits } from './limits'
import { fillMerged, type Span } from './merged-cells'
import { numberText } from './number-text'
import type { Pace } from './pace'
import type { CellNote, Table } from './table'
import { type ColumnNote, TableBuilder, type Tally } from './tally'
import { Unreadable } from './unreadable'
import { type XmlTag, xmlTags } from './xml'

/**
 * Reads the sheets of an ODS file (LibreOffice).
 * @param xml of its `content.xml`
 * @throws Unreadable where it is damaged or goes too far
 */
export async function readOds(xml: string, tally: Tally, pace: Pace): Promise<Table[]> {
  const tables: Table[] = []
  const hidden = new Set<string>()
  let style = ''
  let sheet: OdsSheet | undefined
  let count = 0
  for (const tag of xmlTags(xml)) {
    if (tag.name === 'style' && !tag.closes) style = tag.attribute('name') ?? ''
    else if (tag.name === 'table-properties' && tag.attribute('display') === 'false') hidden.add(style)
    else if (tag.name === 'table' && !tag.closes)
      sheet = new OdsSheet(
        new TableBuilder(tally),
        tag.attribute('name') ?? '',
        hidden.has(tag.attribute('style-name') ?? ''),
      )
    else if (tag.name === 'table' && sheet) {
      tables.push(sheet.end())
      sheet = undefined
    } else sheet?.take(tag)
    if (++count % 5000 === 0 && pace.isDue) await pace.rest(tag.end / xml.length)
  }
  return tables
}

interface Cell {
  readonly tag: XmlTag
  readonly paragraphs: string[]
  readonly repeat: number
}

/** A sheet while its tags come. */
class OdsSheet {
  private number = 0
  private repeat = 1
  private isRowHidden = false
  private row: string[] = []
  private notes: ColumnNote[] = []
  private column = 0
  private cell: Cell | undefined
  private isText = false
  /** Open elements whose texts are not the cell's: remarks, and how a text is spoken. */
  private aside = 0
  private readonly spans: Span[] = []

  constructor(
    private readonly builder: TableBuilder,
    private readonly name: string,
    private readonly isHidden: boolean,
  ) {}

  take(tag: XmlTag): void {
    const { name, closes, isEmpty } = tag
    if (name === 'table-row') {
      if (!closes) this.beginRow(tag)
      if (closes || isEmpty) this.endRow()
    } else if (name === 'table-cell' || name === 'covered-table-cell') {
      if (!closes)
        this.cell = { tag, paragraphs: [], repeat: countOf(tag.attribute('number-columns-repeated')) }
      if (closes || isEmpty) this.endCell()
    } else if (name === 'annotation' || name === 'ruby-text') this.aside += closes ? -1 : isEmpty ? 0 : 1
    else if (this.cell && this.aside === 0) this.inside(tag, this.cell)
  }

  end(): Table {
    fillMerged(this.builder, this.spans)
    return this.builder.table(this.name, this.isHidden)
  }

  private inside(tag: XmlTag, { paragraphs }: Cell): void {
    if (tag.name === 'p') {
      this.isText = !tag.closes && !tag.isEmpty
      if (!tag.closes) paragraphs.push('')
    }
    if (!this.isText || paragraphs.length === 0) return
    const sign = tag.name === 's' ? ' '.repeat(countOf(tag.attribute('c'))) : (signs[tag.name] ?? '')
    const text = `${paragraphs.at(-1)}${tag.closes ? '' : sign}${tag.text()}`
    if (text.length > limits.cell) throw new Unreadable({ code: 'cell_too_long', most: limits.cell })
    paragraphs[paragraphs.length - 1] = text
  }

  private beginRow(tag: XmlTag): void {
    this.repeat = countOf(tag.attribute('number-rows-repeated'))
    this.isRowHidden = ['filter', 'collapse'].includes(tag.attribute('visibility') ?? '')
    this.row = []
    this.notes = []
    this.column = 0
  }

  /** The empty rows below a sheet come as one that is repeated a million times. */
  private endRow(): void {
    if (this.row.length > 0) {
      for (let i = 1; i <= this.repeat; i++) {
        if (this.isRowHidden) this.builder.hide(this.number + i)
        this.builder.add([...this.row], this.number + i, this.notes)
      }
    }
    this.number += this.repeat
  }

  private endCell(): void {
    const { cell } = this
    this.cell = undefined
    this.isText = false
    if (!cell) return
    const { text, note } = valueOfCell(cell)
    if (text !== '' || note) {
      if (this.column + cell.repeat > limits.columns)
        throw new Unreadable({ code: 'too_many_columns', most: limits.columns })
      if (text.length > limits.cell) throw new Unreadable({ code: 'cell_too_long', most: limits.cell })
      while (this.row.length < this.column) this.row.push('')
      for (let i = 0; i < cell.repeat; i++) {
        this.row.push(text)
        if (note) this.notes.push([this.column + i, note])
      }
    }
    this.span(cell.tag)
    this.column += cell.repeat
  }

  private span({ attribute }: XmlTag): void {
    const across = countOf(attribute('number-columns-spanned'))
    const down = countOf(attribute('number-rows-spanned'))
    if (across === 1 && down === 1) return
    const top = this.number + 1
    this.spans.push({ top, bottom: top + down - 1, left: this.column, right: this.column + across - 1 })
  }
}

const signs: Readonly<Record<string, string>> = { tab: '\t', 'line-break': '\n' }

function countOf(text: string | undefined): number {
  const count = Number(text ?? 1)
  return Number.isInteger(count) && count >= 1 ? Math.min(count, limits.rows) : 1
}

function valueOfCell({ tag: { attribute }, paragraphs }: Cell): { text: string; note?: CellNote } {
  const shown = paragraphs.join('\n')
  const value = typedValue(attribute, shown)
  const formula = attribute('formula')
  if (formula === undefined || value.note?.kind === 'error') return value
  const isUnsolved = shown === '' && attribute('value-type') === undefined
  return {
    text: value.text,
    note: {
      kind: 'formula',
      formula: formula.replace(/^of:/, '').replace(/^=/, ''),
      ...(isUnsolved && { isUnsolved }),
    },
  }
}

function typedValue(attribute: XmlTag['attribute'], shown: string): { text: string; note?: CellNote } {
  const raw = attribute('value')
  switch (attribute('value-type')) {
    case 'date': {
      const date = attribute('date-value') ?? shown
      const text = date
        .replace('T', ' ')
        .replace(/ 00:00:00(\.0+)?$/, '')
        .replace(/(\d\d:\d\d):00$/, '$1')
      return { text, note: { kind: 'date', raw: date, shown } }
    }
    case 'boolean':
      return { text: attribute('boolean-value') === 'true' ? 'TRUE' : 'FALSE' }
    case 'error':
      return { text: shown, note: { kind: 'error' } }
    case 'float':
    case 'percentage':
    case 'currency': {
      if (raw === undefined) return { text: shown }
      // 0600001, where the format of the cell gives it seven digits.
      if (
        /^0\d+$/.test(shown.replaceAll(/[- ]/g, '')) &&
        Number(shown.replaceAll(/[- ]/g, '')) === Number(raw)
      )
        return { text: shown, note: { kind: 'number', raw } }
      const { text, note } = numberText(raw)
      return shown.endsWith('%')
        ? { text, note: { kind: 'number', raw, format: '0%' } }
        : { text, ...(note && { note }) }
    }
    default:
      return { text: shown }
  }
}
