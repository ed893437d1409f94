import { expect, test } from 'vitest'
import { importTable } from '@/lib/import/lines/import-table'
import { detectMapping } from '@/lib/import/match/detect-mapping'
import { bookOf } from '@/testing/import/book-of-rows'
import { sampleOf } from '@/testing/import/samples/all'
import { readSample } from '@/testing/import/samples/read-sample'

test('カラーミーショップ: an order to two recipients becomes two parcels, the address after the prefecture is split, and unpaid orders are skipped', () => {
  const { lines, orders, skipped } = readSample(sampleOf('colorme-orders'), 'orders/japan')
  expect(orders).toBe(2)
  expect(skipped.map(({ means, number }) => [means, number])).toEqual([
    ['unpaid', '40012346'],
    ['cancelled', '40012347'],
  ])
  const columns = ['orderInfo.mallOrderNumber', 'recipient.name', 'items[].name', 'items[].quantity']
  expect(lines.map(({ texts }) => columns.map(column => texts[column]))).toEqual([
    ['40012345-1', '高崎 美咲', '本革 財布', '1'],
    ['40012345-1', undefined, 'ウール帽', '2'],
    ['40012345-2', '田中 健', '本革 財布', '1'],
  ])
  expect(lines[0]?.texts).toMatchObject({
    'recipient.country': 'JP',
    'recipient.contact': '090-1111-2222',
    'recipient.zipCode': '1500041',
    'recipient.state': '東京都',
    'recipient.city': '渋谷区',
    'recipient.address': '神南1-19-11',
    'recipient.addressDetail': 'パークビル4F',
    'items[].price': '12500',
    'items[].currency': 'JPY',
    'items[].itemCode': 'WAL-01',
  })
  expect(lines[1]?.texts['items[].itemCode']).toBe('1007')
  expect(lines[2]?.texts).toMatchObject({
    'recipient.city': '名古屋市中区',
    'recipient.address': '栄3-5-12',
    'recipient.addressDetail': '',
  })
})

test('rows that lost their order number get none from their parcel', () => {
  const [headings = [], ...rows] = sampleOf('colorme-orders').rows
  const book = bookOf([headings, ...rows.slice(0, 3).map(row => ['', ...row.slice(1)])])
  const { lines } = importTable(book, detectMapping(book, { sheet: 'orders/japan' }))
  expect(lines.map(({ texts }) => texts['orderInfo.mallOrderNumber'])).toEqual(['', '', ''])
})
