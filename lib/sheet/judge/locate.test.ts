import { describe, expect, test, vi } from 'vitest'
import { draftOf } from '@/lib/sheet/draft/draft'
import { sheets } from '@/lib/sheet/schema/sheets'
import { fieldKey, locate } from './locate'

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

test('a bare name of several cells means one of them', () => {
  expect(place('name')).toBe('L1 recipient.name, L1 items[].name, L2 items[].name, L1 sender.name')
  expect(place('contact')).toBe('L1 recipient.contact, L1 sender.contact')
  expect(place('quantity')).toBe('L1 items[].quantity, L2 items[].quantity, L1 packageInfo.quantity')
})

test('an item field without an index means one of the items', () => {
  expect(place('items.price')).toBe('L1 items[].price, L2 items[].price')
  expect(place('price', ['L3'])).toBe('L3 items[].price')
})

test('a field without a cell is on a line: that of the named item, else the first line of the order', () => {
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

test('a failure of one item of a large order is placed without searching the other items', () => {
  const lines = Array.from({ length: 1000 }, (_, i) => ({ id: `L${i}`, rank: i, texts: {} }))
  const large = draftOf(lines)
  const [has, get] = [vi.spyOn(large.lines, 'has'), vi.spyOn(large.lines, 'get')]
  const ids = lines.map(({ id }) => id)
  expect(locate('items[700].price', ids, large, sheet)).toEqual({
    cells: [{ line: 'L700', column: 'items[].price' }],
  })
  expect(locate('items[700].colour', ids, large, sheet)).toEqual({ line: 'L700' })
  expect(has.mock.calls.length + get.mock.calls.length).toBeLessThan(10)
})

test('a failure of a deleted line does not move to another order', () => {
  expect(place('items[1].price', ['L1', 'gone'])).toBe('L1')
  expect(place('recipient.zipCode', ['gone', 'L2'])).toBe('L2 recipient.zipCode')
})

test('a field that an operator assigned means its column, whichever item it names', () => {
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

test('a failure of an order cell is on the first line that has its text', () => {
  const order = draftOf([
    { id: 'L1', rank: 1, texts: { 'items[].name': 'wallet', 'recipient.city': ' ' } },
    { id: 'L2', rank: 2, texts: { 'recipient.city': '渋谷区' } },
    { id: 'L3', rank: 3, texts: { 'recipient.city': '新宿区' } },
  ])
  const lines = ['L1', 'L2', 'L3']
  expect(locate('recipient.city', lines, order, sheet)).toEqual({
    cells: [{ line: 'L2', column: 'recipient.city' }],
  })
  expect(locate('recipient.state', lines, order, sheet)).toEqual({
    cells: [{ line: 'L1', column: 'recipient.state' }],
  })
})

test('when all lines of an order are deleted, its failures stay on the first sent line', () => {
  expect(place('recipient.zipCode', ['gone', 'too'])).toBe('gone recipient.zipCode')
  expect(place('items[1].price', ['gone', 'too'])).toBe('gone')
})

test.each(['data[1].', 'data.', 'data/1/'])(
  'the position of the order in the request, as in %s, is not read as an item',
  data => {
    for (const field of ['name', 'price', 'recipient.name', 'recipient.zipCode'])
      expect([field, place(`${data}${field}`)]).toEqual([field, place(field)])
  },
)

describe('of a product', () => {
  const products = sheets.products
  const options = draftOf([
    { id: 'P1', rank: 1, texts: { shopProductId: 'WAL-01' } },
    { id: 'P2', rank: 2, texts: {} },
  ])
  const spot = (field: string) => {
    const found = locate(field, ['P1', 'P2'], options, products)
    return 'line' in found ? [found.line] : found.cells.map(({ line, column }) => `${line} ${column}`)
  }
  const groupName = (axis: number) =>
    `P1 productOptionGroup[].productOptionGroupName[${axis}].productOptionGroupName`
  const optionName = (line: string, axis: number) =>
    `${line} productOptionGroup[].productOption[].productOptionName[${axis}].productOptionName`

  test('a field is found with or without its position in the request', () => {
    for (const field of ['products[2].productPrice', 'products.productPrice', 'productPrice'])
      expect(spot(field)).toEqual(['P1 productPrice'])
  })

  test('the position of an option is the position of its line', () => {
    expect(spot('products[2].productOptionGroup[0].productOption[1].optionPrice')).toEqual([
      'P2 productOptionGroup[].productOption[].optionPrice',
    ])
    expect(spot('productOptionGroup[0].productOption[1].productOptionName[2].productOptionName')).toEqual([
      optionName('P2', 2),
    ])
  })

  test('a full axis path means that axis, another one means any axis', () => {
    expect(spot('productOptionGroup[0].productOptionGroupName[1].productOptionGroupName')).toEqual([
      groupName(1),
    ])
    const any = [groupName(0), groupName(1), groupName(2)]
    expect(spot('productOptionGroup.productOptionGroupName.productOptionGroupName')).toEqual(any)
    expect(spot('productOptionGroup[0].productOptionGroupName[7].productOptionGroupName')).toEqual(any)
    expect(spot('productOptionName[1].productOptionName')).toEqual(
      [0, 1, 2].flatMap(axis => [optionName('P1', axis), optionName('P2', axis)]),
    )
  })

  test('a group with index 1 means the only group', () => {
    expect(spot('productOptionGroup[1].productOptionGroupType')).toEqual([
      'P1 productOptionGroup[].productOptionGroupType',
    ])
  })
})
