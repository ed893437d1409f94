import type { CellNote, Table } from '@/lib/files/book/book'
import { checkCellLength, checkColumnCount, limits } from '@/lib/files/book/limits'
import { fillMergedCells, type MergedRange } from '@/lib/files/book/merged-cells'
import type { Progress } from '@/lib/files/book/progress'
import { type ColumnNote, type ReadBudget, TableBuilder } from '@/lib/files/book/table-builder'
import { numberText } from '@/lib/files/excel/cells/number-text'
import { currencyOfFormat } from '@/lib/files/excel/cells/shown-currency'
import { type XmlTag, xmlTags } from './xml'

/**
 * Reads the sheets of an ODS file (LibreOffice).
 * @param xml of its `content.xml`
 * @throws ReadError where the file is damaged or beyond a limit
 */
export async function readOds(xml: string, budget: ReadBudget, progress: Progress): Promise<Table[]> {
  const tables: Table[] = []
  const hidden = new Set<string>()
  let style = ''
  let sheet: OdsSheet | undefined
  let count = 0
  for (const tag of xmlTags(xml)) {
    if (tag.name === 'style' && !tag.isClosing) style = tag.attribute('name') ?? ''
    else if (tag.name === 'table-properties' && tag.attribute('display') === 'false') hidden.add(style)
    else if (tag.name === 'table' && !tag.isClosing)
      sheet = new OdsSheet(
        new TableBuilder(budget),
        tag.attribute('name') ?? '',
        hidden.has(tag.attribute('style-name') ?? ''),
      )
    else if (tag.name === 'table' && sheet) {
      tables.push(sheet.end())
      sheet = undefined
    } else sheet?.take(tag)
    if (++count % 5000 === 0 && progress.isDue) await progress.checkpoint(tag.end / xml.length)
  }
  return tables
}

interface Cell {
  readonly tag: XmlTag
  readonly paragraphs: string[]
  readonly repeat: number
}

/** Builds the table of a sheet from its tags. */
class OdsSheet {
  private number = 0
  private repeat = 1
  private isRowHidden = false
  private row: string[] = []
  private notes: ColumnNote[] = []
  private column = 0
  private cell: Cell | undefined
  private isText = false
  /** Open elements whose texts do not belong to the cell: comments and pronunciations. */
  private ignoredDepth = 0
  private readonly merged: MergedRange[] = []

  constructor(
    private readonly builder: TableBuilder,
    private readonly name: string,
    private readonly isHidden: boolean,
  ) {}

  take(tag: XmlTag): void {
    const { name, isClosing, isEmpty } = tag
    if (name === 'table-row') {
      if (!isClosing) this.beginRow(tag)
      if (isClosing || isEmpty) this.endRow()
    } else if (name === 'table-cell' || name === 'covered-table-cell') {
      if (!isClosing)
        this.cell = { tag, paragraphs: [], repeat: repeatCount(tag.attribute('number-columns-repeated')) }
      if (isClosing || isEmpty) this.endCell()
    } else if (name === 'annotation' || name === 'ruby-text')
      this.ignoredDepth += isClosing ? -1 : isEmpty ? 0 : 1
    else if (this.cell && this.ignoredDepth === 0) this.addText(tag, this.cell)
  }

  end(): Table {
    fillMergedCells(this.builder, this.merged)
    return this.builder.build(this.name, this.isHidden)
  }

  private addText(tag: XmlTag, { paragraphs }: Cell): void {
    if (tag.name === 'p') {
      this.isText = !tag.isClosing && !tag.isEmpty
      if (!tag.isClosing) paragraphs.push('')
    }
    if (!this.isText || paragraphs.length === 0) return
    const blank = tag.name === 's' ? ' '.repeat(repeatCount(tag.attribute('c'))) : (blanks[tag.name] ?? '')
    const text = `${paragraphs.at(-1)}${tag.isClosing ? '' : blank}${tag.text()}`
    checkCellLength(text.length)
    paragraphs[paragraphs.length - 1] = text
  }

  private beginRow(tag: XmlTag): void {
    this.repeat = repeatCount(tag.attribute('number-rows-repeated'))
    this.isRowHidden = ['filter', 'collapse'].includes(tag.attribute('visibility') ?? '')
    this.row = []
    this.notes = []
    this.column = 0
  }

  /** The empty rows below a table are one row that is repeated a million times. */
  private endRow(): void {
    if (this.row.length > 0) {
      for (let i = 1; i <= this.repeat; i++) {
        if (this.isRowHidden) this.builder.hideRow(this.number + i)
        this.builder.addRow([...this.row], this.number + i, this.notes)
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
      checkColumnCount(this.column + cell.repeat)
      checkCellLength(text.length)
      while (this.row.length < this.column) this.row.push('')
      for (let i = 0; i < cell.repeat; i++) {
        this.row.push(text)
        if (note) this.notes.push([this.column + i, note])
      }
    }
    this.addMergedRange(cell.tag)
    this.column += cell.repeat
  }

  private addMergedRange({ attribute }: XmlTag): void {
    const across = repeatCount(attribute('number-columns-spanned'))
    const down = repeatCount(attribute('number-rows-spanned'))
    if (across === 1 && down === 1) return
    const top = this.number + 1
    this.merged.push({ top, bottom: top + down - 1, left: this.column, right: this.column + across - 1 })
  }
}

/** Elements that represent characters. */
const blanks: Readonly<Record<string, string>> = { tab: '\t', 'line-break': '\n' }

function repeatCount(text: string | undefined): number {
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
      // For example 0600001, which the format of its cell shows with seven digits.
      if (
        /^0\d+$/.test(shown.replaceAll(/[- ]/g, '')) &&
        Number(shown.replaceAll(/[- ]/g, '')) === Number(raw)
      )
        return { text: shown, note: { kind: 'number', raw } }
      const { text, note } = numberText(raw)
      if (shown.endsWith('%')) return { text, note: { kind: 'number', raw, format: '0%' } }
      const sign = attribute('value-type') === 'currency' ? shown.replaceAll(/[\d\s.,()+";▲△−-]/g, '') : ''
      const format = `"${sign}"`
      if (currencyOfFormat(format) !== undefined) return { text, note: { kind: 'number', raw, format } }
      return { text, ...(note && { note }) }
    }
    default:
      return { text: shown }
  }
}
