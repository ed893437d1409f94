import { Markup, type Tag } from './html-markup'
import { finish, type Steps } from './steps'

/** A cell of a table: its text, and its exact number when the program writes it beside a shortened text. */
export interface HtmlCell {
  readonly text: string
  readonly exact?: string
}

/** A table with more cells is not read. */
const MAX_CELLS = 5_000_000
const MAX_COLSPAN = 1000
/** Tags and texts that are read between two pauses. */
const PIECES_PER_STEP = 5000

/**
 * Reads the first table of an HTML text, as Excel, LibreOffice and Google Sheets put it on the clipboard. The text of a
 * merged cell is in its first position, the others are blank. The HTML never becomes a document, so that nothing in it
 * can run or be loaded.
 * @returns undefined when there is no table
 */
export const readHtmlTable = (html: string): HtmlCell[][] | undefined => finish(readHtmlTableSteps(html))

/** `readHtmlTable` with pauses. */
export function* readHtmlTableSteps(html: string): Steps<HtmlCell[][] | undefined> {
  const table = new Table()
  let depth = 0
  let count = 0
  const markup = new Markup(html)
  for (let piece = markup.next(); piece; piece = markup.next()) {
    if (++count % PIECES_PER_STEP === 0) yield
    if (typeof piece === 'string') {
      if (depth > 0) table.write(piece)
      continue
    }
    if (piece.name === 'table') {
      depth += piece.closes ? -1 : 1
      if (depth <= 0 && table.isFilled) break
      depth = Math.max(0, depth)
    } else if (depth === 1) table.tag(piece)
    // A table inside of a cell is text of that cell.
    else if (depth > 1) table.inner(piece)
    if (table.size > MAX_CELLS) return undefined
  }
  return table.rows()
}

const blank: HtmlCell = { text: '' }

/** A table while its tags are read. */
class Table {
  size = 0
  private readonly lines: HtmlCell[][] = []
  /** Merged cells from above, by column: how many more rows they cover. */
  private readonly reaching: number[] = []
  private row: HtmlCell[] | undefined
  private isHidden = false
  private cell: HtmlCellReader | undefined

  get isFilled(): boolean {
    return this.lines.length > 0 || this.row !== undefined
  }

  write(text: string): void {
    this.cell?.write(text)
  }

  tag(tag: Tag): void {
    if (tag.name === 'tr') {
      this.endRow()
      if (!tag.closes) this.beginRow(tag)
    } else if (tag.name === 'td' || tag.name === 'th') {
      this.endCell()
      if (!tag.closes) this.beginCell(tag)
    } else this.inner(tag)
  }

  inner(tag: Tag): void {
    this.cell?.tag(tag)
  }

  rows(): HtmlCell[][] | undefined {
    this.endRow()
    return this.lines.length > 0 ? this.lines : undefined
  }

  private beginRow(tag: Tag): void {
    this.row = []
    // Excel adds a line of nothing but widths.
    this.isHidden = /display:\s*none/i.test(tag.attribute('style'))
  }

  private endRow(): void {
    this.endCell()
    if (!this.row || this.isHidden) {
      this.row = undefined
      return
    }
    this.reachDown(this.row)
    this.lines.push(this.row)
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
    this.reachDown(row)
    this.size += cell.across
    for (let i = 0; i < cell.across; i++) {
      if (cell.down > 1) this.reaching[row.length] = cell.down - 1
      row.push(i === 0 ? cell.end() : blank)
    }
  }

  /** Adds blank cells where merged cells from above continue. */
  private reachDown(row: HtmlCell[]): void {
    for (let left = this.reaching[row.length]; left; left = this.reaching[row.length]) {
      this.reaching[row.length] = left - 1
      row.push(blank)
      this.size++
    }
  }
}

/** Elements that begin and end on their own line. */
const blocks = new Set(['p', 'div', 'li', 'ul', 'ol', 'tr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

/** A cell while its text is read. White space is collapsed as a browser does, unless the program marks it. */
export class HtmlCellReader {
  readonly across: number
  readonly down: number
  private text = ''
  /** White space was read; it counts once text follows. */
  private hasSpace = false
  /** A block ended; the next text begins a new line. */
  private isEnded = false
  /** Depth of open elements in which white space is kept. */
  private keeping = 0

  constructor(private readonly opening: Tag) {
    this.across = span(opening.attribute('colspan'), MAX_COLSPAN)
    this.down = span(opening.attribute('rowspan'), 65_534)
  }

  tag({ name, closes, attribute }: Tag): void {
    if (name === 'br') {
      this.hasSpace = false
      this.text += '\n'
    } else if (blocks.has(name) && this.text !== '') this.isEnded = true
    else if (name === 'span' && this.keeping > 0) this.keeping += closes ? -1 : 1
    else if (name === 'span' && !closes && /mso-spacerun:\s*yes/i.test(attribute('style'))) this.keeping = 1
  }

  write(text: string): void {
    const words = this.keeping > 0 ? [text] : text.split(/[ \t\r\n\f]+/)
    for (const [i, word] of words.entries()) {
      if (i > 0) this.hasSpace = true
      if (word !== '') this.add(word)
    }
  }

  end(): HtmlCell {
    const text = this.text.replaceAll('\u00a0', ' ')
    const exact = exactOf(this.opening)
    const shown = text.trim() === '' ? '' : text
    return exact === undefined ? { text: shown } : { text: shown, exact }
  }

  private add(text: string): void {
    const begins = this.text === '' || this.text.endsWith('\n')
    if (this.isEnded && !begins) this.text += '\n'
    else if (this.hasSpace && !begins) this.text += ' '
    this.hasSpace = false
    this.isEnded = false
    this.text += text
  }
}

function span(text: string, most: number): number {
  const count = Number.parseInt(text, 10)
  return Number.isFinite(count) ? Math.max(1, Math.min(count, most)) : 1
}

/** The exact number of a cell: Excel's `x:num`, LibreOffice's `sdval`, Google's `data-sheets-value`. */
function exactOf({ attribute }: Tag): string | undefined {
  const plain = attribute('x:num') || attribute('sdval')
  const google = /^\{"1":3,"3":([^,}]+)\}$/.exec(attribute('data-sheets-value'))
  const number = plain === '' ? google?.[1] : plain
  return number !== undefined && /^-?\d{1,15}(\.\d+)?$/.test(number) ? number : undefined
}
