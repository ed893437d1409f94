import { finish, ROWS_PER_STEP, type Steps } from './steps'

/** A block of cells on the clipboard: rows of texts, possibly of different lengths. */
export type Matrix = readonly (readonly string[])[]

/**
 * Reads a block from `text/plain` as Excel, LibreOffice and Google Sheets write it.
 * A cell is quoted only when it *starts* with `"` and the closing quote is right before a tab or the end of the row:
 * `27" monitor` and `"unclosed` are ordinary text. Row ends are CRLF, LF or CR; the last one does not begin another
 * row. Everything else is kept verbatim.
 */
export const parseTsv = (text: string): string[][] => finish(parseTsvSteps(text))

/** `parseTsv` with pauses. */
export function* parseTsvSteps(text: string): Steps<string[][]> {
  const [quote, lineFeed, carriageReturn, tab] = [
    finder(text, '"'),
    finder(text, '\n'),
    finder(text, '\r'),
    finder(text, '\t'),
  ]
  const rows: string[][] = []
  let above: readonly string[] = []
  let at = 0
  do {
    const end = Math.min(next(lineFeed, at), next(carriageReturn, at))
    const isPlain = next(quote, at) >= end
    const row = isPlain ? { cells: splitRow(text, at, end, tab, above), end } : readRow(text, at)
    rows.push(row.cells)
    if (rows.length % ROWS_PER_STEP === 0) yield
    // A quoted text may contain tabs and line ends.
    above = isPlain ? row.cells : []
    at = row.end + (text[row.end] === '\r' && text[row.end + 1] === '\n' ? 2 : 1)
  } while (at < text.length)
  return rows
}

/**
 * Reads a row without quotes. Half of the cells of an order equal those above: they become the same string instead of a
 * copy, which is as fast and leaves less for the garbage collector.
 */
function splitRow(text: string, from: number, end: number, tab: Finder, above: readonly string[]): string[] {
  const cells = above.slice()
  let count = 0
  for (let at = from; at <= end; count++) {
    const known = above[count]
    const until = known === undefined ? end + 1 : at + known.length
    const mayRepeat = until === end || (until < end && text.charCodeAt(until) === TAB)
    if (known !== undefined && mayRepeat && text.startsWith(known, at)) {
      at = until + 1
      continue
    }
    const stop = Math.min(next(tab, at), end)
    cells[count] = text.slice(at, stop)
    at = stop + 1
  }
  if (cells.length > count) cells.length = count
  return cells
}

const TAB = 9

/** A character that is searched in a text, and the position where it was found last. */
interface Finder {
  readonly text: string
  readonly sign: string
  found: number
}

const finder = (text: string, sign: string): Finder => ({ text, sign, found: -1 })

/** Position of the next occurrence, for ascending positions `from`; the length of the text when there is none. */
function next(finder: Finder, from: number): number {
  if (finder.found >= from) return finder.found
  const found = finder.text.indexOf(finder.sign, from)
  finder.found = found === -1 ? finder.text.length : found
  return finder.found
}

/** Reads a row cell by cell. @returns its cells and its end */
function readRow(text: string, from: number): { cells: string[]; end: number } {
  const cells: string[] = []
  for (let at = from; ; ) {
    const quoted = text[at] === '"' ? readQuoted(text, at) : undefined
    const end = quoted?.end ?? endOfCell(text, at)
    cells.push(quoted?.value ?? text.slice(at, end))
    if (text[end] !== '\t') return { cells, end }
    at = end + 1
  }
}

/**
 * The text to insert where a text is being edited: other programs copy a cell with a line end, which would stay in the
 * text unseen, and with quotes if it has several lines.
 */
export function textToInsert(text: string): string {
  const [cells, ...more] = parseTsv(text)
  const [cell = ''] = cells ?? []
  // A spreadsheet quotes only a cell with one of these; other quotes are part of the text.
  const hasOwnQuotes = text.startsWith('"') && !/["\t\r\n]/.test(cell)
  if (cells?.length === 1 && more.length === 0 && !hasOwnQuotes) return cell
  return text.replace(/(?:\r\n|\r|\n)$/, '')
}

/**
 * Writes a block for `text/plain`; the inverse of `parseTsv`. The last row has no line end, so that a copied cell can
 * be pasted into any text, unless it is blank: without a line end it would be lost.
 */
export const formatTsv = (matrix: Matrix): string => finish(formatTsvSteps(matrix)).join('')

/** `formatTsv` with pauses. @returns the parts of the text */
export function* formatTsvSteps(matrix: Matrix): Steps<string[]> {
  const parts: string[] = []
  let row = ''
  for (let from = 0; from < matrix.length; from += ROWS_PER_STEP) {
    if (from > 0) {
      parts.push('\n')
      yield
    }
    const rows = matrix.slice(from, from + ROWS_PER_STEP).map(cells => cells.map(quote).join('\t'))
    row = rows.at(-1) ?? ''
    parts.push(rows.join('\n'))
  }
  if (matrix.length > 0 && row === '') parts.push('\n')
  return parts
}

const quote = (cell: string) =>
  /[\t\r\n]/.test(cell) || cell.startsWith('"') ? `"${cell.replaceAll('"', '""')}"` : cell

function endOfCell(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 9 || code === 10 || code === 13) return at
  }
  return text.length
}

function readQuoted(text: string, from: number): { value: string; end: number } | undefined {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at)) {
    if (text[at + 1] === '"') {
      at += 2
      continue
    }
    const after = text[at + 1]
    const closes = after === undefined || after === '\t' || after === '\n' || after === '\r'
    if (!closes) return undefined
    return { value: text.slice(from + 1, at).replaceAll('""', '"'), end: at + 1 }
  }
  return undefined
}
