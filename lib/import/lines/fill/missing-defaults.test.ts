import { expect, test } from 'vitest'
import type { Texts } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import { countMissing, MAX_MISSING_ITEMS, MissingDefaultsFinder } from './missing-defaults'

const sheet = sheets['orders/japan']

function missing(lines: readonly Texts[], exported: readonly string[] = []) {
  const finder = new MissingDefaultsFinder(sheet, column => exported.includes(column))
  for (const texts of lines) finder.add(texts)
  return finder.result()
}

/** What the export of a shop has. */
const order = {
  'orderInfo.mallOrderNumber': 'A-1',
  'recipient.name': '山田',
  'items[].name': 'Wallet',
  'items[].itemCode': 'W-1',
  'items[].currency': 'JPY',
}

const perItem = ['items[].actualWeight', 'items[].originCountry', 'items[].imageUrl']
const perOrder = [
  'warehouseId',
  'recipient.country',
  'packageInfo.actualWeight',
  'packageInfo.quantity',
  'orderInfo.incoterms',
  'orderInfo.isExportDeclaration',
  'orderInfo.exportPurpose',
  'sender.name',
  'sender.contact',
]

test('what no order has can be set once: fields of the order by a preset, fields of items by code', () => {
  const found = missing([order, { ...order, 'items[].itemCode': 'W-2', 'items[].name': 'Belt' }, order])
  expect(found.columns).toEqual(perOrder)
  expect(found.items).toEqual([
    { code: 'W-1', name: 'Wallet', columns: perItem },
    { code: 'W-2', name: 'Belt', columns: perItem },
  ])
  expect(countMissing(found)).toBe(perOrder.length + perItem.length)
})

test('a field that one order has is no matter of the shop; what is personal is never asked once', () => {
  const found = missing([order, { ...order, 'sender.name': 'Hanbit' }])
  expect(found.columns).not.toContain('sender.name')
  expect(found.columns).toContain('sender.contact')
  expect(found.empty).toContain('recipient.zipCode')
  expect(found.columns).not.toContain('recipient.zipCode')
})

test('an item column that the file has is left to the errors; other codes are asked only for what they lack', () => {
  const known = { 'items[].actualWeight': '0.2', 'items[].imageUrl': 'https://x.example/1.jpg' }
  const lines = [
    { ...order, ...known },
    { ...order, 'items[].itemCode': 'W-2' },
  ]
  expect(missing(lines, ['items[].imageUrl', 'items[].originCountry']).items).toEqual([
    { code: 'W-2', name: 'Wallet', columns: ['items[].actualWeight'] },
  ])
})

test('items without a code are distinguished by their names', () => {
  const bare = { ...order, 'items[].itemCode': ' ' }
  expect(missing([bare, { ...bare, 'items[].name': 'Belt' }, bare]).items).toMatchObject([
    { code: '', name: 'Wallet' },
    { code: '', name: 'Belt' },
  ])
})

test('an import whose orders lack nothing, or that has no lines any more, asks for nothing', () => {
  const full = Object.fromEntries([...perOrder, ...perItem].map(column => [column, 'x']))
  expect(countMissing(missing([{ ...order, ...full }]))).toBe(0)
  expect(countMissing(missing([]))).toBe(0)
})

test('a table stays short: at most so many items are collected', () => {
  const lines = Array.from({ length: MAX_MISSING_ITEMS + 1 }, (_, at) => ({
    ...order,
    'items[].itemCode': `W-${at}`,
  }))
  expect(missing(lines).items).toHaveLength(MAX_MISSING_ITEMS)
})
