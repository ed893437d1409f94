import { expect, test } from 'vitest'
import { encode } from '@/testing/files/encode'
import { readBook, readTable } from '@/testing/files/reading'
import { apiJson } from './json-format'

test('orders in the format of the API become one row per item, with all digits', async () => {
  const text = `{"data":[{"orderInfo":{"mallOrderNumber":"A-1"},"warehouseId":9007199254740993,"recipient":{"name":"山田"},"items":[{"name":"컵","price":1.10,"quantity":2},{"name":"접시","price":12345678901234567890,"memo":true}]},{"orderInfo":{"mallOrderNumber":"A-2"}}]}`
  const book = await readBook(encode(text, 'utf-8'), { jsonFormat: apiJson })
  expect(book.kind).toBe('json')
  expect(book.tables[0]?.rows).toEqual([
    [
      'orderInfo.mallOrderNumber',
      'warehouseId',
      'recipient.name',
      'items[].name',
      'items[].price',
      'items[].quantity',
      'items[].memo',
    ],
    ['A-1', '9007199254740993', '山田', '컵', '1.10', '2'],
    ['', '', '', '접시', '12345678901234567890', '', 'true'],
    ['A-2'],
  ])
})

test('products in the format of the API become one row per option', async () => {
  const option = (name: string) => ({ shopOptionId: name, productOptionName: [{ productOptionName: name }] })
  const products = [
    {
      shopProductId: 'P-1',
      productOptionGroup: [
        {
          productOptionGroupName: [{ productOptionGroupName: '색' }],
          productOption: [option('빨강'), option('검정')],
        },
      ],
    },
  ]
  const table = await readTable(encode(JSON.stringify({ products }), 'utf-8'), { jsonFormat: apiJson })
  expect(table.rows).toEqual([
    [
      'shopProductId',
      'productOptionGroup[].productOptionGroupName[0].productOptionGroupName',
      'productOptionGroup[].productOption[].shopOptionId',
      'productOptionGroup[].productOption[].productOptionName[0].productOptionName',
    ],
    ['P-1', '색', '빨강', '빨강'],
    ['', '', '검정', '검정'],
  ])
})
