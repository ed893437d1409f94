import { headingRow } from './header-row'
import { distinctHeadings } from './heading'
import { importBook } from './import-book'
import type { Imported, ImportedLine, Understood } from './imported'
import { DEEPEST } from './structure'
import type { Book } from './table'
import { understand } from './understand'

/** What several tables of a file became. */
export interface ImportedTables extends Imported {
  /** The tables from which lines were taken, each as it was understood, the one that was meant first. */
  readonly tables: readonly Understood[]
}

/** Takes in all of `alikeTables`. @param isChosen whether somebody asked for this one table */
export function importAlike(
  book: Book,
  understood: Understood,
  file: string,
  isChosen: boolean,
): ImportedTables {
  const tables = alikeTables(book, understood, isChosen)
  const parts = tables.map(table => importBook(book, table, file))
  return {
    understood,
    lines: parts.flatMap((part): readonly ImportedLine[] => part.lines),
    leftOut: parts.flatMap(part => part.leftOut),
    aside: parts.flatMap(part => part.aside),
    orders: parts.reduce((sum, part) => sum + part.orders, 0),
    tables,
  }
}

/**
 * The table that was understood, and with it every other shown table that has the very same headings: shops cut large
 * exports into several files of an archive, or several sheets of a workbook, and half of them is not all.
 * @param isChosen whether somebody asked for this one table
 */
export function alikeTables(book: Book, understood: Understood, isChosen: boolean): readonly Understood[] {
  const { table: at, header, headings, recipe, sheet } = understood
  if (isChosen || header === -1) return [understood]
  const own = book.tables[at]
  if (!own) return [understood]
  const { isHidden } = own
  const named = headings.slice(0, headingRow(own, header).length)
  const others = book.tables.flatMap((table, other) => {
    if (other === at || table.isHidden !== isHidden) return []
    const found = table.rows
      .slice(0, DEEPEST)
      .findIndex((_, row) => isSame(distinctHeadings(headingRow(table, row)), named))
    return found === -1 ? [] : [understand(book, { sheet, table: other, header: found, recipe })]
  })
  return [understood, ...others]
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((heading, at) => heading === other[at])
