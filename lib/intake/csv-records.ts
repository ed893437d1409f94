import type { CellPlaces } from './cell-places'
import { limits } from './limits'
import { Unreadable } from './unreadable'

const QUOTE = 34
const RETURN = 13
const SPACE = 32

/** Lines that tell whether a quote is stray. */
const LOOK_AHEAD = 20

/** How a text is divided. */
export interface Division {
  readonly delimiter: string
  /** How many cells most records have; 0 where that is not known. */
  readonly width: number
}

/** Whether a text up to `end` has a carriage return that no line feed follows. */
function hasLoneReturn(text: string, end: number): boolean {
  for (let at = text.indexOf('\r'); at !== -1 && at < end; at = text.indexOf('\r', at + 1))
    if (text.charCodeAt(at + 1) !== 10) return true
  return false
}

/**
 * Reads the records of a separated text one after the other. A quote counts only where a cell begins with it, and ends
 * the cell only before a delimiter or a line end, so that `27" 모니터` and `"27" 모니터"` are read as they were meant.
 */
export class RecordReader {
  at = 0
  /** Records that were read, blank ones included: what a spreadsheet program calls the row of the last one. */
  number = 0
  private readonly delimiter: number
  /** What ends a line: files of old Macs have no line feed at all. */
  private readonly feed: string
  /** Whether some lines end with a line feed and others, perhaps, with a carriage return alone. */
  private readonly isMixed: boolean
  private nextQuote = -2
  private nextFeed = -2
  private nextDelimiter = -2
  /** Where the record begins. */
  private record = 0
  private known = { from: 0, until: 0, close: -1, hasQuotes: false }
  /** The first cell of the record. */
  private first = 0

  constructor(
    readonly text: string,
    private readonly division: Division,
    private readonly end = text.length,
  ) {
    this.delimiter = division.delimiter.charCodeAt(0)
    this.feed = text.includes('\n') ? '\n' : '\r'
    this.isMixed = this.feed === '\n' && hasLoneReturn(text, end)
  }

  /**
   * Reads the next record.
   * @param into takes the places of its cells in
   * @returns false at the end of the text
   * @throws Unreadable where a quoted cell has no end, or a cell is longer than anybody's
   */
  next(into: CellPlaces): boolean {
    if (this.at >= this.end) return false
    this.number++
    this.record = this.at
    this.first = into.count
    const line = this.feedFrom(this.at)
    if (this.quoteFrom(this.at) > line) this.plainRecord(line, into)
    else while (!this.nextCell(into));
    return true
  }

  private plainRecord(line: number, into: CellPlaces): void {
    let from = this.at
    for (let end = this.delimiterFrom(from); end < line; end = this.delimiterFrom(from)) {
      into.add(from, end)
      from = end + 1
    }
    into.add(from, this.lineEnd(from, line))
    this.at = line + 1
  }

  /** @returns whether it was the record's last cell */
  private nextCell(into: CellPlaces): boolean {
    return this.text.charCodeAt(this.at) === QUOTE ? this.quotedCell(into) : this.plainCell(into)
  }

  private plainCell(into: CellPlaces): boolean {
    const from = this.at
    const line = this.feedFrom(from)
    const found = this.delimiterFrom(from)
    const isLast = found >= line
    into.add(from, isLast ? this.lineEnd(from, line) : found)
    this.at = (isLast ? line : found) + 1
    return isLast
  }

  private quotedCell(into: CellPlaces): boolean {
    const from = this.at + 1
    const line = this.feedFrom(this.at)
    const close = this.closing(from)
    if (close === -1 || close > line) {
      const isStray = this.isStray(into.count - this.first, line, close)
      // The look ahead went further than the reading is.
      this.nextFeed = -2
      if (isStray) this.nextQuote = -2
      if (isStray) return this.plainCell(into)
      if (close === -1) throw this.unclosed(from)
    }
    into.addQuoted(from, close, this.known.hasQuotes)
    let at = close + 1
    while (this.text.charCodeAt(at) === SPACE) at++
    if (this.text.charCodeAt(at) === this.delimiter) {
      this.at = at + 1
      return false
    }
    this.at = this.feedFrom(at) + 1
    return true
  }

