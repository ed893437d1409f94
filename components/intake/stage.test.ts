import { expect, test } from 'vitest'
import { archiveOf } from '@/lib/intake/fixtures/zip'
import type { SheetId } from '@/lib/sheet/sheets'
import { Reader } from './reader'
import { questionOf } from './stage'

const bytesOf = (rows: readonly (readonly string[])[]) =>
  new TextEncoder().encode(rows.map(row => row.join(',')).join('\r\n'))

/** What is asked of a file that is dropped on a sheet; undefined: it opens at once. */
async function asked(name: string, bytes: Uint8Array, sheet: SheetId = 'orders/japan') {
  const reader = new Reader({ id: 'F', name, bytes, sheet, remembered: [] })
  const reading = await reader.read({})
  if (!reading.ok || !('outline' in reading)) throw new Error(name)
  const open = {
    count: async () => {
      const counts = await reader.count()
      if (!counts) throw new Error(name)
      return counts
    },
    excerpt: async () => {
      const excerpt = reader.excerpt()
      if (!excerpt) throw new Error(name)
      return excerpt
    },
  }
  return questionOf(reading.outline, {}, sheet, { file: new File([], name), open })
}

const orders = [
  [
    '注文番号',
    'お届け先氏名',
    '電話番号',
    '郵便番号',
    '都道府県',
    '市区町村',
    '住所',
    '商品名',
    '数量',
    '単価',
  ],
  ['Q1', '山田太郎', '090-1234-5678', '150-0041', '東京都', '渋谷区', '神南1-2-3', '靴下', '2', '1200'],
]
const products = [
  ['상품코드', '상품명', '판매가', '재고', '대표이미지'],
  ['P-1', '양말', '9000', '5', 'https://x.example/1.jpg'],
]
const notes = [['読んでください'], ['お問い合わせ: 03-0000-0000']]

test('a file of headings alone is told as that, and nothing of it is brought in', async () => {
  expect(await asked('orders.csv', bytesOf(orders.slice(0, 1)))).toMatchObject({
    at: 'trouble',
    trouble: { code: 'no_rows' },
  })
  expect(await asked('orders.csv', bytesOf(orders))).toBeUndefined()
})

test('of several tables one is asked for only where more than one could be meant', async () => {
  expect(await asked('one.zip', archiveOf({ 'readme.csv': notes, 'orders.csv': orders }))).toBeUndefined()
  const others = orders.map((row, at) => [...row, at === 0 ? '備考' : ''])
  expect(await asked('two.zip', archiveOf({ 'a.csv': orders, 'b.csv': others }))).toMatchObject({
    at: 'choosing',
  })
  expect(
    await asked('none.zip', archiveOf({ 'a.csv': notes, 'b.csv': [['x', 'y'], ...notes] })),
  ).toMatchObject({
    at: 'choosing',
  })
})

test('a file of products that is dropped on orders is sent to the products, and one of orders the other way', async () => {
  expect(await asked('goods.csv', bytesOf(products))).toMatchObject({
    at: 'elsewhere',
    outline: { understood: { sheet: 'products', by: 'guess' } },
  })
  expect(await asked('orders.csv', bytesOf(orders), 'products')).toMatchObject({
    at: 'elsewhere',
    outline: { understood: { sheet: 'orders/japan' } },
  })
  // Goods without anybody's name may be the items of an order whose number stands elsewhere.
  const items = [['상품명', '수량'], ...products.slice(1).map(([, name = '']) => [name, '1'])]
  expect(await asked('items.csv', bytesOf(items))).toMatchObject({ at: 'mapping' })
})
