import { expect, test } from 'vitest'
import { unknownStatuses } from '@/lib/import/lines/import-plan'
import { importTable } from '@/lib/import/lines/import-table'
import { detectMapping } from '@/lib/import/match/detect-mapping'
import { bookOf } from '@/testing/import/book-of-rows'
import { sampleOf } from '@/testing/import/samples/all'
import { amazonUnshippedSample } from '@/testing/import/samples/orders/amazon'
import { readSample, stated } from '@/testing/import/samples/read-sample'

test.each([
  ['shopify-orders', 'Shipping Address2', 'Shipping Company'],
  ['woocommerce-orders', 'shipping_address_2', 'shipping_company'],
])('%s: the company of the recipient follows the detail of the address', (id, detail, company) => {
  const [names = [], first = []] = sampleOf(id).rows
  const detailOf = (texts: Readonly<Record<string, string>>) => {
    const book = bookOf([names, first.map((text, at) => texts[names[at] ?? ''] ?? text)])
    const { lines } = importTable(book, detectMapping(book, { sheet: 'orders/japan' }), 'f')
    return lines[0]?.texts['recipient.addressDetail']
  }
  expect(detailOf({ [detail]: 'パークビル 4F', [company]: '㈱サンプル' })).toBe('パークビル 4F ㈱サンプル')
  expect(detailOf({ [detail]: '', [company]: '㈱サンプル' })).toBe('㈱サンプル')
  expect(detailOf({ [detail]: 'パークビル 4F', [company]: '' })).toBe('パークビル 4F')
})

test('Shopify: rows with a blank order are its items, apostrophes are removed, and the buyer’s texts are marked', () => {
  const { lines, orders, leftOut } = readSample(sampleOf('shopify-orders'), 'orders/japan')
  expect(orders).toBe(2)
  expect(leftOut).toEqual([])
  expect(lines.map(stated)).toEqual([
    {
      row: 2,
      texts: {
        'recipient.country': 'JP',
        'recipient.name': '髙﨑 美咲',
        'recipient.contact': '+819011112222',
        'recipient.email': 'misaki@example.jp',
        'recipient.zipCode': '1500041',
        'recipient.state': '東京都',
        'recipient.city': '渋谷区',
        'recipient.address': '神南1-19-11',
        'recipient.addressDetail': 'パークビル 4F',
        'orderInfo.mallOrderNumber': '#1001',
        'items[].name': '가죽 반지갑 - Black',
        'items[].quantity': '2',
        'items[].price': '12500',
        'items[].currency': 'JPY',
        'items[].itemCode': 'WAL-01-BK',
      },
      made: {
        'recipient.contact': 'buyer 髙﨑 美咲',
        'recipient.email': 'buyer 髙﨑 美咲',
        'recipient.zipCode': "mapped '1500041",
      },
    },
    {
      row: 3,
      texts: {
        'orderInfo.mallOrderNumber': '#1001',
        'items[].name': '울 비니 "겨울"',
        'items[].quantity': '1',
        'items[].price': '8300',
        'items[].currency': 'JPY',
        'items[].itemCode': 'BEA-07',
      },
      made: {
        'items[].currency': 'merged',
      },
    },
    {
      row: 4,
      texts: {
        'recipient.country': 'US',
        'recipient.name': 'Dana Miller',
        'recipient.contact': '+1 206-555-0142',
        'recipient.email': 'dana@example.com',
        'recipient.zipCode': '98101',
        'recipient.state': 'WA',
        'recipient.city': 'Seattle',
        'recipient.address': '1420 Fifth Avenue',
        'orderInfo.mallOrderNumber': '#1002',
        'items[].name': 'Soy candle, 220g',
        'items[].quantity': '1',
        'items[].price': '23.50',
        'items[].currency': 'USD',
      },
      made: {
        'recipient.contact': "mapped '+1 206-555-0142",
        'recipient.email': 'buyer Karen Miller ?',
        'recipient.zipCode': "mapped '98101",
      },
    },
  ])
})

