import { findAlike } from './resolutions-alike'

/** A number that the shipping company's console shows, and the order id beside it if there was one. */
export interface PastedRow {
  readonly number: string
  /** As it was pasted; it need not be an order id. */
  readonly id?: string
  /** Of the pasted text, from 1. */
  readonly line: number
}

/** What was read of a pasted list. */
export interface PasteReading {
  readonly rows: readonly PastedRow[]
  /** Lines that hold no order: headings. */
  readonly headings: number
  /** There are more columns than two, and none of them calls itself the order id. */
  readonly idsUnclear: boolean
  /** Numbers in doubt that no line names as they are, but that a cell may mean; with that cell. */
  readonly alike: ReadonlyMap<string, string>
}

/** Most rows that one paste may have. */
export const MOST_PASTED = 50_000

/** What the console calls the id that it gave; Korean and Japanese spellings among them. */
const ID_HEADING = /^(order|주문|注文|受注)?\s*[_-]?(id|아이디|ＩＤ)$|orderid|고유\s?번호/i

/**
 * Reads a list as the shipping company's console gives it: numbers, or numbers and order ids, in whatever columns.
 * Which column holds the numbers is told by `known`, the numbers that are in doubt; headings are passed over.
 */
export function readPaste(text: string, known: ReadonlySet<string>): PasteReading {
  const { table, ...reading } = readLines(text, known)
  const named = new Set(reading.rows.map(row => row.number))
  const unnamed = [...known].filter(number => !named.has(number))
  const alike = findAlike(
    unnamed,
    table.flatMap(row => row.cells),
  )
  return { ...reading, alike }
}

type Lines = Omit<PasteReading, 'alike'>

function readLines(
  text: string,
  known: ReadonlySet<string>,
): Lines & { readonly table: readonly TableRow[] } {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|[\n\r\v\u2028\u2029]/)
  const spellings = new Map([...known].map(number => [fold(number), number]))
  const spelled = (cell: string) => (known.has(cell) ? cell : (spellings.get(fold(cell)) ?? cell))
  const split = splitter(text, known)
  const table = lines
    .map((line, at) => ({ cells: split(line).map(spelled), line: at + 1 }))
    .filter(row => row.cells.some(cell => cell !== ''))
  const isList =
    table.some(row => row.cells.filter(cell => known.has(cell)).length > 1) ||
    (table.length === 1 && (table[0]?.cells.length ?? 0) > 2)
  if (isList) {
    const rows = table.flatMap(({ cells, line }) =>
      cells
        .filter(cell => known.has(cell) || isNumber(cell))
        .map(number => ({ number, line }) satisfies PastedRow),
    )
    return { rows, headings: 0, idsUnclear: false, table }
  }
  return { ...readTable(table, known), table }
}

interface TableRow {
  readonly cells: readonly string[]
  readonly line: number
}

function readTable(table: readonly TableRow[], known: ReadonlySet<string>): Lines {
  const width = table.reduce((most, row) => Math.max(most, row.cells.length), 0)
  const heads = table.findIndex(row => row.cells.some(cell => known.has(cell) || isNumber(cell)))
  const headings = heads === -1 ? table.length : heads
  const numbers = columnOf(table, width, cell => known.has(cell)) ?? 0
  const others = Array.from({ length: width }, (_, at) => at).filter(at => at !== numbers)
  const named = others.find(at => table.slice(0, headings).some(row => ID_HEADING.test(row.cells[at] ?? '')))
  const ids = others.length === 1 ? others[0] : named
  const rows = table.slice(headings).flatMap(({ cells, line }): PastedRow[] => {
    const named = cells[numbers] ?? ''
    const number = known.has(named) ? named : (mentioned(cells, known) ?? named)
    const id = ids === undefined ? '' : (cells[ids] ?? '')
    return number === '' ? [] : [{ number, line, ...(id !== '' && { id }) }]
  })
  return { rows, headings, idsUnclear: others.length > 1 && ids === undefined }
}

/** The column in which most cells are `wanted`; undefined when none is. */
function columnOf(table: readonly TableRow[], width: number, wanted: (cell: string) => boolean) {
  const hits = new Array<number>(width).fill(0)
  for (const { cells } of table)
    cells.forEach((cell, at) => {
      if (wanted(cell)) hits[at] = (hits[at] ?? 0) + 1
    })
  const most = Math.max(0, ...hits)
  return most > 0 ? hits.indexOf(most) : undefined
}

/**
 * A number in doubt that a line names somewhere else than its fellows. It is on the list all the same, and whoever says
 * that those which are not listed are not there must not say it of this one.
 */
const mentioned = (cells: readonly string[], known: ReadonlySet<string>): string | undefined =>
  cells.flatMap(cell => [cell, ...cell.split(/[\s,;、，；]+/)]).find(part => known.has(part))

/** What stands between the cells of this text: tabs, else commas, else blanks. A number may hold blanks of its own. */
function splitter(text: string, known: ReadonlySet<string>): (line: string) => string[] {
  if (text.includes('\t')) return line => line.split('\t').map(bare)
  if (/[,;、，；]/.test(text)) return line => cellsOf(line).map(bare)
  return line => (known.has(line.trim()) ? [line.trim()] : line.trim().split(/\s+/).map(bare))
}

/** Cells of a line of CSV: what stands in quotation marks is not split. */
function cellsOf(line: string): string[] {
  const cells = ['']
  let isQuoted = false
  for (const char of line) {
    if (char === '"') isQuoted = !isQuoted
    if (!isQuoted && ',;、，；'.includes(char)) cells.push('')
    else cells[cells.length - 1] += char
  }
  return cells
}

/** Without the quotation marks and the `="…"` by which spreadsheets keep digits as text. */
const bare = (cell: string): string =>
  cell
    .trim()
    .replace(/^=?"(.*)"$/s, '$1')
    .replace(/^'(?=\S)/, '')
    .trim()

const isNumber = (cell: string): boolean => /\p{Nd}/u.test(cell)

const fold = (text: string): string => text.normalize('NFKC').trim()
