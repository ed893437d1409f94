import { describe, expect, test } from 'vitest'
import { importTable } from '@/lib/import/lines/import-table'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import { bookOf } from '@/testing/import/book-of-rows'
import { sampleOf } from '@/testing/import/samples/all'
import { detectMapping } from './detect-mapping'
import { isSureMapping, unreadColumns } from './unread-columns'

const [PRICE, CURRENCY] = ['items[].price', 'items[].currency']

/**
 * Imports the sample of a shop whose prices were replaced.
 * @param column heading of its prices
 * @param heading what the file has instead of it
 */
function withPrices(
  id: string,
  column: string,
  prices: readonly string[],
  { sheet = 'orders/japan' as SheetId, heading = column } = {},
) {
  const [headings = [], ...rows] = sampleOf(id).rows
  const at = headings.indexOf(column)
  const book = bookOf([
    headings.with(at, heading),
    ...rows.map((row, line) => row.with(at, prices[line] ?? row[at] ?? '')),
  ])
  const mapping = detectMapping(book, { sheet })
  const [table] = book.tables
  if (!table) throw new Error('no table')
  const isSure = isSureMapping(mapping, table, unreadColumns(mapping, table))
  const texts = importTable(book, mapping).lines.map(line => line.texts)
  return {
    ...{ mapping, isSure },
    prices: texts.map(line => line[PRICE] ?? ''),
    each: texts.map(line => line[CURRENCY] ?? ''),
    currencies: [...new Set(texts.map(line => line[CURRENCY] ?? ''))],
  }
}

describe('the currency of a known shop that the file names', () => {
  test.each(['JPY', 'USD', 'EUR', 'KRW'])('판매가(%s) of Cafe24 is in it', currency => {
    const heading = `판매가(${currency})`
    const { mapping, prices, currencies } = withPrices('cafe24-orders', '판매가', ['29', '4', '31'], {
      heading,
    })
    expect([mapping.by, mapping.oddPrice, prices, currencies]).toEqual([
      ...['recipe', undefined],
      ...[['29', '4', '31'], [currency]],
    ])
  })

  test('prices in a currency that no order has are not read as won', () => {
    const heading = '판매가(CNY)'
    const { mapping, prices } = withPrices('cafe24-orders', '판매가', ['29', '4', '31'], { heading })
    expect(prices).toEqual(['', '', ''])
    expect(mapping.unused.map(at => mapping.headings[at])).toContain(heading)
  })

  test.each([
    [['$29.80', '$4.20', '$31.00'], 'USD'],
    [['¥2,980', '', '¥420'], 'JPY'],
    [['29,800원', '4,200원', '31,000원'], 'KRW'],
    [['29,800원(부가세 포함)', '₩4,200원', '31,000 KRW'], 'KRW'],
    [['29,80 €', '4,20 €', '31,00 €'], 'EUR'],
  ])('%s is in %s', (given, currency) => {
    const { prices, currencies } = withPrices('cafe24-orders', '판매가', given)
    expect([prices, currencies]).toEqual([given, [currency]])
  })
})

test('each row has the currency that its price names, and the usual one if it names none', () => {
  const eachOf = (prices: readonly string[]) => withPrices('cafe24-orders', '판매가', prices).each
  expect(eachOf(['US$ 29.80', '3,29 €', '31,000'])).toEqual(['USD', 'EUR', 'KRW'])
  // Orders cannot be in pounds: the sign in the cell of the currency is an error.
  expect(eachOf(['£20', '12,500円(税込)', ''])).toEqual(['£', 'JPY', 'KRW'])
  const { prices, mapping } = withPrices('cafe24-orders', '판매가', ['£20', '12,500円(税込)', '31,000'])
  expect([prices, mapping.oddPrice]).toEqual([['£20', '12,500円(税込)', '31,000'], undefined])
})

describe('prices with decimals in an export of orders without a currency', () => {
  test('one among prices that are clearly in won has no currency; the others stay in won', () => {
    const { mapping, isSure, each } = withPrices('cafe24-orders', '판매가', ['29,800', '4.2', '31000'])
    expect([isSure, each]).toEqual([true, ['KRW', '', 'KRW']])
    expect(mapping.oddPrice).toEqual({ text: '4.2', currency: 'KRW', of: 'row' })
  })

  test('a foreign mall of Cafe24 gets no currency instead of the won, and a price is named', () => {
    const { mapping, isSure, currencies } = withPrices('cafe24-orders', '판매가', ['29.80', '4.2', '31'])
    expect([mapping.by, isSure, currencies]).toEqual(['recipe', true, ['']])
    expect(mapping.oddPrice).toEqual({ text: '29.80', currency: 'KRW', of: 'file' })
    expect(mapping.recipe.missing?.[CURRENCY]).toBe('product-master')
  })

  test('nor does a shop in yen', () => {
    const { mapping, currencies } = withPrices('yahoo-orders', 'UnitPrice', ['12.99', '12', '9', '31'])
    expect([mapping.oddPrice?.text, currencies]).toEqual(['12.99', ['']])
  })

  test('a column with another currency is asked about', () => {
    const [headings = [], ...rows] = sampleOf('cafe24-orders').rows
    const at = headings.indexOf('판매가')
    const book = bookOf([[...headings, '결제화폐'], ...rows.map(row => [...row.with(at, '29.80'), 'USD'])])
    const mapping = detectMapping(book, { sheet: 'orders/japan' })
    const [table] = book.tables
    const unread = table ? unreadColumns(mapping, table) : []
    expect(unread).toContainEqual({ column: headings.length, topic: 'price' })
    expect(isSureMapping(mapping, table, unread)).toBe(false)
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
  const read = (price: string) =>
    withPrices('shopify-products', 'Price', [price], { sheet: 'products' }).mapping
  expect(read('19.90').oddPrice).toMatchObject({ text: '19.90', currency: 'KRW' })
  expect(read('19900').oddPrice).toBeUndefined()
})
