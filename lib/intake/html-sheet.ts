import { Markup, type Tag } from '@/lib/sheet/html-markup'
import { type HtmlCell, HtmlCellReader } from '@/lib/sheet/html-table'
import { limits } from './limits'
import { fillMerged, type Span } from './merged-cells'
import type { Pace } from './pace'
import type { CellNote, Table } from './table'
import { type ColumnNote, TableBuilder, type Tally } from './tally'
import { Unreadable } from './unreadable'

/**
 * Reads a page that was saved as .xls, as many shops' exports are: all of its tables one below the other, as Excel
 * shows them. Nothing in it can run or be loaded.
 * @throws Unreadable where it holds no table or goes too far
 */
export async function readHtml(html: string, tally: Tally, pace: Pace): Promise<Table> {
  const reader = new TableReader(new TableBuilder(tally))
  const markup = new Markup(html)
  let count = 0
  for (let piece = markup.next(); piece !== undefined; piece = markup.next()) {
    reader.take(piece)
    if (++count % 2000 === 0 && pace.isDue) await pace.rest(markup.position / html.length)
  }
  const table = reader.end()
  if (!reader.isTable) throw new Unreadable({ code: 'not_a_table' })
  return table
}

/** Tables while their tags come. A table inside of a cell is text of that cell. */
class TableReader {
  isTable = false
  private depth = 0
  private number = 0
  private row: string[] | undefined
  private notes: ColumnNote[] = []
  private cell: HtmlCellReader | undefined
  private isHidden = false
  /** A row of nothing but widths, which Excel adds, is none that it counts. */
  private isFlat = false
  private readonly spans: Span[] = []
  /** Places that cells from above take, by column: until which row. */
  private readonly taken: number[] = []

  constructor(private readonly builder: TableBuilder) {}

  take(piece: Tag | string): void {
    if (typeof piece === 'string') this.cell?.write(piece)
    else if (piece.name === 'table') this.table(piece)
    else if (this.depth !== 1) this.cell?.tag(piece)
    else if (piece.name === 'tr') {
      this.endRow()
      if (!piece.closes) this.beginRow(piece)
    } else if (piece.name === 'td' || piece.name === 'th') {
      this.endCell()
      if (!piece.closes) this.beginCell(piece)
    } else this.cell?.tag(piece)
  }

  end(): Table {
    this.endRow()
    fillMerged(this.builder, this.spans)
    return this.builder.table('')
  }

  private table({ closes }: Tag): void {
    this.isTable = true
    this.depth = Math.max(0, this.depth + (closes ? -1 : 1))
    if (this.depth !== 0) return
    this.endRow()
    this.taken.length = 0
  }

  private beginRow(tag: Tag): void {
    this.isHidden = /display:\s*none/i.test(tag.attribute('style'))
    this.isFlat = this.isHidden && tag.attribute('height') === '0'
    this.row = []
    this.notes = []
    this.number++
  }

  private endRow(): void {
    this.endCell()
    if (this.row) {
      const saysNothing = this.row.every(text => text === '')
      if (this.isHidden && !saysNothing) this.builder.hide(this.number)
      this.builder.add(this.row, this.number, this.notes)
      if (this.isFlat && saysNothing) this.number--
    }
    this.row = undefined
  }

  private beginCell(tag: Tag): void {
    if (!this.row) this.beginRow(tag)
    this.cell = new HtmlCellReader(tag)
  }

  private endCell(): void {
    const { cell, row } = this
    this.cell = undefined
    if (!cell || !row) return
    while ((this.taken[row.length] ?? 0) >= this.number) row.push('')
    const { text, note } = inFull(cell.end())
    const left = row.length
    if (left + cell.across > limits.columns)
      throw new Unreadable({ code: 'too_many_columns', most: limits.columns })
    if (note) this.notes.push([left, note])
    const bottom = this.number + cell.down - 1
    if (cell.across > 1 || cell.down > 1)
      this.spans.push({ top: this.number, bottom, left, right: left + cell.across - 1 })
    for (let i = 0; i < cell.across; i++) {
      row.push(i === 0 ? text : '')
      if (cell.down > 1) this.taken[left + i] = bottom
    }
  }
}

/** What a page shows, but for a number that it shows shortened and knows in full. */
function inFull({ text, exact }: HtmlCell): { text: string; note?: CellNote } {
  if (exact === undefined || !/^([+-]?\d(\.\d+)?E[+-]?\d+|#+)$/i.test(text.trim())) return { text }
  return { text: exact, note: { kind: 'number', raw: exact, format: text } }
}
