import { describe, expect, test } from 'vitest'
import { importTable } from '@/lib/import/lines/import-table'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import { bookOf } from '@/testing/import/book-of-rows'
import { sampleOf } from '@/testing/import/samples/all'
import { detectMapping } from './detect-mapping'
import { isSureMapping, unreadColumns } from './unread-columns'

const CURRENCY = 'items[].currency'

/** Imports the sample of a shop whose prices were replaced. @param column heading of its prices */
function withPrices(id: string, column: string, prices: readonly string[], sheet: SheetId = 'orders/japan') {
  const [headings = [], ...rows] = sampleOf(id).rows
  const at = headings.indexOf(column)
  const book = bookOf([headings, ...rows.map((row, line) => row.with(at, prices[line] ?? row[at] ?? ''))])
  const mapping = detectMapping(book, { sheet })
  const [table] = book.tables
  if (!table) throw new Error('no table')
  const isSure = isSureMapping(mapping, table, unreadColumns(mapping, table))
  const currencies = importTable(book, mapping).lines.map(({ texts }) => texts[CURRENCY] ?? '')
  return { mapping, isSure, currencies: [...new Set(currencies)] }
}

describe('prices with decimals in an export of orders without a currency', () => {
  test('a foreign mall of Cafe24 gets no currency instead of the won, and a price is named', () => {
    const { mapping, isSure, currencies } = withPrices('cafe24-orders', '판매가', ['29.80', '4.2', '31'])
    expect([mapping.by, isSure, currencies]).toEqual(['recipe', true, ['']])
    expect(mapping.oddPrice).toEqual({ text: '29.80', currency: 'KRW' })
    expect(mapping.recipe.missing?.[CURRENCY]).toBe('product-master')
  })

  test('nor does a shop in yen', () => {
    const { mapping, currencies } = withPrices('yahoo-orders', 'UnitPrice', ['12500', '12.99'])
    expect([mapping.oddPrice?.text, currencies]).toEqual(['12.99', ['']])
  })

  test.each([
    ['whole prices', ['29800', '4,200', '31000']],
    ['decimals that are zeros', ['29800.00', '4200.0', '31000.00']],
    ['blank prices', ['', '', '']],
  ])('%s stay in won', (_, prices) => {
    const { mapping, currencies } = withPrices('cafe24-orders', '판매가', prices)
    expect([mapping.oddPrice, currencies]).toEqual([undefined, ['KRW']])
  })
})

test('of a known export of products, a price with decimals is named', () => {
  const read = (price: string) => withPrices('shopify-products', 'Price', [price], 'products').mapping
  expect(read('19.90').oddPrice).toEqual({ text: '19.90', currency: 'KRW' })
  expect(read('19900').oddPrice).toBeUndefined()
})
