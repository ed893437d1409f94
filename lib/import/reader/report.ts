import type { Book, Table } from '@/lib/files/book/book'
import type { EncodingPreview } from '@/lib/files/book/read-error'
import { type UnknownStatus, unknownStatuses } from '@/lib/import/lines/import-plan'
import { hasCoreColumns } from '@/lib/import/lines/similar-tables'
import type { DetectedMapping } from '@/lib/import/match/detect-mapping'
import { isSureMapping, type UnreadColumn, unreadColumns } from '@/lib/import/match/unread-columns'
import { isBlank } from '@/lib/sheet/schema/kinds'
import { sheets } from '@/lib/sheet/schema/sheets'
import { dateCodes } from './date-codes'
import type { ImportTotals } from './line-stream'
import type { ImportCounts, Outline, TableChoice, UnusedColumn } from './protocol'
import type { FileReading } from './reading-names'
import { tornRows } from './torn-rows'

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
  const torn = tornRows(book, from)
  const days = dateCodes(book, from)
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
    ...(table?.innerDelimiter !== undefined && { innerDelimiter: table.innerDelimiter }),
    ...cellsOf('unsolved', book, from),
    ...cellsOf('nuls', book, from),
    ...torn,
    ...(days && { dateCodes: days }),
    isTableUnclear: isTableOpen(
      book,
      from,
      others.some(({ table: at }) => !tables[at]?.isHidden),
    ),
    mapping,
    isSure: isSureMapping(mapping, table, unread) && elsewhere.length === 0 && Object.keys(torn).length === 0,
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
