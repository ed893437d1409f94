import { CellPlaces } from './cell-places'
import { findDivision, widthOf } from './csv-delimiter'
import { RecordReader } from './csv-records'
import type { Pace } from './pace'
import type { Table } from './table'
import type { Tally } from './tally'
import { TextRows } from './text-rows'

/** Records that are read before somebody else may want a turn. */
const BATCH = 500

/** A table of a separated text, and by which sign it is separated. */
export interface TextTable {
  readonly table: Table
  readonly delimiter: string
}

/**
 * Reads a separated text.
 * @param name of the table; '' for a file that is nothing else
 * @throws Unreadable where a quote is left open or the text goes too far
 */
export async function readCsv(
  name: string,
  text: string,
  asked: string | undefined,
  tally: Tally,
  pace: Pace,
): Promise<TextTable> {
  const { delimiter: hinted, rest } = hintOf(text)
  const delimiter = asked ?? hinted
  const division =
    delimiter === undefined ? findDivision(rest) : { delimiter, width: widthOf(rest, delimiter).width }
  const reader = new RecordReader(rest, division)
  const places = new CellPlaces(rest)
  const rows = new TextRows(places)
  const numbers: number[] = []
  while (reader.next(places)) {
    const { hasText } = rows
    if (hasText) {
      tally.add(rows.width)
      if (tally.hasLost) tally.refuseLost(rows.texts, reader.number)
      numbers.push(reader.number)
    }
    rows.close(hasText)
    if (reader.number % BATCH === 0 && pace.isDue) await pace.rest(reader.at / rest.length)
  }
  const table = { name, isHidden: false, rows, numbers, notes: new Map() }
  return { table, delimiter: division.delimiter }
}

/** `sep=;` in the first line tells Excel the delimiter; it does not show that line, nor count it. */
function hintOf(text: string): { delimiter?: string; rest: string } {
  const [line, delimiter] = /^"?sep=(.)"?(?:\r\n|\n|\r)/i.exec(text) ?? []
  return line !== undefined && delimiter !== undefined
    ? { delimiter, rest: text.slice(line.length) }
    : { rest: text }
}
