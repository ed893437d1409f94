import type { CellNote, Table } from '@/lib/files/book/book'
import { limits } from '@/lib/files/book/limits'
import { fillMergedCells, type MergedRange } from '@/lib/files/book/merged-cells'
import type { Progress } from '@/lib/files/book/progress'
import { ReadError } from '@/lib/files/book/read-error'
import { type ColumnNote, type ReadBudget, TableBuilder } from '@/lib/files/book/table-builder'
import { Markup, type Tag } from '@/lib/sheet/codecs/html-markup'
import { type HtmlCell, HtmlCellReader } from '@/lib/sheet/codecs/html-table'

/**
 * Reads an HTML page, which many shops export as .xls: all of its tables one below the other, as Excel shows them.
 * Nothing of the page runs or is loaded.
 * @throws ReadError where the page has no table, or is beyond a limit
 */
export async function readHtml(html: string, budget: ReadBudget, progress: Progress): Promise<Table> {
  const reader = new TableReader(new TableBuilder(budget))
  const markup = new Markup(html)
  let count = 0
  for (let piece = markup.next(); piece !== undefined; piece = markup.next()) {
    reader.take(piece)
    if (++count % 2000 === 0 && progress.isDue) await progress.checkpoint(markup.position / html.length)
  }
  const table = reader.end()
  if (!reader.isTable) throw new ReadError({ code: 'not_a_table' })
  return table
}

/** Builds one table from the tags of all tables. A table inside of a cell is text of the cell. */
class TableReader {
  isTable = false
  private depth = 0
  private number = 0
  private row: string[] | undefined
  private notes: ColumnNote[] = []
  private cell: HtmlCellReader | undefined
  private isHidden = false
  /** Whether the row only sets widths. Excel adds such rows, and does not count them. */
  private isWidthRow = false
  private readonly merged: MergedRange[] = []
  /** The last row to which a cell from above extends, by column. */
  private readonly coveredUntil: number[] = []

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
    fillMergedCells(this.builder, this.merged)
    return this.builder.build('')
  }

  private table({ closes }: Tag): void {
    this.isTable = true
    this.depth = Math.max(0, this.depth + (closes ? -1 : 1))
    if (this.depth !== 0) return
    this.endRow()
    this.coveredUntil.length = 0
  }

  private beginRow(tag: Tag): void {
    this.isHidden = /display:\s*none/i.test(tag.attribute('style'))
    this.isWidthRow = this.isHidden && tag.attribute('height') === '0'
    this.row = []
    this.notes = []
    this.number++
  }

  private endRow(): void {
    this.endCell()
    if (this.row) {
      const isBlank = this.row.every(text => text === '')
      if (this.isHidden && !isBlank) this.builder.hideRow(this.number)
      this.builder.addRow(this.row, this.number, this.notes)
      if (this.isWidthRow && isBlank) this.number--
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
    while ((this.coveredUntil[row.length] ?? 0) >= this.number) row.push('')
    const { text, note } = withAllDigits(cell.end())
    const left = row.length
    if (left + cell.across > limits.columns)
      throw new ReadError({ code: 'too_many_columns', most: limits.columns })
    if (note) this.notes.push([left, note])
    const bottom = this.number + cell.down - 1
    if (cell.across > 1 || cell.down > 1)
      this.merged.push({ top: this.number, bottom, left, right: left + cell.across - 1 })
    for (let i = 0; i < cell.across; i++) {
      row.push(i === 0 ? text : '')
      if (cell.down > 1) this.coveredUntil[left + i] = bottom
    }
  }
}

/** The text of a cell. A number that the page shows shortened, and contains in full, keeps all its digits. */
function withAllDigits({ text, exact }: HtmlCell): { text: string; note?: CellNote } {
  if (exact === undefined || !/^([+-]?\d(\.\d+)?E[+-]?\d+|#+)$/i.test(text.trim())) return { text }
  return { text: exact, note: { kind: 'number', raw: exact, format: text } }
}
