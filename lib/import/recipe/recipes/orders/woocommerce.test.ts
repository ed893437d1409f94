import { expect, test } from 'vitest'
import { importTable } from '@/lib/import/lines/import-table'
import { detectMapping } from '@/lib/import/match/detect-mapping'
import { combineColumns, mapColumn, unmapColumn } from '@/lib/import/match/edit-mapping'
import { prefecturesByCode } from '@/lib/import/recipe/values/prefecture-codes'
import { bookOf } from '@/testing/import/book-of-rows'
import {
  wooCommerceAdvancedSample,
  wooCommerceCellsSample,
  wooCommerceItemsSample,
  wooCommerceOrdersSample,
} from '@/testing/import/samples/orders/woocommerce'
import { readSample, stated } from '@/testing/import/samples/read-sample'

const misaki = {
  'recipient.country': 'JP',
  'recipient.name': '髙﨑 美咲',
  'recipient.contact': '090-1111-2222',
  'recipient.email': 'misaki@example.jp',
  'recipient.zipCode': '150-0041',
  'recipient.state': '東京都',
  'recipient.city': '渋谷区',
  'recipient.address': '神南1-19-11',
  'recipient.addressDetail': 'パークビル 4F',
}
const madeForMisaki = {
  'recipient.name': 'joined 髙﨑 + 美咲',
  'recipient.contact': 'buyer 美咲 髙﨑',
  'recipient.email': 'buyer 美咲 髙﨑',
  'recipient.state': 'mapped JP13',
}

test('WooCommerce: items of one cell become lines, each traced to its own text; discounts do not change the price', () => {
  const { lines, orders, leftOut, skipped } = readSample(wooCommerceOrdersSample, 'orders/japan')
  expect(orders).toBe(2)
  expect(leftOut).toEqual([])
  expect(skipped.map(({ means, number, rows }) => [means, number, rows])).toEqual([
    ['shipped', 'W-5013', [3]],
    ['cancelled', 'W-5014', [4]],
  ])
  const shirt =
    'split id:71|name:Blue Shirt\\; size L|product_id:12|sku:BS-1|quantity:2|subtotal:5000.00|subtotal_tax:0.00|total:4500.00|total_tax:0.00|refunded:0.00|refunded_qty:0|meta:Size=L'
  const beanie =
    'split id:72|name:울 비니|product_id:13|sku:|quantity:1|subtotal:8300.00|subtotal_tax:0.00|total:8300.00|total_tax:0.00|refunded:0.00|refunded_qty:0|meta:'
  const candle =
    'split id:73|name:Soy candle|product_id:14|sku:CAN-22|quantity:3|subtotal:1000.00|total:1000.00'
  expect(lines.map(stated)).toEqual([
    {
      row: 2,
      texts: {
        ...misaki,
        'orderInfo.mallOrderNumber': 'W-5012',
        'items[].name': 'Blue Shirt; size L',
        'items[].quantity': '2',
        'items[].price': '2500',
        'items[].currency': 'JPY',
        'items[].itemCode': 'BS-1',
      },
      made: {
        ...madeForMisaki,
        'items[].name': shirt,
        'items[].quantity': shirt,
        'items[].price': 'divided 5000.00 ÷ 2',
        'items[].itemCode': shirt,
      },
    },
    {
      row: 2,
      texts: {
        'orderInfo.mallOrderNumber': 'W-5012',
        'items[].name': '울 비니',
        'items[].quantity': '1',
        'items[].price': '8300.00',
        'items[].currency': 'JPY',
        'items[].itemCode': '13',
      },
      made: {
        'items[].name': beanie,
        'items[].quantity': beanie,
        'items[].price': beanie,
        'items[].itemCode': beanie,
      },
    },
    {
      row: 3,
      texts: {
        'recipient.country': 'JP',
        'recipient.name': '田中 健',
        'recipient.contact': '090-1111-2222',
        'recipient.email': 'misaki@example.jp',
        'recipient.zipCode': '4600008',
        'recipient.state': '愛知県',
        'recipient.city': '名古屋市中区',
        'recipient.address': '栄3-5-12',
        'orderInfo.mallOrderNumber': 'W-5013',
        'items[].name': 'Soy candle',
        'items[].quantity': '3',
        'items[].currency': 'JPY',
        'items[].itemCode': 'CAN-22',
      },
      made: {
        'recipient.name': 'joined 田中 + 健',
        'recipient.contact': 'buyer 美咲 髙﨑 ?',
        'recipient.email': 'buyer 美咲 髙﨑 ?',
        'recipient.zipCode': "mapped '4600008",
        'items[].name': candle,
        'items[].quantity': candle,
        'items[].price': 'divided 1000.00 ÷ 3 ?',
        'items[].itemCode': candle,
      },
    },
  ])
})

