import { guess } from '@/lib/intake/guess'
import type { Understood } from '@/lib/intake/imported'
import type { Made } from '@/lib/intake/line-stream'
import type { EncodingPreview, Table } from '@/lib/intake/table'
import { isBlank } from '@/lib/sheet/kinds'
import { sheets } from '@/lib/sheet/sheets'
import type { Counts, Outline, UnusedColumn } from './protocol'
import type { Result } from './reading-names'

/** Says what a book is, in names. */
export function outlineOf(
  id: string,
  { book, understood, tables: from, reading }: Result,
  previews: readonly EncodingPreview[],
): Outline {
  const { name, size, kind, text, tables } = book
  const table = tables[understood.table]
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
        : { at, name: one.name, isHidden: one.isHidden, rows: one.rows.length },
    ),
    understood,
    isSure: isSureOf(understood, table),
    expected: from.reduce(
      (sum, { table: at, header }) => sum + (tables[at]?.rows.length ?? 0) - header - 1,
      0,
    ),
    constants: constantsOf(understood),
    unused: table ? unusedOf(understood, table) : [],
  }
}

/** Says what the lines of a file came to, in numbers. */
export function countsOf({ recipe }: Understood, made: Made): Counts {
  const { rows, lines, orders, tally, missing } = made
  return {
    rows,
    lines,
    orders,
    leftOut: leftOutOf(made),
    filled: tally.kinds,
    toReview: tally.toReview,
    missing: missing.map(column => ({ column, from: recipe.missing?.[column] ?? 'by-hand' })),
  }
}

function isSureOf({ by, drift, header, sheet }: Understood, table: Table | undefined): boolean {
  if (by !== 'guess') return drift === undefined
  return table !== undefined && guess(table, header, sheet).isSure
}

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

function unusedOf({ unused, header, headings }: Understood, { rows }: Table): UnusedColumn[] {
  return unused.map(column => {
    const row = rows.find((one, at) => at > header && !isBlank(one[column]))
    return { column, heading: headings[column] ?? '', sample: row?.[column]?.slice(0, 60) ?? '' }
  })
}
