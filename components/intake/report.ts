import { guess } from '@/lib/intake/guess'
import type { ImportedTables } from '@/lib/intake/import-alike'
import { hidden, type Imported, type Origin } from '@/lib/intake/imported'
import type { Book, EncodingPreview, Table } from '@/lib/intake/table'
import { isBlank } from '@/lib/sheet/kinds'
import { sheets } from '@/lib/sheet/sheets'
import type { Report, UnusedColumn } from './protocol'

/** Says what a book became, in numbers and names. */
export function reportOf(
  id: string,
  book: Book,
  imported: ImportedTables,
  reading: string,
  previews: readonly EncodingPreview[],
): Report {
  const { understood, lines, orders } = imported
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
      imported.tables.slice(1).some(({ table }) => table === at) ||
      (one.isHidden && understood.by === 'own')
        ? []
        : { at, name: one.name, isHidden: one.isHidden, rows: one.rows.length },
    ),
    understood,
    isSure: isSureOf(imported, table),
    rows: new Set(lines.map(({ texts, row }) => texts[hidden.source] ?? row)).size,
    lines: lines.length,
    orders,
    leftOut: leftOutOf(imported),
    constants: constantsOf(imported),
    ...fillingsOf(imported),
    unused: table ? unusedOf(imported, table) : [],
    missing: missingOf(imported),
  }
}

function isSureOf({ understood }: Imported, table: Table | undefined): boolean {
  const { by, drift, header, sheet } = understood
  if (by !== 'guess') return drift === undefined
  return table !== undefined && guess(table, header, sheet).isSure
}

function leftOutOf({ leftOut }: Imported): Report['leftOut'] {
  const rows: Partial<Record<Imported['leftOut'][number]['why'], number[]>> = {}
  for (const { row, why } of leftOut) {
    const list = rows[why] ?? []
    rows[why] = list
    list.push(row)
  }
  return rows
}

function constantsOf({ understood }: Imported): Report['constants'] {
  const known = new Set(sheets[understood.sheet].columns.map(({ id }) => id))
  return Object.entries(understood.recipe.fields).flatMap(([column, rule]) =>
    known.has(column) && 'constant' in rule ? [{ column, text: rule.constant }] : [],
  )
}

/** Filled cells are counted in the JSON of each line as it stands: 100,000 of them are too many to be parsed. */
function fillingsOf({ lines }: Imported): Pick<Report, 'filled' | 'toReview'> {
  const filled: Partial<Record<Origin['kind'], number>> = {}
  let toReview = 0
  for (const { texts } of lines) {
    const json = texts[hidden.origins]
    if (json === undefined) continue
    for (const [, kind] of json.matchAll(/"kind":"([a-z-]+)"/g)) {
      const known = kind as Origin['kind']
      filled[known] = (filled[known] ?? 0) + 1
    }
    toReview += json.split('"review":true').length - 1
  }
  return { filled, toReview }
}

function unusedOf({ understood }: Imported, { rows }: Table): UnusedColumn[] {
  return understood.unused.map(column => {
    const row = rows.slice(understood.header + 1).find(one => !isBlank(one[column]))
    return { column, heading: understood.headings[column] ?? '', sample: row?.[column]?.slice(0, 60) ?? '' }
  })
}

/** A column that is fed may still be blank here and there; that is for the sheet to say. */
function missingOf({ understood, lines }: Imported): Report['missing'] {
  const { recipe, fed, sheet } = understood
  const needed = sheets[sheet].columns.filter(column => column.required && fed[column.id] === undefined)
  return needed.flatMap(({ id }) => {
    const isFilled = lines.some(({ texts }) => !isBlank(texts[id]))
    return isFilled ? [] : [{ column: id, from: recipe.missing?.[id] ?? 'by-hand' }]
  })
}
