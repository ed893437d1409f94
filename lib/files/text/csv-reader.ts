import type { Table } from '@/lib/files/book/book'
import type { Progress } from '@/lib/files/book/progress'
import type { ReadBudget } from '@/lib/files/book/table-builder'
import { CellRanges } from './cell-ranges'
import { detectDialect, recordWidth } from './csv-delimiter'
import { CsvRows } from './csv-rows'
import { CsvScanner } from './csv-scanner'

/** Records between two questions whether a checkpoint is due. */
const BATCH_SIZE = 500

interface CsvTable {
  readonly table: Table
  readonly delimiter: string
}

/**
 * Reads a delimited text (CSV, TSV and the like).
 * @param given the delimiter that the operator chose; undefined: it is detected
 * @throws ReadError where a quote is never closed, or beyond a limit
 */
export async function readCsv(
  text: string,
  given: string | undefined,
  budget: ReadBudget,
  progress: Progress,
): Promise<CsvTable> {
  const { delimiter: hinted, rest } = hintOf(text)
  const delimiter = given ?? hinted
  const dialect =
    delimiter === undefined ? detectDialect(rest) : { delimiter, width: recordWidth(rest, delimiter).width }
  const scanner = new CsvScanner(rest, dialect)
  const cells = new CellRanges(rest)
  const rows = new CsvRows(cells)
  const numbers: number[] = []
  while (scanner.next(cells)) {
    const { hasText } = rows
    if (hasText) {
      budget.countRow(rows.width)
      if (budget.hasLostCharacters) budget.rejectLostCharacters(rows.texts, scanner.number)
      numbers.push(scanner.number)
    }
    rows.close(hasText)
    if (scanner.number % BATCH_SIZE === 0 && progress.isDue)
      await progress.checkpoint(scanner.at / rest.length)
  }
  const table = { name: '', isHidden: false, rows, numbers, notes: new Map() }
  return { table, delimiter: dialect.delimiter }
}

/** `sep=;` in the first line sets the delimiter of Excel, which neither shows nor counts that line. */
function hintOf(text: string): { delimiter?: string; rest: string } {
  const [line, delimiter] = /^"?sep=(.)"?(?:\r\n|\n|\r)/i.exec(text) ?? []
  return line !== undefined && delimiter !== undefined
    ? { delimiter, rest: text.slice(line.length) }
    : { rest: text }
}
