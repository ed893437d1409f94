import { limits } from '@/lib/files/book/limits'
import { ReadError } from '@/lib/files/book/read-error'
import type { CellRanges } from './cell-ranges'

const QUOTE = 34
const RETURN = 13
const SPACE = 32

/** Lines that decide whether a quote is stray. */
const LINES_AHEAD = 20

/** How a text is divided into cells. */
export interface CsvDialect {
  readonly delimiter: string
  /** The number of cells that most records have; 0 where it is unknown. */
  readonly width: number
}

/** Whether a text contains, before `end`, a carriage return without a line feed. */
function hasLoneReturn(text: string, end: number): boolean {
  for (let at = text.indexOf('\r'); at !== -1 && at < end; at = text.indexOf('\r', at + 1))
    if (text.charCodeAt(at + 1) !== 10) return true
  return false
}

/**
 * Reads the records of a delimited text one after the other. A quote counts only where a cell begins with it, and it
 * ends the cell only before a delimiter or the end of a line. So `27" 모니터` and `"27" 모니터"` are read as they were meant.
 * Blanks before a quote are skipped where the record then has as many cells as most others.
 */
export class CsvScanner {
  at = 0
  /** Number of records so far, including blank ones: the row of the last one in a spreadsheet program. */
  number = 0
  private readonly delimiter: number
  /** The end of a line. Files of old Macs have no line feeds. */
  private readonly feed: string
  /** Whether some lines end with a line feed and others with only a carriage return. */
  private readonly isMixed: boolean
  private nextQuote = -2
  private nextFeed = -2
  private nextDelimiter = -2
  /** Position of the record. */
  private recordStart = 0
  /** The last quoted cell that was searched: its end holds for all starts from `from` to before `until`. */
  private lastClosing = { from: 0, until: 0, close: -1, hasQuotes: false }
  /** Index of the first cell of the record. */
  private firstCell = 0
  /** The last record with a blank before a quote, and whether such quotes count in it. */
  private spaced = { record: 0, counts: false }

  constructor(
    readonly text: string,
    private readonly dialect: CsvDialect,
    private readonly end = text.length,
  ) {
    this.delimiter = dialect.delimiter.charCodeAt(0)
    this.feed = text.includes('\n') ? '\n' : '\r'
    this.isMixed = this.feed === '\n' && hasLoneReturn(text, end)
  }

  /**
   * Reads the next record.
   * @param into receives its cells
   * @returns false at the end of the text
   * @throws ReadError where a quoted cell has no end, or a cell is too long
   */
  next(into: CellRanges): boolean {
    if (this.at >= this.end) return false
    this.number++
    this.recordStart = this.at
    this.firstCell = into.count
    const line = this.feedFrom(this.at)
    if (this.quoteFrom(this.at) > line) this.plainRecord(line, into)
    else while (!this.nextCell(into));
    return true
  }

  private plainRecord(line: number, into: CellRanges): void {
    let from = this.at
    for (let end = this.delimiterFrom(from); end < line; end = this.delimiterFrom(from)) {
      into.add(from, end)
      from = end + 1
    }
    into.add(from, this.lineEnd(from, line))
    this.at = line + 1
  }

  /** @returns whether it was the record's last cell */
  private nextCell(into: CellRanges): boolean {
    if (this.text.charCodeAt(this.at) === SPACE) this.skipBlanks(into)
    return this.text.charCodeAt(this.at) === QUOTE ? this.quotedCell(into) : this.plainCell(into)
  }

  /** Skips the blanks before the quote of a cell that ends in its line, as in `A-1, "컵, 흰색"`. */
  private skipBlanks(into: CellRanges): void {
    const open = this.behindBlanks(this.at)
    if (open === this.at || this.text.charCodeAt(open) !== QUOTE) return
    const line = this.feedFrom(this.at)
    if (this.spaced.record !== this.number) {
      const { width } = this.dialect
      const counts = width === 0 || into.count - this.firstCell + this.count(this.at, line) === width
      this.spaced = { record: this.number, counts }
    }
    if (!this.spaced.counts) return
    const close = this.closing(open + 1)
    if (close !== -1 && close < line) this.at = open
    // The search moved the next position beyond the reading.
    else this.nextQuote = -2
  }

  private behindBlanks(at: number): number {
    let behind = at
    while (this.text.charCodeAt(behind) === SPACE && this.delimiter !== SPACE) behind++
    return behind
  }

  private plainCell(into: CellRanges): boolean {
    const from = this.at
    const line = this.feedFrom(from)
    const found = this.delimiterFrom(from)
    const isLast = found >= line
    into.add(from, isLast ? this.lineEnd(from, line) : found)
    this.at = (isLast ? line : found) + 1
    return isLast
  }

  private quotedCell(into: CellRanges): boolean {
    const from = this.at + 1
    const line = this.feedFrom(this.at)
    const close = this.closing(from)
    if (close === -1 || close > line) {
      const isStray = this.isStray(into.count - this.firstCell, line, close)
      // Looking ahead moved the next positions beyond the reading.
      this.nextFeed = -2
      if (isStray) this.nextQuote = -2
      if (isStray) return this.plainCell(into)
      if (close === -1) throw this.unclosed(from)
    }
    into.addQuoted(from, close, this.lastClosing.hasQuotes)
    const at = this.behindBlanks(close + 1)
    if (this.text.charCodeAt(at) === this.delimiter) {
      this.at = at + 1
      return false
    }
    this.at = this.feedFrom(at) + 1
    return true
  }

