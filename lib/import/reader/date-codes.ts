import { type Book, type CellCount, type FileCellAddress, MAX_CELL_ADDRESSES } from '@/lib/files/book/book'
import { planImport } from '@/lib/import/lines/import-plan'
import type { DetectedMapping } from '@/lib/import/match/detect-mapping'
import { ITEM_CODE } from '@/lib/sheet/schema/fillable-columns'

/** Columns with codes that a merchant made up, such as 1-2. Numbers of orders contain days on purpose. */
const codeColumns = [ITEM_CODE, 'shopProductId', 'productOptionGroup[].productOption[].shopOptionId']

const months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'
const month = '(?:0?[1-9]|1[0-2])'
const day = '(?:0?[1-9]|[12]\\d|3[01])'
const year = '(?:19|20)\\d\\d'

/** What spreadsheets make of 3-4, and show in English, Korean and Japanese: 2026-03-04, 03월 04일, 3월-04, 4-Mar, Mar-04. */
const spreadsheetDay = new RegExp(
  `^(?:${[
    `${year}([-/])${month}\\1${day}(?: 0?0:00(?::00)?)?`,
    `${month}/${day}/${year}`,
    `${month}[월月](?:\\s?${day}[일日]|-\\d\\d)`,
    `(?:${months})-\\d\\d`,
    `${day}-(?:${months})(?:-(?:${year}|\\d\\d))?`,
  ].join('|')})$`,
  'i',
)

/** Longer texts are not days. In characters. */
const MAX_DAY_LENGTH = 19

const isSpreadsheetDay = (text: string): boolean => {
  const day = text.trim()
  return day.length <= MAX_DAY_LENGTH && spreadsheetDay.test(day)
}

/** Imported cells in columns of item codes that have the text of a day, which a spreadsheet made of a code; undefined: none. */
export function dateCodes({ tables }: Book, from: readonly DetectedMapping[]): CellCount | undefined {
  const found: FileCellAddress[] = []
  for (const mapping of from) {
    const table = tables[mapping.table]
    const columns = codeColumns.flatMap(id => mapping.mapped[id] ?? [])
    if (!table || columns.length === 0) continue
    let leftOut: ReadonlySet<number> | undefined
    for (let position = mapping.header + 1; position < table.rows.length; position++) {
      const row = table.rows.at(position)
      // A code that several columns may have is one code.
      const column = columns.find(at => isSpreadsheetDay(row?.at(at) ?? ''))
      if (column === undefined) continue
      leftOut ??= new Set(planImport(table, mapping).leftOut.map(one => one.row))
      const number = table.numbers[position] ?? position + 1
      if (!leftOut.has(number)) found.push({ row: number, column })
    }
  }
  return found.length === 0 ? undefined : { count: found.length, first: found.slice(0, MAX_CELL_ADDRESSES) }
}
