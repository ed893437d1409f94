import {
  type Book,
  type CellCount,
  type FileCellAddress,
  MAX_CELL_ADDRESSES,
  type Rows,
  type Table,
  textsAt,
} from '@/lib/files/book/book'
import type { EncodingPreview } from '@/lib/files/book/read-error'
import { planImport, type UnknownStatus, unknownStatuses } from '@/lib/import/lines/import-plan'
import { hasCoreColumns } from '@/lib/import/lines/similar-tables'
import type { DetectedMapping } from '@/lib/import/match/detect-mapping'
import { headingRow } from '@/lib/import/match/table/structure'
import { isSureMapping, type UnreadColumn, unreadColumns } from '@/lib/import/match/unread-columns'
import { isBlank } from '@/lib/sheet/schema/kinds'
import { sheets } from '@/lib/sheet/schema/sheets'
import type { ImportTotals } from './line-stream'
import type { ImportCounts, Outline, TableChoice, UnusedColumn } from './protocol'
import type { FileReading } from './reading-names'

/** Describes a file for the page. @param others tables that are offered besides the imported ones */
export function outlineOf(
  id: string,
  { book, mapping, tables: from, reading, ruleState }: FileReading,
  previews: readonly EncodingPreview[],
  others: readonly DetectedMapping[],
): Outline {
  const { name, size, kind, text, tables } = book
  const table = tables[mapping.table]
  const unread = table ? unreadColumns(mapping, table) : []
  const elsewhere = mapping.by === 'guess' ? from.slice(1).flatMap(one => lostIn(one, tables)) : []
  const longRows = longRowsOf(book, from)
  return {
    id,
    reading,
    name,
    size,
    kind,
    ...(text && { text }),
    previews,
    tables: tables.flatMap((one, at) =>
      // Tables that are imported with the first one are not offered as choices.
      // Hidden tables of our own templates are lists of choices.
      one.rows.length === 0 ||
      from.slice(1).some(({ table }) => table === at) ||
      (one.isHidden && mapping.by === 'own')
        ? []
        : choiceOf(one, at),
    ),
    combinedTables: from.slice(1).map(one => one.table),
    otherTables: others.flatMap(({ table: at, header }) => {
      const one = tables[at]
      return one ? { ...choiceOf(one, at), rows: one.rows.length - header - 1 } : []
    }),
    ...cellsOf('unsolved', book, from),
    ...cellsOf('nuls', book, from),
    ...(longRows && { longRows }),
    isTableUnclear: isTableOpen(
      book,
      from,
      others.some(({ table: at }) => !tables[at]?.isHidden),
    ),
    mapping,
    isSure: isSureMapping(mapping, table, unread) && elsewhere.length === 0 && !longRows,
    statuses: statusesOf(book, from),
    expected: from.reduce(
      (sum, { table: at, header }) => sum + (tables[at]?.rows.length ?? 0) - header - 1,
      0,
    ),
    constants: constantsOf(mapping),
    unused: table ? unusedOf(mapping, table, unread, elsewhere) : [],
    ruleState,
  }
}

/** Cells with a note in the imported tables; an empty object where there are none. */
function cellsOf(
  what: 'unsolved' | 'nuls',
  { tables }: Book,
  from: readonly DetectedMapping[],
): Pick<Outline, 'unsolved' | 'nuls'> {
  const found = from.flatMap(({ table }) => tables[table]?.[what] ?? [])
  if (found.length === 0) return {}
  const count = found.reduce((sum, cells) => sum + cells.count, 0)
  return { [what]: { count, first: found.flatMap(cells => cells.first) } }
}

/**
 * Imported rows of a text file with more values than the headings: a delimiter within a text that is not quoted moves
 * all later texts of its row by one column, and `12,000` becomes a price of 12. Where the last column is blank, only the
 * number of cells shows it.
 */
function longRowsOf({ kind, tables }: Book, from: readonly DetectedMapping[]): CellCount | undefined {
  if (kind !== 'text') return undefined
  const first: FileCellAddress[] = []
  let count = 0
  for (const mapping of from) {
    const { table: at, header } = mapping
    const table = tables[at]
    if (!table || header === -1) continue
    const { rows, numbers } = table
    const width = Math.max(textsAt(rows, header).length, headingRow(table, header).length)
    const usual = Math.max(width, usualLength(rows, header + 1))
    let leftOut: ReadonlySet<number> | undefined
    for (let position = header + 1; position < rows.length; position++) {
      const row = rows.at(position) ?? []
      let column = width
      while (column < Math.min(row.length, usual) && isBlank(row.at(column))) column++
      if (column >= row.length) continue
      const number = numbers[position] ?? position + 1
      leftOut ??= new Set(planImport(table, mapping).leftOut.map(({ row }) => row))
      if (leftOut.has(number)) continue
      count++
      if (first.length < MAX_CELL_ADDRESSES) first.push({ row: number, column })
    }
  }
  return count === 0 ? undefined : { count, first }
}

