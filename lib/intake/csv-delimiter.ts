import { CellPlaces } from './cell-places'
import { type Division, RecordReader } from './csv-records'
import { Unreadable } from './unreadable'

const delimiters = [',', '\t', ';', '|'] as const

/** As much of a text tells how it is divided. */
const SAMPLE = 64 * 1024
const SAMPLE_RECORDS = 50

/**
 * Finds out how a text is divided: by the sign at which most of the first records fall into the same number of cells.
 * A text that no sign divides is one column.
 */
export function findDivision(text: string): Division {
  const found = delimiters.map(delimiter => ({ delimiter, ...widthOf(text, delimiter) }))
  const best = found.reduce((a, b) => (b.score > a.score ? b : a))
  return { delimiter: best.delimiter, width: best.width }
}

/**
 * The number of cells that most records have when they are divided by a sign.
 * @returns `score`: higher the more records agree and the more cells they have; 0 where the sign divides none
 */
export function widthOf(text: string, delimiter: string): { width: number; score: number } {
  const end = text.length <= SAMPLE ? text.length : text.lastIndexOf('\n', SAMPLE) + 1 || SAMPLE
  const reader = new RecordReader(text, { delimiter, width: 0 }, end)
  const cells = new CellPlaces(text)
  const counts = new Map<number, number>()
  let records = 0
  try {
    for (; reader.next(cells) && records < SAMPLE_RECORDS; cells.cutTo(0)) {
      if (!cells.hasTextFrom(0)) continue
      records++
      counts.set(cells.count, (counts.get(cells.count) ?? 0) + 1)
    }
  } catch (thrown) {
    // A quote that is left open: what came before it tells enough, and the reading itself will say so.
    if (!(thrown instanceof Unreadable)) throw thrown
  }
  let width = 1
  for (const [cells, count] of counts) if (count >= (counts.get(width) ?? 0)) width = cells
  const share = records === 0 ? 0 : (counts.get(width) ?? 0) / records
  return { width, score: share * share * Math.log2(width) }
}