test('Amazon, unshipped orders: the rest of an item is shipped, the buyer’s telephone number is marked, and a request to cancel is reported', () => {
  const { lines, orders, leftOut, skipped } = readSample(amazonUnshippedSample, 'orders/japan')
  expect(orders).toBe(2)
  expect(leftOut).toEqual([])
  expect(skipped).toEqual([
    { means: 'claim', number: '503-2222222-2222222', isWhole: true, table: 0, rows: [4] },
  ])
  const recipient = {
    'recipient.country': 'JP',
    'recipient.contact': '052-111-2222',
    'recipient.email': 'abc@marketplace.amazon.co.jp',
    'recipient.zipCode': '460-0008',
    'recipient.state': '愛知県',
    'recipient.city': '名古屋市中区',
    'recipient.address': '栄3-5-12',
    'recipient.addressDetail': '栄ビル 2階',
  }
  const split = {
    'recipient.city': 'split 愛知県名古屋市中区栄3-5-12 ?',
    'recipient.address': 'split 愛知県名古屋市中区栄3-5-12 ?',
  }
  expect(lines.map(stated)).toEqual([
    {
      row: 2,
      texts: {
        ...recipient,
        'recipient.name': '田中 健',
        'orderInfo.mallOrderNumber': '503-1111111-1111111',
        'items[].name': 'Soy candle 220g ソイキャンドル',
        'items[].quantity': '3',
        'items[].itemCode': 'CAN-22',
      },
      made: { ...split, 'recipient.contact': 'buyer 田中 健', 'recipient.email': 'buyer 田中 健' },
    },
    {
      row: 3,
      texts: {
        'orderInfo.mallOrderNumber': '503-1111111-1111111',
        'items[].name': 'Sticker',
        'items[].quantity': '1',
        'items[].itemCode': 'STI-03',
      },
      made: {},
    },
    {
      row: 4,
      texts: {
        ...recipient,
        'recipient.name': '山田 太郎',
        'orderInfo.mallOrderNumber': '503-2222222-2222222',
        'items[].name': 'Leather wallet',
        'items[].quantity': '1',
        'items[].itemCode': 'WAL-01',
      },
      made: { ...split, 'recipient.contact': 'buyer 田中 健 ?', 'recipient.email': 'buyer 田中 健 ?' },
    },
  ])
})

test('BUYMA: the Japanese name and address are the recipient’s and the importer’s; one in Latin letters stays whole', () => {
  const { lines, orders, leftOut } = readSample(sampleOf('buyma-orders'), 'orders/japan')
  expect(orders).toBe(2)
  expect(leftOut).toEqual([])
  expect(lines.map(stated)).toEqual([
    {
      row: 2,
      texts: {
        'recipient.country': 'JP',
        'recipient.name': '伊藤 さくら',
        'recipient.contact': '090-7777-8888',
        'recipient.zipCode': '980-0811',
        'recipient.state': '宮城県',
        'recipient.city': '仙台市青葉区',
        'recipient.address': '一番町4-6-1',
        'recipient.addressDetail': '第一ビル 8F',
        'recipient.importerJapaneseName': '伊藤 さくら',
        'recipient.importerJapaneseZipCode': '980-0811',
        'recipient.importerJapaneseState': '宮城県',
        'recipient.importerJapaneseCity': '仙台市青葉区',
        'recipient.importerJapaneseAddress': '一番町4-6-1',
        'recipient.importerJapaneseAddressDetail': '第一ビル 8F',
        'orderInfo.mallOrderNumber': '45012345',
        'items[].name': 'リネンエプロン',
        'items[].quantity': '1',
        'items[].price': '9800',
        'items[].currency': 'JPY',
        'items[].itemCode': '7012345',
      },
      made: {
        'recipient.country': 'constant',
        'recipient.state': 'split 宮城県仙台市青葉区一番町4-6-1 第一ビル 8F ?',
        'recipient.city': 'split 宮城県仙台市青葉区一番町4-6-1 第一ビル 8F ?',
        'recipient.address': 'split 宮城県仙台市青葉区一番町4-6-1 第一ビル 8F ?',
        'recipient.addressDetail': 'split 宮城県仙台市青葉区一番町4-6-1 第一ビル 8F ?',
        'recipient.importerJapaneseState': 'split 宮城県仙台市青葉区一番町4-6-1 第一ビル 8F ?',
        'recipient.importerJapaneseCity': 'split 宮城県仙台市青葉区一番町4-6-1 第一ビル 8F ?',
        'recipient.importerJapaneseAddress': 'split 宮城県仙台市青葉区一番町4-6-1 第一ビル 8F ?',
        'recipient.importerJapaneseAddressDetail': 'split 宮城県仙台市青葉区一番町4-6-1 第一ビル 8F ?',
        'items[].currency': 'constant',
      },
    },
    {
      row: 3,
      texts: {
        'recipient.country': 'JP',
        'recipient.name': 'Ken Tanaka',
        'recipient.contact': '09012345678',
        'recipient.zipCode': '4600008',
        'recipient.address': '3-5-12 Sakae, Naka-ku, Nagoya',
        'recipient.importerJapaneseZipCode': '4600008',
        'orderInfo.mallOrderNumber': '45012346',
        'items[].name': 'シルバーピアス',
        'items[].quantity': '2',
        'items[].price': '4200',
        'items[].currency': 'JPY',
        'items[].itemCode': '7012346',
      },
      made: {
        'recipient.country': 'constant',
        'recipient.contact': "mapped '09012345678",
        'recipient.zipCode': "mapped '4600008",
        'recipient.importerJapaneseZipCode': "mapped '4600008",
        'items[].currency': 'constant',
      },
    },
  ])
})

