import type { CellNote } from '@/lib/files/book/book'
import { checkCellLength, checkColumnCount } from '@/lib/files/book/limits'
import { damagedFile } from '@/lib/files/book/read-error'
import type { ColumnNote } from '@/lib/files/book/table-builder'
import { numberCellText } from '@/lib/files/excel/cells/cell-text'
import type { DateSystem } from '@/lib/files/excel/cells/date-text'
import type { NumberFormat } from '@/lib/files/excel/cells/number-formats'
import { decodeEntities, textUntilTag } from '@/lib/files/excel/xml'
import { readPlainText, readRichText } from './shared-strings'

/** What the cells of a workbook refer to by index. */
export interface WorkbookContext {
  readonly strings: readonly string[]
  readonly formats: readonly (NumberFormat | undefined)[]
  readonly system: DateSystem
}

interface XlsxRow {
  readonly cells: string[]
  readonly notes: readonly ColumnNote[] | undefined
}

/**
 * Reads the cells of a row.
 * @param xml a part of a sheet; tags without prefix
 * @param from position behind the opening tag of the row
 * @param end position of its closing tag
 */
export function readRow(xml: string, from: number, end: number, context: WorkbookContext): XlsxRow {
  const cells: string[] = []
  let notes: ColumnNote[] | undefined
  const cell = new CellTag()
  let column = 0
  for (let at = xml.indexOf('<c', from); at !== -1 && at < end; at = xml.indexOf('<c', at)) {
    at = cell.read(xml, at + 2)
    if (cell.column !== -1) column = cell.column
    checkColumnCount(column + 1)
    if (!cell.isEmpty) {
      const close = xml.indexOf('</c>', at)
      if (close === -1 || close > end) throw damagedFile()
      const { text, note } = readValue(xml, at, close, cell, context)
      checkCellLength(text.length)
      if (text !== '' || note) {
        while (cells.length < column) cells.push('')
        cells[column] = text
      }
      if (note) {
        notes ??= []
        notes.push([column, note])
      }
      at = close
    }
    column++
  }
  return { cells, notes }
}

/** The attributes of the tag of a cell, read character by character: a sheet has millions. */
class CellTag {
  column = -1
  style = 0
  type = ''
  isEmpty = false

  /** @param from position behind `<c` @returns the position behind the tag */
  read(xml: string, from: number): number {
    this.column = -1
    this.style = 0
    this.type = ''
    let at = from
    for (;;) {
      const unit = xml.charCodeAt(at)
      if (unit === 62) {
        this.isEmpty = false
        return at + 1
      }
      if (unit === 47) {
        this.isEmpty = true
        return at + 2
      }
      if (unit === 32 || unit === 10 || unit === 13 || unit === 9) at++
      else {
        const equals = xml.indexOf('=', at)
        const close = equals === -1 ? -1 : xml.indexOf(xml.charAt(equals + 1), equals + 2)
        if (close === -1) throw damagedFile()
        if (equals === at + 1) this.take(unit, xml, equals + 2, close)
        at = close + 1
      }
    }
  }

  private take(name: number, xml: string, from: number, end: number): void {
    if (name === 114) this.column = columnOf(xml, from, end)
    else if (name === 115) this.style = Number(xml.slice(from, end)) || 0
    else if (name === 116) this.type = xml.slice(from, end)
  }
}

/** The column of an address such as AB12, from 0; -1 where there is none. */
function columnOf(xml: string, from: number, end: number): number {
  let column = 0
  for (let at = from; at < end && at < from + 4; at++) {
    const letter = xml.charCodeAt(at) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  return column - 1
}

interface Value {
  readonly text: string
  readonly note?: CellNote
}

function readValue(xml: string, from: number, end: number, cell: CellTag, context: WorkbookContext): Value {
  if (cell.type === 'inlineStr') return { text: readRichText(xml, from, end) }
  const formula = xml.startsWith('<f', from) ? formulaOf(xml, from, end) : undefined
  const raw = contentOf(xml, '<v', from, end)
  const value = parseValue(raw, cell, context)
  if (formula === undefined) return value
  // A text may be an empty result. Programs that do not calculate write no type, and no value or an empty one.
  const isUnsolved = cell.type === 'str' ? !hasValue(xml, from, end) : (raw ?? '') === ''
  return { text: value.text, note: { kind: 'formula', formula, ...(isUnsolved && { isUnsolved }) } }
}

function hasValue(xml: string, from: number, end: number): boolean {
  const at = xml.indexOf('<v', from)
  return at !== -1 && at < end
}

function parseValue(
  raw: string | undefined,
  { type, style }: CellTag,
  { strings, formats, system }: WorkbookContext,
): Value {
  if (raw === undefined) return { text: '' }
  switch (type) {
    case 's':
      return { text: strings[Number(raw)] ?? '' }
    case '':
    case 'n':
      return numberCellText(raw.trim(), formats[style], system)
    case 'b':
      return { text: raw === '1' || raw === 'true' ? 'TRUE' : 'FALSE' }
    case 'e':
      return { text: raw, note: { kind: 'error' } }
    case 'd':
      return {
        text: raw.replace('T', ' ').replace(/ 00:00:00(\.0+)?Z?$/, ''),
        note: { kind: 'date', raw, shown: raw },
      }
    default:
      return { text: readPlainText(raw) }
  }
}

/** The formula of a cell; '' where the cell shares the formula of another. */
function formulaOf(xml: string, from: number, end: number): string {
  return decodeEntities(contentOf(xml, '<f', from, end) ?? '')
}

function contentOf(xml: string, tag: '<v' | '<f', from: number, end: number): string | undefined {
  let at = from
  if (!xml.startsWith(tag, at)) {
    at = xml.indexOf(tag, from)
    if (at === -1 || at >= end) return undefined
  }
  const open = xml.indexOf('>', at)
  if (xml.charCodeAt(open - 1) === 47) return undefined
  return textUntilTag(xml, open + 1, end).text
}
