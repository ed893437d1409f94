import { looksMeant } from '@/lib/intake/import-alike'
import type { Understood } from '@/lib/intake/imported'
import type { Made } from '@/lib/intake/line-stream'
import type { Book, EncodingPreview, Table } from '@/lib/intake/table'
import { type UnknownStatus, unknownStatuses } from '@/lib/intake/unknown-statuses'
import { isSure, type UnreadColumn, unreadColumns } from '@/lib/intake/unread'
import { isBlank } from '@/lib/sheet/kinds'
import { sheets } from '@/lib/sheet/sheets'
import type { Counts, Outline, TableChoice, UnusedColumn } from './protocol'
import type { Result } from './reading-names'

/** Says what a book is, in names. @param others tables that are offered beside those that are imported */
export function outlineOf(
  id: string,
  { book, understood, tables: from, reading }: Result,
  previews: readonly EncodingPreview[],
  others: readonly Understood[],
): Outline {
  const { name, size, kind, text, tables } = book
  const table = tables[understood.table]
  const unread = table ? unreadColumns(understood, table) : []
  const elsewhere = understood.by === 'guess' ? from.slice(1).flatMap(one => lostIn(one, tables)) : []
  return {
    id,
    reading,
    name,
    size,
    kind,
    ...(text && { text }),
    previews,
    tables: tables.flatMap((one, at) =>
      // Those that came with the one that was understood are no choice any more.
      // What our own files hide are lists of choices.
      one.rows.length === 0 ||
      from.slice(1).some(({ table }) => table === at) ||
      (one.isHidden && understood.by === 'own')
        ? []
        : choiceOf(one, at),
    ),
    alike: from.slice(1).map(one => one.table),
    others: others.flatMap(({ table: at, header }) => {
      const one = tables[at]
      return one ? { ...choiceOf(one, at), rows: one.rows.length - header - 1 } : []
    }),
    ...cellsOf('unsolved', book, from),
    ...cellsOf('nuls', book, from),
    isTableOpen: isTableOpen(
      book,
      from,
      others.some(({ table: at }) => !tables[at]?.isHidden),
    ),
    understood,
    isSure: isSure(understood, table, unread) && elsewhere.length === 0,
    statuses: statusesOf(book, from),
    expected: from.reduce(
      (sum, { table: at, header }) => sum + (tables[at]?.rows.length ?? 0) - header - 1,
      0,
    ),
    constants: constantsOf(understood),
    unused: table ? unusedOf(understood, table, unread, elsewhere) : [],
  }
}

/** Cells of the tables that are imported; nothing where there are none. */
function cellsOf(
  what: 'unsolved' | 'nuls',
  { tables }: Book,
  from: readonly Understood[],
): Pick<Outline, 'unsolved' | 'nuls'> {
  const found = from.flatMap(({ table }) => tables[table]?.[what] ?? [])
  if (found.length === 0) return {}
  const count = found.reduce((sum, cells) => sum + cells.count, 0)
  return { [what]: { count, first: found.flatMap(cells => cells.first) } }
}

/** Unknown texts of the status columns of all tables, each once. */
function statusesOf({ tables }: Book, from: readonly Understood[]): Outline['statuses'] {
  const asked = new Map<string, UnknownStatus>()
  for (const understood of from) {
    const table = tables[understood.table]
    for (const one of table ? unknownStatuses(table, understood) : []) {
      const key = `${one.heading}\n${one.text}`
      if (!asked.has(key)) asked.set(key, one)
    }
  }
  return [...asked.values()]
}

/** Says what the lines of a file came to, in numbers. */
export function countsOf({ recipe }: Understood, made: Made): Counts {
  const { rows, lines, orders, aside, unseen, tally, missing } = made
  return {
    rows,
    lines,
    orders,
    leftOut: leftOutOf(made),
    aside,
    unseen,
    filled: tally.kinds,
    toReview: tally.toReview,
    missing: missing.map(column => ({ column, from: recipe.missing?.[column] ?? 'by-hand' })),
  }
}

/** Of a file that is guessed, whether another table could be meant as well, or none looks like the one that is. */
function isTableOpen({ tables }: Book, from: readonly Understood[], areOthers: boolean): boolean {
  const [understood] = from
  if (understood?.by !== 'guess') return false
  const imported = new Set(from.map(({ table }) => table))
  const hasOthers = tables.some(({ isHidden, rows }, at) => !imported.has(at) && !isHidden && rows.length > 0)
  return areOthers || (hasOthers && !looksMeant(understood))
}

const choiceOf = ({ name, isHidden, rows }: Table, at: number): TableChoice => ({
  at,
  name,
  isHidden,
  rows: rows.length,
})

function leftOutOf({ leftOut }: Made): Counts['leftOut'] {
  const rows: Partial<Record<Made['leftOut'][number]['why'], number[]>> = {}
  for (const { row, why } of leftOut) {
    const list = rows[why] ?? []
    rows[why] = list
    list.push(row)
  }
  return rows
}

function constantsOf({ sheet, recipe }: Understood): Outline['constants'] {
  const known = new Set(sheets[sheet].columns.map(({ id }) => id))
  return Object.entries(recipe.fields).flatMap(([column, rule]) =>
    known.has(column) && 'constant' in rule ? [{ column, text: rule.constant }] : [],
  )
}

/** What would be lost of a table beside the first one, which has the same headings, and may say nothing there. */
function lostIn(understood: Understood, tables: Book['tables']): { heading: string; sample: string }[] {
  const table = tables[understood.table]
  const unread = table ? unreadColumns({ ...understood, by: 'guess' }, table) : []
  return unread.flatMap(({ column }) =>
    table
      ? { heading: understood.headings[column] ?? '', sample: sampleOf(table, understood.header, column) }
      : [],
  )
}

/** @param elsewhere columns that another table of the same headings would lose */
function unusedOf(
  { unused, header, headings }: Understood,
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
