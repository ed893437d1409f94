import { expect, test } from 'vitest'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { NUMBER } from '@/testing/sheet/orders-by-number'
import { sameParcels } from './same-parcel'

test('orders to the same person and address are found in any spelling', () => {
  const to = (name: string, zip: string, address: string) => ({
    'recipient.name': name,
    'recipient.zipCode': zip,
    'recipient.address': address,
  })
  const lines = [
    { [NUMBER]: '1', ...to('山田 太郎', '150-0041', '神南1-19-11'), 'packageInfo.actualWeight': '1' },
    { [NUMBER]: '2', ...to('佐藤', '150-0041', '神南1-19-11') },
    {
      [NUMBER]: '3',
      ...to('山田　太郎', '１５００−０４１', '神南１－１９－１１'),
      'packageInfo.actualWeight': '2',
    },
    { [NUMBER]: '4', ...to('山田 太郎', '', '') },
    { [NUMBER]: '5', ...to('山田 太郎', '', '') },
  ].map((texts, i) => ({ id: `L${i + 1}`, rank: i + 1, texts }))
  const workbook = new Workbook(sheets['orders/japan'], lines)
  workbook.begin()
  expect(sameParcels(workbook)).toEqual([
    {
      firstLines: ['L1', 'L3'],
      numbers: ['1', '3'],
      name: '山田 太郎',
      address: '150-0041 神南1-19-11',
      differing: ['packageInfo.actualWeight'],
    },
  ])
})

test('an order that two files contain is not offered for one parcel, in which it would have every item twice', () => {
  const to = { 'recipient.name': '山田 太郎', 'recipient.zipCode': '150-0041' }
  const lines = [
    ['A-1', 'monday:0:2'],
    ['A-2', 'monday:0:3'],
    ['A-2', 'tuesday:0:2'],
    ['A-3', 'tuesday:0:3'],
  ].map(([number = '', source = ''], i) => ({
    id: `L${i + 1}`,
    rank: i + 1,
    texts: { [NUMBER]: number, ...to, '[].$source': source },
  }))
  const workbook = new Workbook(sheets['orders/japan'], lines)
  workbook.begin()
  expect(sameParcels(workbook).map(({ numbers }) => numbers)).toEqual([['A-1', 'A-3']])
})