test('WooCommerce: the same order has the same texts from one cell, from a cell per item and from a row per item', () => {
  const texts = [wooCommerceOrdersSample, wooCommerceCellsSample, wooCommerceItemsSample].map(sample =>
    readSample(sample, 'orders/japan')
      .lines.slice(0, 2)
      .map(line => stated(line).texts),
  )
  const [packed = [], cells = [], items = []] = texts
  const without = (lines: typeof packed, ...ids: string[]) =>
    lines.map(line => Object.fromEntries(Object.entries(line).filter(([id]) => !ids.includes(id))))
  // WebToffee exports the plain number, and names a product with its separator unescaped; prices differ in decimals.
  expect(without(items, 'items[].price')).toEqual(without(packed, 'items[].price'))
  expect(items.map(line => line['items[].price'])).toEqual(['2500', '8300'])
  const number = 'orderInfo.mallOrderNumber'
  expect(without(cells, number, 'items[].name')).toEqual(without(packed, number, 'items[].name'))
  expect(cells.map(line => [line[number], line['items[].name']])).toEqual([
    ['5012', 'Blue Shirt; size L'],
    ['5012', '울 비니 | 겨울'],
  ])
})

test('WooCommerce, Advanced Order Export: the rest after a refund is shipped, and the refund is reported', () => {
  const { lines, orders, skipped } = readSample(wooCommerceAdvancedSample, 'orders/general')
  expect(orders).toBe(1)
  expect(skipped).toEqual([{ means: 'claim', number: '6001', isWhole: true, table: 0, rows: [2, 3] }])
  expect(lines.map(stated)).toEqual([
    {
      row: 2,
      texts: {
        'recipient.country': 'US',
        'recipient.name': 'Dana Miller',
        'recipient.contact': '+1 206-555-0142',
        'recipient.email': 'dana@example.com',
        'recipient.zipCode': '98101',
        'recipient.state': 'WA',
        'recipient.city': 'Seattle',
        'recipient.address': '1420 Fifth Avenue, Suite 300',
        'orderInfo.mallOrderNumber': '6001',
        'items[].name': 'Blue Shirt',
        'items[].quantity': '1',
        'items[].price': '12',
        'items[].itemCode': 'BS-1',
      },
      made: {
        'recipient.name': 'joined Dana + Miller',
        'recipient.contact': 'buyer Dana Miller',
        'recipient.email': 'buyer Dana Miller',
      },
    },
    {
      row: 3,
      texts: {
        'orderInfo.mallOrderNumber': '6001',
        'items[].name': 'Red Hat',
        'items[].quantity': '1',
        'items[].price': '9.5',
        'items[].itemCode': 'RH-2',
      },
      made: {},
    },
  ])
})

test('WooCommerce: a cell that is not recognised is one line with its whole text, and its quantity is marked', () => {
  const { rows } = wooCommerceOrdersSample
  const at = rows[0]?.indexOf('line_items') ?? -1
  const odd = rows.slice(0, 2).map((row, nth) => (nth === 0 ? row : row.with(at, 'Shirt (blue), Hat')))
  const { lines, orders } = readSample({ rows: odd }, 'orders/japan')
  expect(orders).toBe(1)
  expect(lines.map(stated)).toMatchObject([
    {
      row: 2,
      texts: { ...misaki, 'items[].name': 'Shirt (blue), Hat' },
      made: { 'items[].quantity': 'split Shirt (blue), Hat ?' },
    },
  ])
})

test('WooCommerce: beside packed items, a column with the quantity of the whole order is not that of each item', () => {
  const headings =
    'Order ID,Order Status,First Name (Shipping),Last Name (Shipping),Address 1 (Shipping),Products,Quantity,SKU'
  const order = [
    '7001',
    'Processing',
    'Dana',
    'Miller',
    '1420 Fifth Avenue',
    'Blue Shirt x 2, Red Hat x 1',
    '3',
    'ALL',
  ]
  const { lines } = readSample({ rows: [headings.split(','), order] }, 'orders/general')
  expect(
    lines.map(({ texts }) => [texts['items[].name'], texts['items[].quantity'], texts['items[].itemCode']]),
  ).toEqual([
    ['Blue Shirt', '2', ''],
    ['Red Hat', '1', ''],
  ])
})

test('a mapping without the packed column no longer makes a line of each item', () => {
  const book = bookOf(wooCommerceOrdersSample.rows)
  const { recipe } = detectMapping(book, { sheet: 'orders/japan' })
  const others = [
    unmapColumn(recipe, 'line_items'),
    mapColumn(recipe, 'line_items', 'items[].material', recipe.known.flat()),
  ]
  for (const other of others) {
    const mapping = detectMapping(book, { sheet: 'orders/japan', recipe: other })
    expect(importTable(book, mapping).lines.map(({ row }) => row)).toEqual([2, 3])
  }
})

test('on the mapping screen an unpacked part is not combined with its cell, and another column replaces it', () => {
  const book = bookOf(wooCommerceOrdersSample.rows)
  const { recipe, headings } = detectMapping(book, { sheet: 'orders/japan' })
  expect(combineColumns(recipe, 'items[].quantity', { by: ' ' })).toBe(recipe)
  const only = { ...recipe, fields: { 'items[].name': { unpack: 'name', from: ['line_items'] } } } as const
  const mapped = mapColumn(only, 'customer_note', 'items[].name', headings)
  expect(mapped.fields['items[].name']).toEqual({ take: ['customer_note'] })
})

test('WooCommerce codes prefectures in the order of ISO 3166-2', () => {
  expect(Object.keys(prefecturesByCode)).toHaveLength(47)
  expect(['JP01', 'JP13', 'JP26', 'JP27', 'JP40', 'JP47'].map(code => prefecturesByCode[code])).toEqual([
    '北海道',
    '東京都',
    '京都府',
    '大阪府',
    '福岡県',
    '沖縄県',
  ])
})