  private unclosed(from: number): ReadError {
    if (this.end - from > limits.cellLength)
      return new ReadError({ code: 'cell_too_long', most: limits.cellLength })
    return new ReadError({ code: 'unclosed_quote', at: this.number })
  }

  /**
   * The position at which a quoted cell ends: a quote before a delimiter or the end of a line. -1 where there is none
   * within the length of a cell. The result is kept, because stray quotes are searched repeatedly.
   */
  private closing(from: number): number {
    const { lastClosing } = this
    if (from >= lastClosing.from && from < lastClosing.until) return lastClosing.close
    const most = Math.min(this.end, from + limits.cellLength)
    let at = this.quoteFrom(from)
    const hasQuotes = at < most && !this.endsCell(at + 1)
    while (at < most && !this.endsCell(at + 1))
      at = this.quoteFrom(at + (this.text.charCodeAt(at + 1) === QUOTE ? 2 : 1))
    const close = at < most ? at : -1
    this.lastClosing = { from, until: Math.min(at, most), close, hasQuotes }
    return close
  }

  private endsCell(at: number): boolean {
    const behind = this.behindBlanks(at)
    if (behind >= this.end) return true
    const unit = this.text.charCodeAt(behind)
    return unit === this.delimiter || unit === 10 || unit === RETURN
  }

  /**
   * Whether a quote that would take lines into its cell is only a character of the text: each of those lines has as
   * many cells as other records when it is read separately. So one missing quote never swallows the rest of a file.
   */
  private isStray(before: number, line: number, close: number): boolean {
    const { width } = this.dialect
    if (width < 2) return false
    if (before + this.count(this.at + 1, line) !== width) return false
    // A cell of several lines in a narrow file may hold as many delimiters by chance.
    if (close !== -1 && width < 4) return false
    const until = close === -1 ? this.end - 1 : close
    let from = line + 1
    for (let lines = 0; lines < LINES_AHEAD && from <= until; lines++) {
      const end = this.breakFrom(from)
      const isBlankLine = this.lineEnd(from, end) === from
      if (!isBlankLine && this.count(from, end) !== width) return false
      from = end + 1
    }
    return true
  }

  /** The number of cells of a line that is read separately; quotes that do not end in it are ignored. */
  private count(from: number, end: number): number {
    let count = 1
    // Behind a quote that does not end, no other one ends: a line of stray quotes is searched once.
    let isOpen = false
    for (let at = from; at <= end; at++) {
      const open = this.behindBlanks(at)
      if (!isOpen && this.text.charCodeAt(open) === QUOTE) {
        at = this.closeWithin(open, end)
        isOpen = at === open
      }
      const found = this.text.indexOf(this.dialect.delimiter, at)
      if (found === -1 || found >= end) break
      count++
      at = found
    }
    return count
  }

  /** The position at which a quoted cell ends; its start where it does not end in the line. */
  private closeWithin(open: number, end: number): number {
    for (
      let at = this.text.indexOf('"', open + 1);
      at !== -1 && at < end;
      at = this.text.indexOf('"', at + 1)
    ) {
      if (this.text.charCodeAt(at + 1) === QUOTE) at++
      else if (this.endsCell(at + 1)) return at
    }
    return open
  }

  /** The end of the text of a line whose line feed is at `end`. */
  private lineEnd(from: number, end: number): number {
    return this.text.charCodeAt(end - 1) === RETURN && end > from ? end - 1 : end
  }

  private quoteFrom(at: number): number {
    if (this.nextQuote < at) this.nextQuote = this.find('"', at)
    return this.nextQuote
  }

  private delimiterFrom(at: number): number {
    if (this.nextDelimiter < at) this.nextDelimiter = this.find(this.dialect.delimiter, at)
    return this.nextDelimiter
  }

  private feedFrom(at: number): number {
    if (at > this.nextFeed) this.nextFeed = this.breakFrom(at)
    return this.nextFeed
  }

  private breakFrom(at: number): number {
    const line = this.find(this.feed, at)
    if (!this.isMixed) return line
    for (let found = this.find('\r', at); found < line; found = this.find('\r', found + 1)) {
      if (this.text[found + 1] !== '\n' && this.endsRecord(found)) return found
    }
    return line
  }

  /**
   * Whether a carriage return without a line feed ends a record: the text before or behind it has as many cells as most
   * records. A stray one in the middle of a note belongs to its cell.
   */
  private endsRecord(at: number): boolean {
    const { width } = this.dialect
    if (width < 2) return true
    const next = Math.min(this.find('\n', at + 1), this.find('\r', at + 1))
    return this.count(this.recordStart, at) === width || this.count(at + 1, next) === width
  }

  private find(text: string, at: number): number {
    const found = this.text.indexOf(text, at)
    return found === -1 || found > this.end ? this.end : found
  }
}
