import { expect, test } from 'vitest'
import { ebayOrdersSample, ebayUkOrdersSample } from '@/testing/import/samples/orders/ebay'
import { readSample, stated } from '@/testing/import/samples/read-sample'

const [, headings = []] = ebayOrdersSample.rows

/** A row of the report with the same texts as a row of the sample, except for these. */
function like(position: number, texts: Readonly<Record<string, string>>): string[] {
  const row = ebayOrdersSample.rows[position] ?? []
  return headings.map((heading, at) => texts[heading] ?? row[at] ?? '')
}

test('eBay: an order of several items has the recipient of its first row, which is left out with the lines below the report', () => {
  const { lines, orders, leftOut, skipped } = readSample(ebayOrdersSample, 'orders/general')
  expect(orders).toBe(3)
  expect(leftOut).toEqual([
    { row: 5, why: 'total' },
    { row: 11, why: 'notice' },
    { row: 12, why: 'notice' },
  ])
  expect(skipped).toEqual([
    { means: 'shipped', number: '09-14601-77001', isWhole: true, table: 0, rows: [8] },
    { means: 'unpaid', number: '117', isWhole: true, table: 0, rows: [9] },
  ])
  expect(lines.slice(0, 3).map(stated)).toEqual([
    {
      row: 4,
      texts: {
        'orderInfo.mallOrderNumber': '16-14679-61003',
        'recipient.country': 'US',
        'recipient.name': 'Dana Miller',
        'recipient.contact': '+1 206-555-0142',
        'recipient.email': 'dana@example.com',
        'recipient.zipCode': '98101',
        'recipient.state': 'WA',
        'recipient.city': 'Seattle',
        'recipient.address': '1420 Fifth Avenue',
        'recipient.addressDetail': 'Apt 8',
        'items[].name': 'K-beauty set, 3 pcs',
        'items[].quantity': '3',
        'items[].price': '24.90',
        'items[].currency': 'USD',
        'items[].itemCode': 'KB-3',
        '[].$dispatchBy': 'Mar-05-26',
      },
      made: {
        'recipient.country': 'mapped United States',
        'recipient.email': 'buyer Dana Miller',
        'items[].price': 'mapped $24.90',
        'items[].currency': 'mapped $24.90',
      },
    },
    {
      row: 6,
      texts: {
        'orderInfo.mallOrderNumber': '11-10000-00003',
        'recipient.country': 'JP',
        'recipient.name': 'Hanako Sato',
        'recipient.contact': '+81 90 1234 5678',
        'recipient.email': 'hanako@example.com',
        'recipient.zipCode': '530-0001',
        'recipient.state': 'Osaka',
        'recipient.city': 'Osaka-shi Kita-ku',
        'recipient.address': '3-1-3 Umeda',
        'recipient.addressDetail': '501',
        'items[].name': 'Wool socks, 2 pairs - [Color:Red,Size:S]',
        'items[].quantity': '2',
        'items[].price': '9.90',
        'items[].currency': 'USD',
        'items[].itemCode': 'WS-RS',
        '[].$dispatchBy': 'Mar-04-26',
      },
      made: {
        'recipient.country': 'mapped Japan',
        'recipient.name': 'merged',
        'recipient.contact': 'merged',
        'recipient.email': 'buyer Hanako Sato',
        'recipient.zipCode': 'merged',
        'recipient.state': 'merged',
        'recipient.city': 'merged',
        'recipient.address': 'merged',
        'recipient.addressDetail': 'merged',
        'items[].name': 'joined Wool socks, 2 pairs + [Color:Red,Size:S]',
        'items[].price': 'mapped $9.90',
        'items[].currency': 'mapped $9.90',
      },
    },
    {
      row: 7,
      texts: {
        'orderInfo.mallOrderNumber': '11-10000-00003',
        'items[].name': 'Camera',
        'items[].quantity': '1',
        'items[].price': '1256.00',
        'items[].currency': 'USD',
        'items[].itemCode': '334455667791',
      },
      made: { 'items[].price': 'mapped $1,256.00', 'items[].currency': 'mapped $1,256.00' },
    },
  ])
})

