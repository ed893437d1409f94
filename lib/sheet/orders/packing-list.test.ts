import { expect, test } from 'vitest'
import type { Line, Texts } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import { packedOrders, pickedItems } from './packing-list'

const sheet = sheets['orders/japan']

const row = (number: string, recipient: string, item: readonly [string, string, string]): Texts => ({
  'orderInfo.mallOrderNumber': number,
  'recipient.name': recipient,
  'items[].itemCode': item[0],
  'items[].name': item[1],
  'items[].quantity': item[2],
})

const linesOf = (...rows: Texts[]): Line[] => rows.map((texts, at) => ({ id: `L${at}`, rank: at, texts }))

test('an order lists its items, and the name that its first filled row has', () => {
  const lines = linesOf(
    row('A-1', '', ['wal-1', '지갑', '1']),
    row('A-1', '山田 花子', ['', '양말', ' 2 ']),
    row('A-2', '佐藤 健', ['wal-1', '지갑', '3']),
    row('A-3', '鈴木 一郎', ['', '', '']),
  )
  expect(packedOrders(lines, sheet)).toEqual([
    {
      number: 'A-1',
      recipient: '山田 花子',
      items: [
        { code: 'wal-1', name: '지갑', quantity: '1' },
        { code: '', name: '양말', quantity: '2' },
      ],
    },
    { number: 'A-2', recipient: '佐藤 健', items: [{ code: 'wal-1', name: '지갑', quantity: '3' }] },
  ])
})

test('quantities are added up by code and name; one that is not a whole number leaves the sum open', () => {
  const orders = packedOrders(
    linesOf(
      row('A-1', 'a', ['b-10', 'Mug', '1']),
      row('A-2', 'a', ['b-9', 'Mug', '１２']),
      row('A-3', 'a', ['b-10', 'Mug', '1,000']),
      row('A-4', 'a', ['b-10', 'Mug, blue', 'two']),
      row('A-5', 'a', ['b-10', 'Mug, blue', '4']),
    ),
    sheet,
  )
  expect(pickedItems(orders, sheet)).toEqual([
    { code: 'b-9', name: 'Mug', quantity: 12 },
    { code: 'b-10', name: 'Mug', quantity: 1001 },
    { code: 'b-10', name: 'Mug, blue', quantity: undefined },
  ])
})
