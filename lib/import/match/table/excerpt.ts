import type { Table } from '@/lib/files/book/book'

/** Rows below the header that the excerpt contains. */
const MAX_ROWS = 300
const MAX_SAMPLES = 3
/** A column with more distinct texts is not a choice. */
const MAX_CHOICES = 30
/** Longer texts are cut. */
const MAX_TEXT_LENGTH = 500

/** A table for mapping by hand: its first rows, and per column samples from all rows. */
export interface TableExcerpt {
  /** Its first rows, without notes. */
  readonly table: Table
  /** Position of the header in the rows; -1 if there is none. */
  readonly header: number
  /** The first distinct texts of each column. */
  readonly samples: readonly (readonly string[])[]
  /** All distinct texts of each column with few of them; empty for other columns. */
  readonly choices: readonly (readonly string[])[]
}

/** @param width columns of the table */
export function tableExcerpt(table: Table, header: number, width: number): TableExcerpt {
  const distinct = Array.from({ length: width }, () => new Set<string>())
  const samples = distinct.map((): string[] => [])
  for (let at = header + 1; at < table.rows.length; at++) {
    const row = table.rows.at(at)
    for (let column = 0; column < width; column++) {
      const text = row?.at(column)
      const found = distinct[column]
      if (!text || !found || found.size > MAX_CHOICES || found.has(text) || text.trim() === '') continue
      found.add(text)
      const some = samples[column]
      if (some && some.length < MAX_SAMPLES) some.push(text.slice(0, MAX_TEXT_LENGTH))
    }
  }
  const last = header + 1 + MAX_ROWS
  return {
    table: {
      name: table.name,
      isHidden: table.isHidden,
      rows: table.rows.slice(0, last).map(row => row.map(text => text.slice(0, MAX_TEXT_LENGTH))),
      numbers: table.numbers.slice(0, last),
      notes: new Map(),
    },
    header,
    samples,
    choices: distinct.map(found => (found.size > MAX_CHOICES ? [] : [...found])),
  }
}
