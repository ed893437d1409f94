import { limits } from './limits'
import { fillMerged, type Span, spanOf } from './merged-cells'
import type { TableBuilder } from './tally'
import { broken, Unreadable } from './unreadable'
import { readRow, type Shared } from './xlsx-row'
import { refuseDeclarations } from './xml'

/** Letters of a row that are waited for. */
const LONGEST_ROW = 16 * 1024 * 1024

/**
 * Reads a sheet while it is unpacked: each row as soon as it is whole. Its used range is not believed; rows that are
 * only dressed cost next to nothing.
 */
export class SheetScanner {
  private rest = ''
  private number = 0
  private prefix: string | undefined
  private isBehindRows = false
  private readonly merged: Span[] = []

  constructor(
    private readonly builder: TableBuilder,
    private readonly shared: Shared,
  ) {}

  /** Takes the next piece of the sheet. @throws Unreadable where it is damaged or goes too far */
  push(piece: string): void {
    const text = this.rest + piece
    this.prefix ??= prefixOf(text)
    // A tag that is cut stays until the rest of it comes.
    const end = text.lastIndexOf('<')
    if (end === -1) {
      this.keep(text)
      return
    }
    const whole = this.prefix === '' ? text : withoutPrefix(text.slice(0, end), this.prefix) + text.slice(end)
    const done = this.isBehindRows ? this.spans(whole) : this.rows(whole)
    this.keep(whole.slice(done))
  }

  private keep(rest: string): void {
    if (rest.length > LONGEST_ROW) throw new Unreadable({ code: 'cell_too_long', most: limits.cell })
    this.rest = rest
  }

  /** Says that nothing more comes. */
  end(): void {
    if (!this.isBehindRows) throw broken()
    fillMerged(this.builder, this.merged)
  }

  /** Reads all rows that are whole. @returns up to where */
  private rows(xml: string): number {
    let at = 0
    for (;;) {
      const row = xml.indexOf('<row', at)
      const isRow = row !== -1 && isSpaceOrEnd(xml.charCodeAt(row + 4))
      if (!isRow) {
        const close = closeOfRows(xml, at)
        if (close !== -1) {
          this.isBehindRows = true
          return this.spans(xml, close)
        }
        return row === -1 ? Math.max(at, xml.lastIndexOf('<')) : row
      }
      const open = xml.indexOf('>', row)
      if (open === -1) return row
      const isEmpty = xml.charCodeAt(open - 1) === 47
      const end = isEmpty ? open : xml.indexOf('</row>', open)
      if (end === -1) return row
      this.row(xml, row, open, end)
      at = end + 1
    }
  }

  private row(xml: string, from: number, open: number, end: number): void {
    const tag = xml.slice(from, open)
    const [, number] = /\sr=["'](\d{1,7})["']/.exec(tag) ?? []
    this.number = number === undefined ? this.number + 1 : Number(number)
    if (end === open) return
    if (tag.includes('hidden') && /\shidden=["'](?:1|true)["']/.test(tag)) this.builder.hide(this.number)
    const { cells, notes } = readRow(xml, open + 1, end, this.shared)
    this.builder.add(cells, this.number, notes)
  }

  /** Reads the places of merged cells, which stand behind the rows. @returns up to where */
  private spans(xml: string, from = 0): number {
    for (let at = xml.indexOf('<mergeCell ', from); at !== -1; at = xml.indexOf('<mergeCell ', at + 1)) {
      const end = xml.indexOf('>', at)
      if (end === -1) return at
      const [, place = ''] = /\sref=["']([^"']*)["']/.exec(xml.slice(at, end)) ?? []
      const span = spanOf(place)
      if (span && this.merged.length < limits.merged) this.merged.push(span)
    }
    return Math.max(from, xml.lastIndexOf('<'))
  }
}

const isSpaceOrEnd = (unit: number): boolean =>
  unit === 32 || unit === 62 || unit === 47 || unit === 10 || unit === 13 || unit === 9

function closeOfRows(xml: string, from: number): number {
  const close = xml.indexOf('</sheetData>', from)
  return close === -1 ? xml.indexOf('<sheetData/>', from) : close
}

/** Some programs write `x:row` for `row`. @returns `x:` or '' */
function prefixOf(start: string): string {
  refuseDeclarations(start)
  const [, prefix = ''] = /<([A-Za-z][\w.-]*:)worksheet[\s>]/.exec(start) ?? []
  return prefix
}

export function withoutPrefix(xml: string, prefix: string): string {
  return prefix === '' ? xml : xml.replaceAll(`<${prefix}`, '<').replaceAll(`</${prefix}`, '</')
}