test('eBay, United Kingdom: the headings differ, and pounds stay as they are written, because no order may have them', () => {
  const { lines, orders, leftOut } = readSample(ebayUkOrdersSample, 'orders/general')
  expect(orders).toBe(1)
  expect(leftOut.map(({ row }) => row)).toEqual([3, 4])
  expect(lines.map(stated)).toEqual([
    {
      row: 2,
      texts: {
        'orderInfo.mallOrderNumber': '04-15250-08826',
        'recipient.country': 'GB',
        'recipient.name': 'Toby Roberts',
        'recipient.contact': '07700 900111',
        'recipient.zipCode': 'YO1 7HH',
        'recipient.state': 'North Yorkshire',
        'recipient.city': 'York',
        'recipient.address': '12 Maple Street',
        'items[].name': 'K-beauty set, 3 pcs',
        'items[].quantity': '1',
        'items[].price': '19.99',
        'items[].currency': '£',
        'items[].itemCode': '334455667788',
        '[].$dispatchBy': '05-Mar-26',
      },
      made: {
        'recipient.country': 'mapped United Kingdom',
        'items[].price': 'mapped £19.99',
        'items[].currency': 'mapped £19.99',
      },
    },
  ])
})

test('eBay: an order is paid if any of its rows has a date of payment, and other statuses say nothing about it', () => {
  const rows = [
    headings,
    like(4, {}),
    like(5, { 'Paid On Date': '' }),
    like(6, { 'Paid On Date': '', 'Authenticity Verification Status': 'Returned', 'Tax Status': 'Canceled' }),
    like(4, { 'Order Number': '', 'Sales Record Number': '130', 'Paid On Date': '' }),
    like(5, { 'Order Number': '', 'Sales Record Number': '130', 'Paid On Date': '' }),
    like(6, { 'Order Number': '', 'Sales Record Number': '130', 'Paid On Date': '' }),
  ]
  const { lines, skipped, leftOut } = readSample({ rows }, 'orders/general')
  expect(lines.map(({ row }) => row)).toEqual([3, 4])
  expect(leftOut).toEqual([
    { row: 2, why: 'total' },
    { row: 5, why: 'total' },
  ])
  expect(skipped).toEqual([{ means: 'unpaid', number: '130', isWhole: true, table: 0, rows: [6, 7] }])
})

test('eBay: the first row of an order stays if the file has none of its items, so that the order is not lost', () => {
  const { lines, orders, leftOut } = readSample(
    { rows: [headings, like(4, {}), like(3, {})] },
    'orders/general',
  )
  expect(orders).toBe(2)
  expect(leftOut).toEqual([])
  expect(lines.map(({ texts }) => [texts['orderInfo.mallOrderNumber'], texts['items[].name'] ?? ''])).toEqual(
    [
      ['11-10000-00003', ''],
      ['16-14679-61003', 'K-beauty set, 3 pcs'],
    ],
  )
})

test('eBay: the first row of an order whose items are in the next report of the file stays', () => {
  const { lines, leftOut } = readSample(
    { rows: [headings, like(4, {}), headings, like(5, {}), like(6, {})] },
    'orders/general',
  )
  expect(leftOut).toEqual([{ row: 3, why: 'notice' }])
  expect(lines.map(({ row, texts }) => [row, Boolean(texts['recipient.name'])])).toEqual([
    [2, true],
    [4, false],
    [5, false],
  ])
})

test('eBay: files that were put together keep no line of their own as an order', () => {
  const { rows } = ebayOrdersSample
  const { lines, orders, leftOut } = readSample(
    { rows: [...rows, ...rows.slice(1, 4), ...rows.slice(-3)] },
    'orders/general',
  )
  expect(orders).toBe(4)
  expect(lines.map(({ row }) => row)).toEqual([4, 6, 7, 8, 15])
  expect(leftOut.map(({ row }) => row)).toEqual([5, 11, 12, 13, 17, 18])
})

test('eBay: an order without a payment date is imported if it is paid on delivery', () => {
  const unpaid = (method: string) =>
    readSample(
      { ...ebayOrdersSample, rows: [headings, like(3, { 'Paid On Date': '', 'Payment Method': method })] },
      'orders/general',
    )
  expect(unpaid('PayPal').skipped.map(({ means }) => means)).toEqual(['unpaid'])
  expect(unpaid('Cash on delivery').skipped).toEqual([])
  expect(unpaid('Cash on delivery').orders).toBe(1)
})