  private unclosed(from: number): Unreadable {
    if (this.end - from > limits.cell) return new Unreadable({ code: 'cell_too_long', most: limits.cell })
    return new Unreadable({ code: 'unclosed_quote', at: this.number })
  }

  /**
   * Where a quoted cell ends: at a quote behind which the cell is over. -1 where there is none within the length of a
   * cell. What was found is kept, for quotes that turn out to be stray are asked about again and again.
   */
  private closing(from: number): number {
    const { known } = this
    if (from >= known.from && from < known.until) return known.close
    const most = Math.min(this.end, from + limits.cell)
    let at = this.quoteFrom(from)
    const hasQuotes = at < most && !this.isOver(at + 1)
    while (at < most && !this.isOver(at + 1))
      at = this.quoteFrom(at + (this.text.charCodeAt(at + 1) === QUOTE ? 2 : 1))
    const close = at < most ? at : -1
    this.known = { from, until: Math.min(at, most), close, hasQuotes }
    return close
  }

  private isOver(at: number): boolean {
    let behind = at
    while (this.text.charCodeAt(behind) === SPACE && this.delimiter !== SPACE) behind++
    if (behind >= this.end) return true
    const unit = this.text.charCodeAt(behind)
    return unit === this.delimiter || unit === 10 || unit === RETURN
  }

  /**
   * Whether a quote that would take lines into its cell is but a sign of the text: all those lines have as many cells
   * as the others when each is read for itself. One missing quote never swallows the rest.
   */
  private isStray(before: number, line: number, close: number): boolean {
    const { width } = this.division
    if (width < 2) return false
    if (before + this.count(this.at + 1, line) !== width) return false
    // A cell of several lines in a narrow file may hold as many delimiters by chance.
    if (close !== -1 && width < 4) return false
    const until = close === -1 ? this.end - 1 : close
    let from = line + 1
    for (let lines = 0; lines < LOOK_AHEAD && from <= until; lines++) {
      const end = this.breakFrom(from)
      const isBlankLine = this.lineEnd(from, end) === from
      if (!isBlankLine && this.count(from, end) !== width) return false
      from = end + 1
    }
    return true
  }

  /** How many cells a line has by itself, its quotes minded but for those that do not end in it. */
  private count(from: number, end: number): number {
    let count = 1
    for (let at = from; at <= end; at++) {
      if (this.text.charCodeAt(at) === QUOTE) at = this.closeWithin(at, end)
      const found = this.text.indexOf(this.division.delimiter, at)
      if (found === -1 || found >= end) break
      count++
      at = found
    }
    return count
  }

  /** Where the quoted cell that begins at a place ends; that place itself where it does not end in the line. */
  private closeWithin(open: number, end: number): number {
    for (
      let at = this.text.indexOf('"', open + 1);
      at !== -1 && at < end;
      at = this.text.indexOf('"', at + 1)
    ) {
      if (this.text.charCodeAt(at + 1) === QUOTE) at++
      else if (this.isOver(at + 1)) return at
    }
    return open
  }

  /** Where the text of a line ends whose feed stands at `end`. */
  private lineEnd(from: number, end: number): number {
    return this.text.charCodeAt(end - 1) === RETURN && end > from ? end - 1 : end
  }

  private quoteFrom(at: number): number {
    if (this.nextQuote < at) this.nextQuote = this.find('"', at)
    return this.nextQuote
  }

  private delimiterFrom(at: number): number {
    if (this.nextDelimiter < at) this.nextDelimiter = this.find(this.division.delimiter, at)
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
   * records. A stray one in the middle of a note is a part of its cell.
   */
  private endsRecord(at: number): boolean {
    const { width } = this.division
    if (width < 2) return true
    const next = Math.min(this.find('\n', at + 1), this.find('\r', at + 1))
    return this.count(this.record, at) === width || this.count(at + 1, next) === width
  }

  private find(what: string, at: number): number {
    const found = this.text.indexOf(what, at)
    return found === -1 || found > this.end ? this.end : found
  }
}
