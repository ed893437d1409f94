import { ReadError } from '@/lib/files/book/read-error'
import { CellRanges } from './cell-ranges'
import { type CsvDialect, CsvScanner } from './csv-scanner'

const delimiters = [',', '\t', ';', '|'] as const

/** Characters and records from which the delimiter is detected. */
const SAMPLE_LENGTH = 64 * 1024
const SAMPLE_RECORDS = 50

/**
 * Detects the delimiter of a text: the one at which most of the first records have the same number of cells. A text
 * without delimiters is one column.
 */
export function detectDialect(text: string): CsvDialect {
  const found = delimiters.map(delimiter => ({ delimiter, ...recordWidth(text, delimiter) }))
  const best = found.reduce((a, b) => (b.score > a.score ? b : a))
  return { delimiter: best.delimiter, width: best.width }
}

/**
 * The number of cells that most records have with a delimiter.
 * @returns `score`: the higher, the more records agree and the more cells they have; 0 where the delimiter divides none
 */
export function recordWidth(text: string, delimiter: string): { width: number; score: number } {
  const end =
    text.length <= SAMPLE_LENGTH ? text.length : text.lastIndexOf('\n', SAMPLE_LENGTH) + 1 || SAMPLE_LENGTH
  const reader = new CsvScanner(text, { delimiter, width: 0 }, end)
  const cells = new CellRanges(text)
  const counts = new Map<number, number>()
  let records = 0
  try {
    for (; reader.next(cells) && records < SAMPLE_RECORDS; cells.truncate(0)) {
      if (!cells.hasTextFrom(0)) continue
      records++
      counts.set(cells.count, (counts.get(cells.count) ?? 0) + 1)
    }
  } catch (thrown) {
    // A quote is never closed. The records before it suffice; the reading itself will fail.
    if (!(thrown instanceof ReadError)) throw thrown
  }
  let width = 1
  for (const [cells, count] of counts) if (count >= (counts.get(width) ?? 0)) width = cells
  const share = records === 0 ? 0 : (counts.get(width) ?? 0) / records
  return { width, score: share * share * Math.log2(width) }
}
