import { expect, test } from 'vitest'
import { importBook } from './import-book'
import { hidden } from './imported'
import { bookOf } from './sample-book'
import { understand } from './understand'

const about = { sheet: 'orders/japan' } as const

test('a Shopify order of two items is two lines, its recipient on the first, each with its row of the file', () => {
  const book = bookOf([
    [
      'Name',
      'Email',
      'Shipping Name',
      'Shipping Zip',
      'Shipping Country',
      'Lineitem quantity',
      'Lineitem name',
    ],
    ['#1001', 'a@b.jp', '髙﨑 美咲', "'1500041", 'JP', '2', 'Wallet'],
    ['#1001', '', '', '', '', '1', 'Beanie'],
  ])
  const understood = understand(book, about)
  expect(understood).toMatchObject({ by: 'recipe', recipe: { id: 'shopify-orders' }, table: 0, header: 0 })
  const { lines, orders } = importBook(book, understood, 'f1')
  expect(orders).toBe(1)
  expect(lines.map(line => line.row)).toEqual([2, 3])
  expect(lines[0]?.texts).toMatchObject({
    'orderInfo.mallOrderNumber': '#1001',
    'recipient.name': '髙﨑 美咲',
    'recipient.zipCode': '1500041',
    'items[].quantity': '2',
    [hidden.source]: 'f1:0:2',
  })
  expect(JSON.parse(lines[0]?.texts[hidden.origins] ?? '')).toEqual({
    'recipient.zipCode': { kind: 'restored', text: '1500041', of: "'1500041" },
  })
  expect(lines[1]?.texts['recipient.name']).toBeUndefined()
})