test('Amazon: prices of rows are divided, and a city within the address is found', () => {
  const { lines, orders, leftOut } = readSample(sampleOf('amazon-orders'), 'orders/japan')
  expect(orders).toBe(2)
  expect(leftOut).toEqual([])
  expect(lines.map(stated)).toEqual([
    {
      row: 2,
      texts: {
        'recipient.country': 'JP',
        'recipient.name': '田中 健',
        'recipient.contact': '052-111-2222',
        'recipient.email': 'abc@marketplace.amazon.co.jp',
        'recipient.zipCode': '460-0008',
        'recipient.state': '愛知県',
        'recipient.city': '名古屋市中区',
        'recipient.address': '栄3-5-12',
        'recipient.addressDetail': '栄ビル 2階',
        'orderInfo.mallOrderNumber': '503-1234567-1234567',
        'items[].name': 'Soy candle 220g ソイキャンドル',
        'items[].quantity': '4',
        'items[].price': '2302.5',
        'items[].currency': 'JPY',
        'items[].itemCode': 'CAN-22',
      },
      made: {
        'recipient.email': 'buyer ?',
        'recipient.addressDetail': 'joined 栄ビル + 2階',
        'items[].price': 'divided 9210 ÷ 4',
      },
    },
    {
      row: 3,
      texts: {
        'orderInfo.mallOrderNumber': '503-1234567-1234567',
        'items[].name': 'Sticker',
        'items[].quantity': '3',
        'items[].currency': 'JPY',
        'items[].itemCode': 'STI-03',
      },
      made: {
        'items[].price': 'divided 1000 ÷ 3 ?',
      },
    },
    {
      row: 4,
      texts: {
        'recipient.country': 'JP',
        'recipient.name': '山田 太郎',
        'recipient.contact': '09012345678',
        'recipient.zipCode': '1500041',
        'recipient.state': '東京都',
        'recipient.city': '渋谷区',
        'recipient.address': '神南1-19-11',
        'orderInfo.mallOrderNumber': '503-7654321-7654321',
        'items[].name': 'Leather wallet',
        'items[].quantity': '1',
        'items[].price': '12500.00',
        'items[].currency': 'JPY',
        'items[].itemCode': 'WAL-01',
      },
      made: {
        'recipient.country': 'constant',
        'recipient.contact': "mapped '09012345678",
        'recipient.city': 'split 東京都渋谷区神南1-19-11 ?',
        'recipient.address': 'split 東京都渋谷区神南1-19-11 ?',
      },
    },
  ])
})

