import { expect, test } from 'vitest'
import type { Book, Table } from '@/lib/files/book/book'
import { detectMapping } from '@/lib/import/match/detect-mapping'
import { hiddenColumns } from '@/lib/import/recipe/hidden-columns'
import { importSimilarTables, otherTables } from './similar-tables'

const headings = ['Order number', 'Recipient name', 'Item name', 'Item quantity']

const table = (name: string, rows: readonly (readonly string[])[], isHidden = false): Table => ({
  name,
  isHidden,
  rows,
  numbers: rows.map((_, at) => at + 1),
  notes: new Map(),
})

const book = (...tables: Table[]): Book => ({ name: 'orders.zip', size: 1, kind: 'text', tables })

const two = book(
  table('orders_1.csv', [headings, ['A1', '山田', '財布', '1'], ['A2', '佐藤', '鞄', '1']]),
  table('orders_2.csv', [['notice'], headings, ['B1', '鈴木', '傘', '2']]),
  table('other.csv', [
    ['Order number', 'Note'],
    ['A1', 'x'],
  ]),
)

test('files of one archive with the same headings are imported together, each line with its own file and row', () => {
  const mapping = detectMapping(two, { sheet: 'orders/japan' })
  const { lines, orders, tables } = importSimilarTables(two, mapping, 'F', false)
  // The header is in a different row of each file.
  expect(tables.map(({ table, header }) => [table, header])).toEqual([
    [0, 0],
    [1, 1],
  ])
  expect(orders).toBe(3)
  expect(lines.map(({ texts }) => [texts['orderInfo.mallOrderNumber'], texts[hiddenColumns.source]])).toEqual(
    [
      ['A1', 'F:0:2'],
      ['A2', 'F:0:3'],
      ['B1', 'F:1:3'],
    ],
  )
})

test('headings in other case and width are the same', () => {
  const other = table('orders_2.csv', [
    ['ORDER NUMBER', 'Recipient Name', 'Item name', 'Ｉｔｅｍ quantity'],
    ['B1', '鈴木', '傘', '2'],
  ])
  const both = book(table('orders_1.csv', [headings, ['A1', '山田', '財布', '1']]), other)
  const { lines } = importSimilarTables(both, detectMapping(both, { sheet: 'orders/japan' }), 'F', false)
  expect(lines.map(({ texts }) => [texts['orderInfo.mallOrderNumber'], texts['items[].quantity']])).toEqual([
    ['A1', '1'],
    ['B1', '2'],
  ])
})

test('a sheet that sums up the goods of the orders is not offered as orders', () => {
  const withSum = book(
    table('Orders', [headings, ['A1', '山田', '財布', '1']]),
    table('Sum', [
      ['Item name', 'Item quantity'],
      ['財布', '1'],
    ]),
    table('More', [
      ['Recipient name', 'Item name'],
      ['鈴木', '傘'],
    ]),
  )
  const mapping = detectMapping(withSum, { sheet: 'orders/japan' })
  const others = otherTables(withSum, [mapping], { sheet: 'orders/japan' })
  expect(others.map(({ table: at }) => at)).toEqual([2])
})

test('an explicitly chosen table is imported alone', () => {
  const mapping = detectMapping(two, { sheet: 'orders/japan', table: 1 })
  const { lines, tables } = importSimilarTables(two, mapping, 'F', true)
  expect([tables.map(({ table }) => table), lines.length]).toEqual([[1], 1])
})

test('a hidden sheet is not imported with the visible ones', () => {
  const hiddenTwin = book(
    table('Orders', [headings, ['A1', '山田', '財布', '1']]),
    table('Old', [headings, ['Z9', '山田', '財布', '1']], true),
  )
  const mapping = detectMapping(hiddenTwin, { sheet: 'orders/japan' })
  expect(importSimilarTables(hiddenTwin, mapping, 'F', false).lines).toHaveLength(1)
})
