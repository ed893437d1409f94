/** An order number of the pasted list, and the order id beside it if there is one. */
export interface PastedRow {
  readonly number: string
  /** The text as it was pasted; it may be no order id. */
  readonly id?: string
  /** Line of the pasted text, from 1. */
  readonly line: number
}

/** A list that was pasted from the shipping company's console. */
export interface ConsoleList {
  readonly rows: readonly PastedRow[]
  /** How many heading lines it has. */
  readonly headings: number
  /** The list has more than two columns, and no heading names the order id. */
  readonly areIdsUnclear: boolean
  /** Unknown numbers that the list lacks, and the cell that may mean each in another form. */
  readonly lookalikes: ReadonlyMap<string, string>
}

/** Maximum number of rows in one paste. */
export const MAX_PASTED_ROWS = 50_000

/** Headings of the order id, Korean and Japanese ones included. */
const ID_HEADING = /^(order|주문|注文|受注)?\s*[_-]?(id|아이디|ＩＤ)$|orderid|고유\s?번호/i

/**
 * Reads a list from the shipping company's console: numbers, or numbers and order ids, in any columns. The column with
 * most of the `known` numbers has the numbers; headings are skipped.
 * @param known the numbers of unknown orders
 */
export function readConsoleList(text: string, known: ReadonlySet<string>): ConsoleList {
  const { table, ...reading } = readLines(text, known)
  const named = new Set(reading.rows.map(row => row.number))
  const unnamed = [...known].filter(number => !named.has(number))
  const lookalikes = findLookalikes(
    unnamed,
    table.flatMap(row => row.cells),
  )
  return { ...reading, lookalikes }
}

type Lines = Omit<ConsoleList, 'lookalikes'>

function readLines(
  text: string,
  known: ReadonlySet<string>,
): Lines & { readonly table: readonly TableRow[] } {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|[\n\r\v\u2028\u2029]/)
  const spellings = new Map([...known].map(number => [normalized(number), number]))
  const spelled = (cell: string) => (known.has(cell) ? cell : (spellings.get(normalized(cell)) ?? cell))
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
    return { rows, headings: 0, areIdsUnclear: false, table }
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
    const number = known.has(named) ? named : (findMentioned(cells, known) ?? named)
    const id = ids === undefined ? '' : (cells[ids] ?? '')
    return number === '' ? [] : [{ number, line, ...(id !== '' && { id }) }]
  })
  return { rows, headings, areIdsUnclear: others.length > 1 && ids === undefined }
}

/** The column with the most `wanted` cells; undefined when no cell is wanted. */
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
 * An unknown number that a line names in another column than the other lines do. The list names it, so it must not be
 * resolved as absent.
 */
const findMentioned = (cells: readonly string[], known: ReadonlySet<string>): string | undefined =>
  cells.flatMap(cell => [cell, ...cell.split(/[\s,;、，；]+/)]).find(part => known.has(part))

/** Splits lines of this text by tabs, else commas, else blanks. A number may itself contain blanks. */
function splitter(text: string, known: ReadonlySet<string>): (line: string) => string[] {
  if (text.includes('\t')) return line => line.split('\t').map(unquote)
  if (/[,;、，；]/.test(text)) return line => cellsOf(line).map(unquote)
  return line => {
    const text = line.trim()
    return known.has(text) ? [text] : text.split(/\s+/).map(unquote)
  }
}

/** Cells of a CSV line; quoted text is not split. */
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

/** Removes quotation marks, and the `="…"` with which spreadsheets keep digits as text. */
const unquote = (cell: string): string =>
  cell
    .trim()
    .replace(/^=?"(.*)"$/s, '$1')
    .replace(/^'(?=\S)/, '')
    .trim()

const isNumber = (cell: string): boolean => /\p{Nd}/u.test(cell)

const normalized = (text: string): string => text.normalize('NFKC').trim()

/** How spreadsheets round long numbers: 2.02511E+11. */
const ROUNDED = /^\d(?:\.(\d+))?e\+\d+$/

/**
 * Finds numbers that a list has in another form: without leading zeros, rounded by a spreadsheet, with other dashes,
 * after a sign or a word, or two in one cell. Such a number must not count as missing from the list.
 * @param cells cells of the list
 * @returns by number, the cell that may mean it
 */
export function findLookalikes(
  numbers: readonly string[],
  cells: Iterable<string>,
): ReadonlyMap<string, string> {
  const lookalikes = new Map<string, string>()
  if (numbers.length === 0) return lookalikes
  const forms = new Map<string, string>()
  const roundings = new Set<number>()
  for (const cell of cells) {
    const text = normalize(cell)
    for (const part of [text, ...text.split(/[^\p{L}\p{N}_-]+/u)]) forms.set(comparableForm(part), cell)
    const rounded = ROUNDED.exec(text)
    if (!rounded) continue
    forms.set(text, cell)
    roundings.add(rounded[1]?.length ?? 0)
  }
  for (const number of numbers) {
    const text = normalize(number)
    const asRounded = /^\d+$/.test(text)
      ? [...roundings].map(digits => Number(text).toExponential(Math.min(100, digits)))
      : []
    const cell = [comparableForm(text), ...asRounded]
      .map(form => forms.get(form))
      .find(found => found !== undefined)
    if (cell !== undefined) lookalikes.set(number, cell)
  }
  return lookalikes
}

const normalize = (text: string): string => text.normalize('NFKC').trim().toLowerCase()

/** Only letters and digits, without leading zeros; a text without any stays as it is. */
function comparableForm(folded: string): string {
  const bare = folded.replace(/[^\p{L}\p{N}]+/gu, '').replace(/^0+(?=.)/, '')
  return bare === '' ? folded : bare
}