test('Etsy: the price is that of one piece, and variations follow the name', () => {
  const { lines, orders, leftOut, skipped } = readSample(sampleOf('etsy-orders'), 'orders/japan')
  expect(orders).toBe(2)
  expect(leftOut).toEqual([])
  expect(skipped.map(({ means, number }) => [means, number])).toEqual([['shipped', '3412345679']])
  expect(lines.slice(0, 2).map(stated)).toEqual([
    {
      row: 2,
      texts: {
        'orderInfo.mallOrderNumber': '3412345678',
        'recipient.country': 'JP',
        'recipient.name': '佐藤 花子',
        'recipient.zipCode': '530-0001',
        'recipient.state': '大阪府',
        'recipient.city': '大阪市北区',
        'recipient.address': '梅田3-1-3',
        'recipient.addressDetail': '501',
        'items[].name': 'Ceramic mug, speckled - Color:Gray',
        'items[].quantity': '2',
        'items[].price': '34.00',
        'items[].currency': 'USD',
        'items[].itemCode': 'MUG-G',
      },
      made: {
        'recipient.country': 'mapped Japan',
        'items[].name': 'joined Ceramic mug, speckled + Color:Gray',
      },
    },
    {
      row: 3,
      texts: {
        'orderInfo.mallOrderNumber': '3412345678',
        'items[].name': 'Lavender soap',
        'items[].quantity': '1',
        'items[].price': '9.00',
        'items[].currency': 'USD',
        'items[].itemCode': '1501234568',
      },
      made: {},
    },
  ])
})

test('Shopee: the price is the one after the discount, and a cancelled order is skipped', () => {
  const { lines, orders, leftOut, skipped } = readSample(sampleOf('shopee-orders'), 'orders/general')
  expect(orders).toBe(1)
  expect(leftOut).toEqual([])
  expect(skipped.map(({ means, number }) => [means, number])).toEqual([['cancelled', '2603011ABCDEF2']])
  expect(lines.map(stated)).toEqual([
    {
      row: 2,
      texts: {
        'orderInfo.mallOrderNumber': '2603011ABCDEF1',
        'recipient.country': 'MY',
        'recipient.name': 'Aminah Binti Ali',
        'recipient.contact': '60123456789',
        'recipient.zipCode': '50450',
        'recipient.state': 'Kuala Lumpur',
        'recipient.city': 'Kuala Lumpur',
        'recipient.address': '12, Jalan Ampang, Kuala Lumpur',
        'items[].name': 'Wool socks - Black,M',
        'items[].quantity': '2',
        'items[].price': '19.90',
        'items[].itemCode': 'WS-BM',
        '[].$dispatchBy': '2026-03-04 23:59',
      },
      made: { 'items[].name': 'joined Wool socks + Black,M' },
    },
    {
      row: 3,
      texts: {
        'orderInfo.mallOrderNumber': '2603011ABCDEF1',
        'items[].name': 'Cap',
        'items[].quantity': '1',
        'items[].price': '30.00',
        'items[].itemCode': 'CAP',
        '[].$dispatchBy': '2026-03-04 23:59',
      },
      made: {},
    },
  ])
})

test.each(['Order Received', 'Order received, but buyer can still request return/refund until 2026-03-15'])(
  'Shopee: an order with the status %j is reported as shipped, and asks no question',
  status => {
    const sample = sampleOf('shopee-orders')
    const at = sample.rows[0]?.indexOf('Order Status') ?? -1
    const rows = sample.rows.map((row, position) =>
      position === 0 ? row : row.map((text, column) => (column === at && text === 'To ship' ? status : text)),
    )
    const book = bookOf(rows)
    const mapping = detectMapping(book, { sheet: 'orders/general' })
    expect(importTable(book, mapping).skipped.map(({ means, number }) => [means, number])).toEqual([
      ['shipped', '2603011ABCDEF1'],
      ['cancelled', '2603011ABCDEF2'],
    ])
    expect(book.tables.flatMap(table => unknownStatuses(table, mapping))).toEqual([])
  },
)

