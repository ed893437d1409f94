import { MAX_HEADER_ROWS } from '@/lib/sheet/acts/paste-header'
import { type Matrix, parseTsv } from '@/lib/sheet/codecs/tsv'

/** The headings are searched in this many characters of a block. */
const MAX_HEADING_CHARACTERS = 20_000

/** Fewer names may be a few cells of text. */
const MIN_NAMES = 3

/** A row with more cells is data if any is a number, even where most columns of the headings are blank. */
const MAX_NOTICE_CELLS = 6

/**
 * The first rows of a block that may be a shop's export, down to its first row of data: among them is one of several
 * names, perhaps below notices. A row with a number is data unless it is as narrow as a notice; a block that begins
 * with data is pasted at once, because the operator continues typing. Headings below data are those of another block.
 */
export function leadingRowsOf(text: string): Matrix | undefined {
  const rows = parseTsv(text.slice(0, MAX_HEADING_CHARACTERS))
  const leading = rows.slice(0, MAX_HEADER_ROWS)
  const names = leading.map(row => row.filter(cell => cell.trim() !== ''))
  const widest = Math.max(...names.map(row => row.length))
  const isWide = ({ length }: readonly string[]) => length * 2 > widest || length > MAX_NOTICE_CELLS
  const data = names.findIndex(row => isWide(row) && row.some(isNumber))
  const end = Math.min(data === -1 ? leading.length : data, rows.length - 1)
  const mayBeHeader = (row: readonly string[]) => row.length >= MIN_NAMES && !row.some(isNumber)
  return names.slice(0, end).some(mayBeHeader) ? leading.slice(0, end + 1) : undefined
}

const isNumber = (cell: string): boolean => cell.length <= 100 && /^[\p{N}\p{P}\p{S}\s]+$/u.test(cell)
