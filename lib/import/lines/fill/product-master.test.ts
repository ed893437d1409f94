import { expect, test } from 'vitest'
import { axisValueColumn } from '@/lib/sheet/schema/product-rules'
import { entriesOfLines, entriesOfPayload } from './product-master'

const OPTION = 'productOptionGroup[].productOption[].shopOptionId'

test('a registered product is stored by its id, and its options by their ids', () => {
  const payload = JSON.stringify({
    shopProductId: 'WAL',
    productName: 'Wallet',
    mainImage: 'https://x/wallet.jpg',
    originProductUrl: 'https://x/wallet',
    productPrice: 12500,
    productOptionGroup: [
      {
        productOption: [
          {
            shopOptionId: 'WAL-BK',
            productOptionName: [{ shopGroupOptionId: 1, productOptionName: 'Black' }],
          },
          { optionPrice: 0 },
        ],
      },
    ],
  })
  expect(entriesOfPayload(payload)).toEqual([
    {
      code: 'WAL',
      texts: {
        'items[].name': 'Wallet',
        'items[].imageUrl': 'https://x/wallet.jpg',
        'items[].itemUrl': 'https://x/wallet',
      },
    },
    { code: 'WAL-BK', parent: 'WAL', texts: { 'items[].name': 'Wallet Black' } },
  ])
})

test('a payload that cannot be read gives no entries', () => {
  for (const payload of ['', '{', 'null', '[]', '{}', '{"shopProductId":3}'])
    expect(entriesOfPayload(payload)).toEqual([])
})

test('a draft of products gives image, page and name, and weights from its file', () => {
  const lines = [
    {
      shopProductId: ' WAL ',
      productName: 'Wallet',
      productImages: 'https://x/1.jpg https://x/2.jpg',
      [OPTION]: 'WAL-BK',
      [axisValueColumn(0)]: 'Black',
      'items[].actualWeight': '0.4',
      'items[].hscode': '4202.31',
    },
    { [OPTION]: 'WAL-BR', [axisValueColumn(0)]: 'Brown', 'items[].actualWeight': '0.5' },
  ].map(texts => ({ texts }))
  const [product, black, brown] = entriesOfLines(lines)
  expect(product).toMatchObject({
    code: 'WAL',
    texts: {
      'items[].imageUrl': 'https://x/1.jpg',
      'items[].hscode': '4202.31',
      'items[].actualWeight': '0.4',
    },
  })
  expect(black).toMatchObject({ code: 'WAL-BK', parent: 'WAL', texts: { 'items[].name': 'Wallet Black' } })
  expect(brown?.texts).toEqual({ 'items[].name': 'Wallet Brown', 'items[].actualWeight': '0.5' })
})

test('codes that databases cannot store are left out', () => {
  expect(entriesOfLines([{ texts: { shopProductId: 'A\u0000B', productName: 'x' } }])).toEqual([])
  expect(entriesOfLines([{ texts: { shopProductId: '' } }])).toEqual([])
})
