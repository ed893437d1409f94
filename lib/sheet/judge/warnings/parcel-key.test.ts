import { expect, test } from 'vitest'
import type { Texts } from '@/lib/sheet/schema/line'
import { parcelKey } from './parcel-key'

const order: Texts = {
  'orderInfo.mallOrderNumber': 'A-1',
  'recipient.name': '山田 太郎',
  'recipient.zipCode': '150-0041',
  'recipient.contact': '090-1234-5678',
  'recipient.state': '東京都',
  'recipient.city': '渋谷区',
  'recipient.address': '神南1-2-3',
  'items[].name': 'Wool socks',
  'items[].quantity': '2',
}
const cup: Texts = { 'items[].name': 'Cup', 'items[].quantity': '1' }
const keyOf = (...lines: readonly Texts[]) =>
  parcelKey(lines.map((texts, rank) => ({ id: String(rank), rank, texts })))

test.each([
  ['another order number', { 'orderInfo.mallOrderNumber': 'B-9' }],
  ['blanks and width of the name', { 'recipient.name': '山田　太郎' }],
  ['a postal code in full width, without its hyphen', { 'recipient.zipCode': '１５００041' }],
  ['a phone number with the code of its country', { 'recipient.contact': '+81 90 1234 5678' }],
  ['another spelling of the address', { 'recipient.address': '神南一丁目2番3号' }],
  ['the case of the item', { 'items[].name': 'WOOL SOCKS' }],
  ['a quantity in full width', { 'items[].quantity': '２' }],
])('%s makes no difference', (_, change) => expect(keyOf({ ...order, ...change })).toBe(keyOf(order)))

test.each([
  ['another recipient', { 'recipient.name': '山田 花子' }],
  ['another postal code', { 'recipient.zipCode': '150-0042' }],
  ['another phone number', { 'recipient.contact': '090-1234-5679' }],
  ['another item', { 'items[].name': 'Cotton socks' }],
  ['another item code', { 'items[].itemCode': 'S-2' }],
  ['another quantity', { 'items[].quantity': '3' }],
])('%s is another parcel', (_, change) => expect(keyOf({ ...order, ...change })).not.toBe(keyOf(order)))

test('items count in any order, and one more item is another parcel', () => {
  const blank = { ...order, 'items[].name': 'Cup', 'items[].quantity': '1' }
  expect(keyOf(order, cup)).toBe(keyOf(blank, { 'items[].name': 'Wool socks', 'items[].quantity': '2' }))
  expect(keyOf(order, cup)).not.toBe(keyOf(order))
})

test('two lines of one item are that item with the sum of both', () => {
  const one = { ...order, 'items[].quantity': '1' }
  expect(keyOf(one, { 'items[].name': 'Wool socks', 'items[].quantity': '1' })).toBe(keyOf(order))
})

test('without a phone number the address decides', () => {
  const silent = { ...order, 'recipient.contact': '' }
  expect(keyOf(silent)).toBe(keyOf({ ...silent, 'recipient.address': '神南 1−2−3' }))
  expect(keyOf(silent)).not.toBe(keyOf({ ...silent, 'recipient.address': '神南9' }))
})

test.each([
  ['name', { 'recipient.name': '' }],
  ['postal code', { 'recipient.zipCode': ' ' }],
  [
    'phone number and address',
    { 'recipient.contact': '-', 'recipient.state': '', 'recipient.city': '', 'recipient.address': '' },
  ],
  ['item', { 'items[].name': '' }],
])('an order without %s is like no other', (_, change) => expect(keyOf({ ...order, ...change })).toBe(''))
