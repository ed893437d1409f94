import { limits } from '@/lib/files/book/limits'
import { fillMergedCells, type MergedRange, parseRange } from '@/lib/files/book/merged-cells'
import { damagedFile, ReadError } from '@/lib/files/book/read-error'
import type { TableBuilder } from '@/lib/files/book/table-builder'
import { rejectDoctype } from '@/lib/files/excel/xml'
import { readRow, type WorkbookContext } from './xlsx-row'

/** Characters of a row. */
const MAX_ROW_LENGTH = 16 * 1024 * 1024

/**
 * Reads a sheet while it is unpacked, each row as soon as it is complete. It ignores the used range that the sheet
 * claims; rows that are only formatted cost next to nothing.
 */
export class SheetScanner {
  private rest = ''
  private number = 0
  private prefix: string | undefined
  private isPastRows = false
  private readonly merged: MergedRange[] = []

  constructor(
    private readonly builder: TableBuilder,
    private readonly shared: WorkbookContext,
  ) {}

  /** Reads the next chunk of the sheet. @throws ReadError where it is damaged or beyond a limit */
  push(chunk: string): void {
    const text = this.rest + chunk
    this.prefix ??= prefixOf(text)
    // A tag that is cut is kept until its rest comes.
    const end = text.lastIndexOf('<')
    if (end === -1) {
      this.keep(text)
      return
    }
    const whole = this.prefix === '' ? text : withoutPrefix(text.slice(0, end), this.prefix) + text.slice(end)
    const done = this.isPastRows ? this.readMergedRanges(whole) : this.readRows(whole)
    this.keep(whole.slice(done))
  }

  private keep(rest: string): void {
    if (rest.length > MAX_ROW_LENGTH) throw new ReadError({ code: 'cell_too_long', most: limits.cellLength })
    this.rest = rest
  }

  /** Finishes the table. @throws ReadError where the sheet was cut short */
  end(): void {
    if (!this.isPastRows) throw damagedFile()
    fillMergedCells(this.builder, this.merged)
  }

  /** Reads all complete rows. @returns the position behind them */
  private readRows(xml: string): number {
    let at = 0
    for (;;) {
      const row = xml.indexOf('<row', at)
      const isRow = row !== -1 && endsTagName(xml.charCodeAt(row + 4))
      if (!isRow) {
        const close = closeOfRows(xml, at)
        if (close !== -1) {
          this.isPastRows = true
          return this.readMergedRanges(xml, close)
        }
        return row === -1 ? Math.max(at, xml.lastIndexOf('<')) : row
      }
      const open = xml.indexOf('>', row)
      if (open === -1) return row
      const isEmpty = xml.charCodeAt(open - 1) === 47
      const end = isEmpty ? open : xml.indexOf('</row>', open)
      if (end === -1) return row
      this.readRow(xml, row, open, end)
      at = end + 1
    }
  }

  private readRow(xml: string, from: number, open: number, end: number): void {
    const tag = xml.slice(from, open)
    const [, number] = /\sr=["'](\d{1,7})["']/.exec(tag) ?? []
    this.number = number === undefined ? this.number + 1 : Number(number)
    if (end === open) return
    if (tag.includes('hidden') && /\shidden=["'](?:1|true)["']/.test(tag)) this.builder.hideRow(this.number)
    const { cells, notes } = readRow(xml, open + 1, end, this.shared)
    this.builder.addRow(cells, this.number, notes)
  }

  /** Reads the merged ranges, which follow the rows. @returns the position behind them */
  private readMergedRanges(xml: string, from = 0): number {
    for (let at = xml.indexOf('<mergeCell ', from); at !== -1; at = xml.indexOf('<mergeCell ', at + 1)) {
      const end = xml.indexOf('>', at)
      if (end === -1) return at
      const [, text = ''] = /\sref=["']([^"']*)["']/.exec(xml.slice(at, end)) ?? []
      const range = parseRange(text)
      if (range && this.merged.length < limits.mergedCells) this.merged.push(range)
    }
    return Math.max(from, xml.lastIndexOf('<'))
  }
}

const endsTagName = (unit: number): boolean =>
  unit === 32 || unit === 62 || unit === 47 || unit === 10 || unit === 13 || unit === 9

function closeOfRows(xml: string, from: number): number {
  const close = xml.indexOf('</sheetData>', from)
  return close === -1 ? xml.indexOf('<sheetData/>', from) : close
}

/** The prefix of all tags: some programs write `x:row` for `row`. @returns `x:` or '' */
function prefixOf(start: string): string {
  rejectDoctype(start)
  const [, prefix = ''] = /<([A-Za-z][\w.-]*:)worksheet[\s>]/.exec(start) ?? []
  return prefix
}

/** XML whose tags have no namespace prefix. @param prefix with its colon */
export function withoutPrefix(xml: string, prefix: string): string {
  return prefix === '' ? xml : xml.replaceAll(`<${prefix}`, '<').replaceAll(`</${prefix}`, '</')
}