/** The number of cells that most rows have from a position on; 0 where no two rows agree. */
function usualLength(rows: Rows, from: number): number {
  const counts = new Map<number, number>()
  for (let at = from; at < rows.length; at++) {
    const { length } = rows.at(at) ?? []
    counts.set(length, (counts.get(length) ?? 0) + 1)
  }
  const [[length, count] = [0, 0]] = [...counts].toSorted(([a, of], [b, other]) => other - of || a - b)
  return count > 1 ? length : 0
}

/** The unknown texts of the status columns of all tables, without duplicates. */
function statusesOf({ tables }: Book, from: readonly DetectedMapping[]): Outline['statuses'] {
  const unknown = new Map<string, UnknownStatus>()
  for (const mapping of from) {
    const table = tables[mapping.table]
    for (const one of table ? unknownStatuses(table, mapping) : []) {
      const key = `${one.heading}\n${one.text}`
      if (!unknown.has(key)) unknown.set(key, one)
    }
  }
  return [...unknown.values()]
}

/** The counts of a file's lines. */
export function countsOf({ recipe }: DetectedMapping, made: ImportTotals): ImportCounts {
  const { rows, lines, orders, skippedOrders, hiddenRows, tally, missing, rules } = made
  return {
    rows,
    lines,
    orders,
    leftOut: leftOutOf(made),
    skippedOrders,
    hiddenRows,
    filled: tally.kinds,
    toReview: tally.toReview,
    rules: rules.flatMap(({ rule: { id, name }, cells, rows: skipped }) =>
      cells + skipped > 0 ? { id, name, cells, rows: skipped } : [],
    ),
    missing: missing.map(column => ({ column, from: recipe.missing?.[column] ?? 'by-hand' })),
  }
}

/** Whether the mapping is a guess, and another table could be meant as well, or no table looks right. */
function isTableOpen({ tables }: Book, from: readonly DetectedMapping[], areOthers: boolean): boolean {
  const [mapping] = from
  if (mapping?.by !== 'guess') return false
  const imported = new Set(from.map(({ table }) => table))
  const hasOthers = tables.some(({ isHidden, rows }, at) => !imported.has(at) && !isHidden && rows.length > 0)
  return areOthers || (hasOthers && !hasCoreColumns(mapping))
}

const choiceOf = ({ name, isHidden, rows }: Table, at: number): TableChoice => ({
  at,
  name,
  isHidden,
  rows: rows.length,
})

function leftOutOf({ leftOut }: ImportTotals): ImportCounts['leftOut'] {
  const rows: Partial<Record<ImportTotals['leftOut'][number]['why'], number[]>> = {}
  for (const { row, why } of leftOut) {
    const list = rows[why] ?? []
    rows[why] = list
    list.push(row)
  }
  return rows
}

function constantsOf({ sheet, recipe }: DetectedMapping): Outline['constants'] {
  const known = new Set(sheets[sheet].columns.map(({ id }) => id))
  return Object.entries(recipe.fields).flatMap(([column, rule]) =>
    known.has(column) && 'constant' in rule ? [{ column, text: rule.constant }] : [],
  )
}

/** Unmapped columns of a further table that have texts there, though they may be blank in the first table. */
function lostIn(mapping: DetectedMapping, tables: Book['tables']): { heading: string; sample: string }[] {
  const table = tables[mapping.table]
  const unread = table ? unreadColumns({ ...mapping, by: 'guess' }, table) : []
  return unread.flatMap(({ column }) =>
    table ? { heading: mapping.headings[column] ?? '', sample: sampleOf(table, mapping.header, column) } : [],
  )
}

/** @param elsewhere unmapped columns that have texts in further tables */
function unusedOf(
  { unused, header, headings }: DetectedMapping,
  table: Table,
  unread: readonly UnreadColumn[],
  elsewhere: readonly { readonly heading: string; readonly sample: string }[],
): UnusedColumn[] {
  const lost = new Set(unread.map(({ column }) => column))
  return unused.map(column => {
    const heading = headings[column] ?? ''
    const there = elsewhere.find(one => one.heading === heading)
    const isUnread = lost.has(column) || there !== undefined
    const sample = sampleOf(table, header, column) || (there?.sample ?? '')
    return { column, heading, sample, ...(isUnread ? { isUnread: true } : {}) }
  })
}

/** The first text of a column; '' where all are blank. */
function sampleOf({ rows }: Table, header: number, column: number): string {
  let at = header + 1
  while (at < rows.length && isBlank(rows.at(at)?.at(column))) at++
  return rows.at(at)?.at(column)?.slice(0, 60) ?? ''
}
