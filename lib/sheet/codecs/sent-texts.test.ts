import { expect, test } from 'vitest'
import { sheets } from '@/lib/sheet/schema/sheets'
import { sentTexts } from './sent-texts'

test('a sent order is read back by column, with all digits', () => {
  const sent = sentTexts(
    '{"orderInfo":{"mallOrderNumber":"A-1","isExportDeclaration":false},"warehouseId":9007199254740993,"recipient":{"country":"JP"},"items":[{"name":"Wallet","price":12.50},{"name":"Belt","price":1e3}]}',
    sheets['orders/japan'],
  )
  expect(sent.record).toEqual({
    'orderInfo.mallOrderNumber': 'A-1',
    'orderInfo.isExportDeclaration': 'false',
    warehouseId: '9007199254740993',
    'recipient.country': 'JP',
  })
  expect(sent.lines).toEqual([
    { 'items[].name': 'Wallet', 'items[].price': '12.50' },
    { 'items[].name': 'Belt', 'items[].price': '1e3' },
  ])
})

test('options of a product become its lines, and lists of addresses become one text', () => {
  const sent = sentTexts(
    '{"shopProductId":"P-1","productName":"Wallet","productOptionGroup":[{"productOption":[{"optionPrice":0},{"optionPrice":5}]}]}',
    sheets.products,
  )
  expect(sent.record.productName).toBe('Wallet')
  expect(sent.lines).toHaveLength(2)
})
