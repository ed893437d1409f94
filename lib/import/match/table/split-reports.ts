import { addressOfNote, type Book, type CellCount, noteKey, type Table, textsAt } from '@/lib/files/book/book'
import { MAX_HEADER_ROWS } from '@/lib/sheet/acts/paste-header'
import { isFilled, isHeadingText } from './cells'
import { repeatsHeadings } from './headings'
import { MAX_FORM_ROWS } from './structure'

/**
 * Splits tables in which another export begins below the first one, with headings of its own: read by those of the first
 * one, its telephone numbers would become postal codes. Headings that only repeat stay (`tableStructure`). The tables that
 * are split off come last: stored lines name the position of their table in the file.
 * @param isKnown whether a recipe or a column has this heading
 */
export function splitReports(book: Book, isKnown: (text: string) => boolean): Book {
  const split = book.tables.map(table => splitTable(table, isKnown))
  const others = split.flatMap(reports => reports.slice(1))
  if (others.length === 0) return book
  return { ...book, tables: [...split.flatMap(reports => reports.slice(0, 1)), ...others] }
}

/** No more are split off: each one copies the rows below it. */
const MAX_REPORTS = 20

function splitTable(table: Table, isKnown: (text: string) => boolean): readonly Table[] {
  const reports: Table[] = []
  let rest = table
  while (reports.length < MAX_REPORTS - 1) {
    const start = otherReport(rest, isKnown)
    if (start === undefined) break
    reports.push(part(rest, 0, start))
    rest = part(rest, start, rest.rows.length)
  }
  const { name } = table
  return [...reports, rest].map((report, at) =>
    at === 0 || name === '' ? report : { ...report, name: `${name} (${at + 1})` },
  )
}

/** Where another export begins in a table: at its headings, or at the titles above them. Undefined: there is none. */
function otherReport(table: Table, isKnown: (text: string) => boolean): number | undefined {
  const { rows } = table
  const header = rows.slice(0, MAX_HEADER_ROWS).findIndex(row => isHeader(row, isKnown))
  if (header === -1) return undefined
  const below = rows.slice(header + 1, header + 2 + MAX_FORM_ROWS).findIndex(row => row.some(hasDigit))
  if (below === -1) return undefined
  const first = header + 1 + below
  const column = textsAt(rows, first).findIndex(hasDigit)
  const above = rows.slice(0, first)
  for (let at = first + 1; at < rows.length - 1; at++) {
    // Nearly every row has a number here, and only this cell of it is read.
    const text = rows.at(at)?.at(column) ?? ''
    if (!isFilled(text) || hasDigit(text)) continue
    const row = textsAt(rows, at)
    // Reports repeat their headings, and the notes below them, which may be headings in another language.
    if (!isHeader(row, isKnown) || above.some(headings => repeatsHeadings(row, headings))) continue
    let start = at
    while (start - 1 > first && textsAt(rows, start - 1).filter(isFilled).length === 1) start--
    return start
  }
  return undefined
}

const hasDigit = (text: string): boolean => /[\d０-９]/.test(text)

/** Fewer known headings may be a few cells of text. */
const MIN_KNOWN_HEADINGS = 4

function isHeader(row: readonly string[], isKnown: (text: string) => boolean): boolean {
  const filled = row.filter(isFilled)
  if (!filled.every(isHeadingText)) return false
  const known = new Set(filled.filter(isKnown)).size
  return known >= MIN_KNOWN_HEADINGS && known * 2 >= filled.length
}

function part(table: Table, start: number, end: number): Table {
  const { rows, numbers, notes, unsolved, nuls } = table
  const own = numbers.slice(start, end)
  const between = (cells: CellCount) => cellsBetween(cells, own[0] ?? 0, own.at(-1) ?? 0)
  return {
    ...table,
    rows: rows.slice(start, end),
    numbers: own,
    notes: new Map(
      [...notes].flatMap(([key, note]) => {
        const { row, column } = addressOfNote(key)
        return row >= start && row < end ? [[noteKey(row - start, column), note] as const] : []
      }),
    ),
    ...(unsolved && { unsolved: between(unsolved) }),
    ...(nuls && { nuls: between(nuls) }),
  }
}

/** Counted cells in some rows; if not all addresses are known, every part has the whole count. */
function cellsBetween({ count, first }: CellCount, from: number, to: number): CellCount {
  const within = first.filter(({ row }) => row >= from && row <= to)
  return { count: count === first.length ? within.length : count, first: within }
}
