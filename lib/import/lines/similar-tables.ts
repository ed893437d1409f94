import type { Book } from '@/lib/files/book/book'
import { type DetectedMapping, type DetectionOptions, detectMapping } from '@/lib/import/match/detect-mapping'
import { coreColumns } from '@/lib/import/match/guess/guess'
import { headingRow } from '@/lib/import/match/table/headings'
import { distinctHeadings, fullHeading } from '@/lib/import/recipe/columns-by-heading'
import { MAX_HEADER_ROWS } from '@/lib/sheet/acts/paste-header'
import { sheets } from '@/lib/sheet/schema/sheets'
import type { ImportedLine } from './compact/compact-line'
import { type ImportedTable, importTable } from './import-table'

/** The lines of several tables of a file. */
interface ImportedTables extends ImportedTable {
  /** The mappings of the imported tables; the detected table comes first. */
  readonly tables: readonly DetectedMapping[]
}

/**
 * Imports all of `similarTables`.
 * @param isAlone whether the operator asked only for this table
 */
export function importSimilarTables(
  book: Book,
  mapping: DetectedMapping,
  file: string,
  isAlone: boolean,
): ImportedTables {
  const tables = similarTables(book, mapping, isAlone)
  const parts = tables.map(table => importTable(book, table, file))
  return {
    mapping,
    lines: parts.flatMap((part): readonly ImportedLine[] => part.lines),
    leftOut: parts.flatMap(part => part.leftOut),
    skipped: parts.flatMap(part => part.skipped),
    hiddenRows: parts.flatMap(part => part.hiddenRows),
    orders: parts.reduce((sum, part) => sum + part.orders, 0),
    tables,
  }
}

/**
 * The detected table and every other visible table with the same headings in any order: shops split large exports into
 * several files of an archive or several sheets of a workbook.
 * @param isAlone whether the operator asked only for this table
 */
export function similarTables(
  book: Book,
  mapping: DetectedMapping,
  isAlone: boolean,
): readonly DetectedMapping[] {
  const { table: at, header, headings, recipe, sheet } = mapping
  if (isAlone || header === -1) return [mapping]
  const own = book.tables[at]
  if (!own) return [mapping]
  const { isHidden } = own
  const named = comparable(headings.slice(0, headingRow(own, header).length))
  const others = book.tables.flatMap((table, other) => {
    if (other === at || table.isHidden !== isHidden) return []
    const found = table.rows
      .slice(0, MAX_HEADER_ROWS)
      .findIndex((_, row) => hasSameHeadings(comparable(distinctHeadings(headingRow(table, row))), named))
    return found === -1 ? [] : [detectMapping(book, { sheet, table: other, header: found, recipe })]
  })
  return [mapping, ...others]
}

/** A table with this many columns that only a file can provide may be an export of records. */
const MIN_CORE_COLUMNS = 2

/**
 * Whether a table maps some of the columns that only a file of orders or products can provide. Items and their
 * quantities alone are a summary of orders, such as a picking list.
 */
export function hasCoreColumns({ sheet, mapped }: DetectedMapping): boolean {
  const found = coreColumns[sheets[sheet].recordType].filter(id => id in mapped)
  return found.length >= MIN_CORE_COLUMNS && found.some(id => !id.startsWith('items[]'))
}

/**
 * Tables that look like records of the same kind and are not imported yet; the operator chooses. Hidden sheets are
 * included, except those that our own files hide.
 * @param about the options by which the book was detected
 */
export function otherTables(
  book: Book,
  tables: readonly DetectedMapping[],
  { sheet, remembered = [] }: Pick<DetectionOptions, 'sheet' | 'remembered'>,
): readonly DetectedMapping[] {
  const imported = new Set(tables.map(({ table }) => table))
  const isOurs = tables[0]?.by === 'own'
  return book.tables.flatMap(({ isHidden, rows }, table) => {
    if (imported.has(table) || (isHidden && isOurs) || rows.length === 0) return []
    const mapping = detectMapping(book, { sheet, remembered, table })
    const hasRows = rows.length > mapping.header + 1
    return mapping.sheet === sheet && hasRows && hasCoreColumns(mapping) ? mapping : []
  })
}

/** Headings in an order of their own, without their case and width. */
const comparable = (headings: readonly string[]): readonly string[] => headings.map(fullHeading).toSorted()

const hasSameHeadings = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((heading, at) => heading === other[at])
