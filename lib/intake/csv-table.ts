import { findDivision, widthOf } from './csv-delimiter'
import { RecordReader } from './csv-records'
import type { Pace } from './pace'
import type { Table } from './table'
import { TableBuilder, type Tally } from './tally'

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
  const builder = new TableBuilder(tally)
  for (let cells = reader.next(); cells; cells = reader.next()) {
    builder.add(cells, reader.number)
    if (reader.number % BATCH === 0 && pace.isDue) await pace.rest(reader.at / rest.length)
  }
  return { table: builder.table(name), delimiter: division.delimiter }
}

/** `sep=;` in the first line tells Excel the delimiter; it does not show that line, nor count it. */
function hintOf(text: string): { delimiter?: string; rest: string } {
  const [line, delimiter] = /^"?sep=(.)"?(?:\r\n|\n|\r)/i.exec(text) ?? []
  return line !== undefined && delimiter !== undefined
    ? { delimiter, rest: text.slice(line.length) }
    : { rest: text }
}
