import { sheets } from '@/lib/sheet/sheets'
import { core } from './guess'
import { headingRow } from './header-row'
import { distinctHeadings } from './heading'
import { importBook } from './import-book'
import type { Imported, ImportedLine, Understood } from './imported'
import { DEEPEST } from './structure'
import type { Book } from './table'
import { type About, understand } from './understand'

/** What several tables of a file became. */
export interface ImportedTables extends Imported {
  /** The tables from which lines were taken, each as it was understood, the one that was meant first. */
  readonly tables: readonly Understood[]
}

/** Takes in all of `alikeTables`. @param isAlone whether somebody asked for this one table and no other */
export function importAlike(
  book: Book,
  understood: Understood,
  file: string,
  isAlone: boolean,
): ImportedTables {
  const tables = alikeTables(book, understood, isAlone)
  const parts = tables.map(table => importBook(book, table, file))
  return {
    understood,
    lines: parts.flatMap((part): readonly ImportedLine[] => part.lines),
    leftOut: parts.flatMap(part => part.leftOut),
    aside: parts.flatMap(part => part.aside),
    unseen: parts.flatMap(part => part.unseen),
    orders: parts.reduce((sum, part) => sum + part.orders, 0),
    tables,
  }
}

/**
 * The table that was understood, and with it every other shown table that has the same headings, in any order: shops cut
 * large exports into several files of an archive, or several sheets of a workbook, and half of them is not all.
 * @param isAlone whether somebody asked for this one table and no other
 */
export function alikeTables(book: Book, understood: Understood, isAlone: boolean): readonly Understood[] {
  const { table: at, header, headings, recipe, sheet } = understood
  if (isAlone || header === -1) return [understood]
  const own = book.tables[at]
  if (!own) return [understood]
  const { isHidden } = own
  const named = headings.slice(0, headingRow(own, header).length).toSorted()
  const others = book.tables.flatMap((table, other) => {
    if (other === at || table.isHidden !== isHidden) return []
    const found = table.rows
      .slice(0, DEEPEST)
      .findIndex((_, row) => isSame(distinctHeadings(headingRow(table, row)).toSorted(), named))
    return found === -1 ? [] : [understand(book, { sheet, table: other, header: found, recipe })]
  })
  return [understood, ...others]
}

/** So many columns that only a file can say make a table that might be meant. */
const SOME = 2

/** Whether a table has some of what only a file of orders, or of products, can say. */
export const looksMeant = ({ sheet, fed }: Understood): boolean =>
  core[sheets[sheet].noun].filter(id => id in fed).length >= SOME

/**
 * Tables that look like the kind of records that were found, and are not among those that are imported: each is for the
 * operator to import, or to leave. Hidden sheets are among them, but for those that our own files hide.
 * @param about how the book was understood
 */
export function otherTables(
  book: Book,
  tables: readonly Understood[],
  { sheet, remembered = [] }: Pick<About, 'sheet' | 'remembered'>,
): readonly Understood[] {
  const imported = new Set(tables.map(({ table }) => table))
  const isOurs = tables[0]?.by === 'own'
  return book.tables.flatMap(({ isHidden, rows }, table) => {
    if (imported.has(table) || (isHidden && isOurs) || rows.length === 0) return []
    const understood = understand(book, { sheet, remembered, table })
    const hasRows = rows.length > understood.header + 1
    return understood.sheet === sheet && hasRows && looksMeant(understood) ? understood : []
  })
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((heading, at) => heading === other[at])
