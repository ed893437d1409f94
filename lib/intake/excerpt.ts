import type { Table } from './table'

/** Rows below the header that stand for all of them. */
const ROWS = 300
const SAMPLES = 3
/** Texts that differ, beyond which a column is no choice among a few. */
const FEW = 30
/** Characters of a text that tell what it is. */
const LONGEST = 500

/** What whoever maps a file by hand needs of it: its first rows, and of every column what stands in all the others. */
export interface Excerpt {
  /** Its first rows. Notes stay behind. */
  readonly table: Table
  /** Position of the header in the rows; -1: there is none. */
  readonly header: number
  /** Of each column the first texts that differ. */
  readonly samples: readonly (readonly string[])[]
  /** Of each column all texts that differ, where they are few; none where they are many. */
  readonly few: readonly (readonly string[])[]
}

/** @param width columns of the table */
export function excerptOf(table: Table, header: number, width: number): Excerpt {
  const few = Array.from({ length: width }, () => new Set<string>())
  const samples = few.map((): string[] => [])
  for (let at = header + 1; at < table.rows.length; at++) {
    const row = table.rows.at(at)
    for (let column = 0; column < width; column++) {
      const text = row?.at(column)
      const found = few[column]
      if (!text || !found || found.size > FEW || found.has(text) || text.trim() === '') continue
      found.add(text)
      const some = samples[column]
      if (some && some.length < SAMPLES) some.push(text.slice(0, LONGEST))
    }
  }
  const last = header + 1 + ROWS
  return {
    table: {
      name: table.name,
      isHidden: table.isHidden,
      rows: table.rows.slice(0, last).map(row => row.map(text => text.slice(0, LONGEST))),
      numbers: table.numbers.slice(0, last),
      notes: new Map(),
    },
    header,
    samples,
    few: few.map(found => (found.size > FEW ? [] : [...found])),
  }
}
