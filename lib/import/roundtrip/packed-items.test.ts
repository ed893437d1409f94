import { expect, test } from 'vitest'
import { readFile } from '@/lib/files/read'
import { writeXlsx } from '@/lib/files/write/xlsx'
import { importTable } from '@/lib/import/lines/import-table'
import { detectMapping } from '@/lib/import/match/detect-mapping'
import { bookOf } from '@/testing/import/book-of-rows'
import { planReimport } from '@/testing/import/plan-reimport'
import { wooCommerceCellsSample, wooCommerceOrdersSample } from '@/testing/import/samples/orders/woocommerce'
import type { OutgoingLine } from './layout'
import { readRoundTrip } from './read'
import { writeRoundTrip } from './write'

/** The first order of a made-up export, downloaded for correction, and what returns after an edit. */
async function roundTrip(sample: typeof wooCommerceOrdersSample, edit: (rows: string[][]) => void) {
  const book = bookOf(sample.rows)
  const mapping = detectMapping(book, { sheet: 'orders/japan' })
  const imported = importTable(book, mapping, 'f').lines.filter(({ row }) => row === 2)
  const lines = imported.map(
    ({ row, texts }, at): OutgoingLine => ({
      key: `L${at + 1}`,
      firstLine: 'L1',
      texts,
      messages: [],
      failing: ['items[].actualWeight'],
      origin: { row, cells: sample.rows[row - 1] ?? [] },
    }),
  )
  const bytes = await writeRoundTrip({
    draftId: 'D1',
    draftName: 'March',
    sheet: 'orders/japan',
    language: 'en',
    name: 'Failing',
    lines,
    from: { headings: sample.rows[0] ?? [], recipe: mapping.recipe },
  })
  const written = await readFile('failing.xlsx', bytes ?? new Uint8Array())
  if (!written.ok) throw new Error(written.failure.code)
  const tables = written.book.tables.map(({ name, isHidden, rows }) => ({
    name,
    isHidden,
    rows: rows.slice().map(row => [...row]),
    columns: [],
  }))
  const shown = tables[0]?.rows ?? []
  const before = shown.map(row => [...row])
  edit(shown)
  const edited = await readFile('edited.xlsx', await writeXlsx(tables))
  const returned = edited.ok ? readRoundTrip(edited.book) : undefined
  if (!returned) throw new Error('the file is not known again')
  const texts = new Map(lines.map(line => [line.key, line.texts]))
  const plan = planReimport(returned, {
    texts: line => texts.get(line),
    orderOf: () => [...texts.keys()],
    isLocked: () => false,
    lines: () => texts.keys(),
  })
  return { rows: before, plan }
}

const nothing = { changed: [], conflicting: [], added: [], duplicates: [], missing: [], gone: [], locked: [] }

test.each([
  ['one cell', wooCommerceOrdersSample, 'line_items'],
  ['a cell per item', wooCommerceCellsSample, 'line_item_1'],
] as const)(
  'items of %s are downloaded with their own text each; an edit changes its own row',
  async (_, sample, heading) => {
    const { rows, plan } = await roundTrip(sample, () => undefined)
    const at = rows[0]?.indexOf(heading) ?? -1
    expect(rows.slice(1).map(row => /name:([^|\\;]*)/.exec(row[at] ?? '')?.[1]?.trim())).toEqual([
      'Blue Shirt',
      '울 비니',
    ])
    expect(plan).toEqual(nothing)

    const edited = await roundTrip(sample, shown => {
      const row = shown[1] ?? []
      row[at] = row[at]?.replace('quantity:2', 'quantity:4') ?? ''
    })
    expect(edited.plan.changed).toEqual([
      { line: 'L1', column: 'items[].quantity', here: '2', there: '4' },
      { line: 'L1', column: 'items[].price', here: '2500', there: '1250' },
    ])
  },
)
