import { expect, test } from 'vitest'
import { draftOf } from './draft'
import { fieldKey, locate } from './locate'
import { sheets } from './sheets'

const sheet = sheets['orders/japan']
const draft = draftOf([
  { id: 'L1', rank: 1, texts: { 'orderInfo.mallOrderNumber': 'A-17', 'recipient.name': '山田' } },
  { id: 'L2', rank: 2, texts: { 'items[].name': 'wallet' } },
  { id: 'L3', rank: 3, texts: { 'orderInfo.mallOrderNumber': 'A-18' } },
])
const place = (field: string, lines = ['L1', 'L2']) => {
  const found = locate(field, lines, draft, sheet)
  return 'line' in found ? found.line : found.cells.map(cell => `${cell.line} ${cell.column}`).join(', ')
}

test('a failure of the second item lands on the second line of its order', () => {
  expect(place('items[1].price')).toBe('L2 items[].price')
})

test('an order cell is on the line that carries its text', () => {
  expect(place('recipient.zipCode')).toBe('L1 recipient.zipCode')
})

test.each([
  'data[3].items[1].price',
  'data.3.items.1.price',
  '$.data[3].items[1].price',
  '/data/3/items/1/price',
  'items[1]["price"]',
  'items.1.price',
  'Items[1].Price',
  'ITEMS[1].PRICE',
  'item[1].price',
])('%s is the same cell in another spelling', field => {
  expect(place(field)).toBe('L2 items[].price')
})

test.each(['zipCode', 'zip_code', 'ZIPCODE', 'recipient.zip-code', 'Recipient ZipCode'])(
  'the bare name %s that only one column has is that column',
  field => {
    expect(place(field)).toBe('L1 recipient.zipCode')
  },
)

test('a bare name of several cells is one of these', () => {
  expect(place('name')).toBe('L1 recipient.name, L1 items[].name, L2 items[].name, L1 sender.name')
  expect(place('contact')).toBe('L1 recipient.contact, L1 sender.contact')
  expect(place('quantity')).toBe('L1 items[].quantity, L2 items[].quantity, L1 packageInfo.quantity')
})

test('an item field without an index is one of the items', () => {
  expect(place('items.price')).toBe('L1 items[].price, L2 items[].price')
  expect(place('price', ['L3'])).toBe('L3 items[].price')
})

test('what fits no cell goes to the line: the named item, else the first line of the order', () => {
  expect(place('somethingElse')).toBe('L1')
  expect(place('items[1]')).toBe('L2')
  expect(place('')).toBe('L1')
  expect(place('창고 ID')).toBe('L1')
})

test('a failure stays on the line that was sent, also after a line above it in its order was deleted', () => {
  expect(place('items[1].price', ['gone', 'L2'])).toBe('L2 items[].price')
  expect(place('items[1]', ['gone', 'L2'])).toBe('L2')
  expect(place('items[2].price', ['L1', 'gone', 'L2'])).toBe('L2 items[].price')
  expect(place('items[1].price', ['L1', 'gone', 'L2'])).toBe('L1')
})

test('a line deleted since does not pull the failure to another order', () => {
  expect(place('items[1].price', ['L1', 'gone'])).toBe('L1')
  expect(place('recipient.zipCode', ['gone', 'L2'])).toBe('L2 recipient.zipCode')
})

test('a field that an operator assigned is on its column, whichever item it names', () => {
  const names = new Map([
    [fieldKey('창고 ID', sheet), 'warehouseId'],
    [fieldKey('상품명[0]', sheet), 'items[].name'],
  ])
  const assigned = (field: string) => locate(field, ['L1', 'L2'], draft, sheet, names)
  expect(assigned('창고 ID')).toEqual({ cells: [{ line: 'L1', column: 'warehouseId' }] })
  expect(assigned('data[7].창고_ID')).toEqual({ line: 'L1' })
  expect(assigned('상품명[1]')).toEqual({ cells: [{ line: 'L2', column: 'items[].name' }] })
  expect(assigned('recipient.zipCode')).toEqual({ cells: [{ line: 'L1', column: 'recipient.zipCode' }] })
  expect(locate('창고 ID', ['L1', 'L2'], draft, sheet)).toEqual({ line: 'L1' })
})