test('Lazada: a row is a piece, the lines of the address are province, city and district, and an order that arrived is shipped', () => {
  const { lines, orders, leftOut, skipped } = readSample(sampleOf('lazada-orders'), 'orders/general')
  expect(orders).toBe(3)
  expect(leftOut).toEqual([])
  expect(skipped.map(({ means, number }) => [means, number])).toEqual([
    ['cancelled', '345678901234569'],
    ['shipped', '345678901234570'],
  ])
  const socks = {
    'items[].name': 'Wool socks - Color family:Black, Size:M',
    'items[].quantity': '1',
    'items[].price': '249.00',
    'items[].itemCode': 'WS-BM',
  }
  const made = {
    'items[].name': 'joined Wool socks + Color family:Black, Size:M',
    'items[].quantity': 'constant',
  }
  const first = {
    'orderInfo.mallOrderNumber': '345678901234567',
    '[].$dispatchBy': '03 Mar 2026 23:59',
  }
  expect(lines.slice(0, 4).map(stated)).toEqual([
    {
      row: 2,
      texts: {
        ...first,
        ...socks,
        'recipient.country': 'PH',
        'recipient.name': 'Maria Santos',
        'recipient.contact': '639171234567',
        'recipient.zipCode': '1105',
        'recipient.state': 'Metro Manila',
        'recipient.city': 'Quezon City',
        'recipient.address': '21 Mabini Street',
        'recipient.addressDetail': 'Bagong Pag-asa',
      },
      made: { ...made, 'recipient.country': 'mapped Philippines' },
    },
    { row: 3, texts: { ...first, ...socks }, made },
    {
      row: 4,
      texts: {
        ...first,
        'items[].name': 'Cap',
        'items[].quantity': '1',
        'items[].price': '300.00',
        'items[].itemCode': '2345678902_PH-9876543211',
      },
      made: { 'items[].quantity': 'constant' },
    },
    {
      row: 5,
      texts: {
        ...socks,
        'orderInfo.mallOrderNumber': '345678901234568',
        'recipient.country': 'SG',
        'recipient.name': 'Tan Mei Ling',
        'recipient.contact': '6591234567',
        'recipient.email': 'tan@example.com',
        'recipient.zipCode': '018956',
        'recipient.city': 'Singapore',
        'recipient.address': '10 Bayfront Avenue',
        'recipient.addressDetail': '#05-12',
      },
      made: { ...made, 'recipient.country': 'mapped Singapore', 'recipient.email': 'buyer Tan Wei ?' },
    },
  ])
})

/** Rows with the headings of the sample, with some other texts. */
const shopifyRows = (...all: readonly Readonly<Record<string, string>>[]): string[][] => {
  const [headings = [], first = []] = sampleOf('shopify-orders').rows
  return [
    [...headings],
    ...all.map(texts => headings.map((heading, at) => texts[heading] ?? (texts.Name ? '' : first[at]) ?? '')),
  ]
}
const REQUIRES_SHIPPING = 'Lineitem requires shipping'

test('Shopify: tips and gift cards are not goods, and the recipient beside one is that of the order', () => {
  const { lines, leftOut, orders } = readSample(
    {
      rows: shopifyRows(
        { 'Lineitem name': 'Gift card', [REQUIRES_SHIPPING]: 'false' },
        { Name: '#1001', 'Lineitem name': 'Socks', 'Lineitem quantity': '1', [REQUIRES_SHIPPING]: 'true' },
        { Name: '#1001', 'Lineitem name': 'Thanks', 'Lineitem quantity': '1', [REQUIRES_SHIPPING]: 'false' },
      ),
    },
    'orders/japan',
  )
  expect(orders).toBe(1)
  expect(lines.map(({ texts }) => [texts['items[].name'], texts['recipient.name']])).toEqual([
    ['Socks', '髙﨑 美咲'],
  ])
  expect(leftOut).toEqual([
    { row: 2, why: 'unshipped' },
    { row: 4, why: 'unshipped' },
  ])
})

test('Shopify: where no item of a file requires shipping, the shop did not fill the column', () => {
  const { lines, leftOut } = readSample(
    { rows: shopifyRows({ [REQUIRES_SHIPPING]: 'false' }) },
    'orders/japan',
  )
  expect(lines).toHaveLength(1)
  expect(leftOut).toEqual([])
})

test('Shopify: the code of a prefecture becomes its name where the file has no name', () => {
  const stateOf = (province: string) => {
    const { lines } = readSample(
      { rows: shopifyRows({ 'Shipping Province Name': '', 'Shipping Province': province }) },
      'orders/japan',
    )
    return lines[0]?.texts['recipient.state']
  }
  expect(['JP-01', 'JP-13', 'JP-47', 'WA'].map(stateOf)).toEqual(['北海道', '東京都', '沖縄県', 'WA'])
})
