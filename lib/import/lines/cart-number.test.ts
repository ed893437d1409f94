import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { detectMapping } from '@/lib/import/match/detect-mapping'
import { setGroup } from '@/lib/import/match/edit-mapping'
import { hiddenColumns } from '@/lib/import/recipe/hidden-columns'
import type { Recipe } from '@/lib/import/recipe/recipe'
import { bookOf } from '@/testing/import/book-of-rows'
import { sampleOf } from '@/testing/import/samples/all'
import {
  qoo10EnglishSample,
  qoo10KoreanSample,
  qoo10OrdersSample,
} from '@/testing/import/samples/orders/qoo10'
import { readSample } from '@/testing/import/samples/read-sample'
import { importTable } from './import-table'

const NUMBER = 'orderInfo.mallOrderNumber'

/** Headings of one Qoo10 export in Korean and English, by the Japanese one. Others keep their Japanese heading. */
const languages: readonly Readonly<Record<string, string>>[] = [
  {},
  {
    配送状態: '배송상태',
    注文番号: '주문번호',
    カート番号: '장바구니번호',
    商品番号: '상품번호',
    商品名: '상품명',
    数量: '수량',
    受取人名: '수취인명',
    受取人電話番号: '수취인전화번호',
    受取人携帯電話番号: '수취인핸드폰번호',
    住所: '주소',
    郵便番号: '우편번호',
    国家: '국가',
    通貨: '통화',
    販売価格: '판매가격',
    販売者商品コード: '판매자상품코드',
    素材: '소재',
  },
  {
    配送状態: 'Shipping status',
    注文番号: 'Order no.',
    カート番号: 'Cart no.',
    商品番号: 'Item code',
    商品名: 'Item',
    数量: 'Qty.',
    受取人名: 'Recipient',
    受取人電話番号: 'Recipient Phone number',
    受取人携帯電話番号: 'Recipient mobile Phone number',
    住所: 'Address',
    郵便番号: 'Postal code',
    国家: 'Nation',
    通貨: 'Currency',
    販売価格: 'Sell price',
    販売者商品コード: 'Seller code',
    素材: 'Material',
  },
]

const { rows } = sampleOf('qoo10-orders')
const [headings = [], ...parcels] = rows

/** Lines of the made-up export by item. */
function read(translated: readonly string[], some = parcels) {
  const book = bookOf([translated, ...some])
  const mapping = detectMapping(book, { sheet: 'orders/japan' })
  const { lines } = importTable(book, mapping)
  return { mapping, texts: lines.map(({ texts }) => texts) }
}

test('Qoo10 exports in Japanese, Korean and English give every item the same cart number', () => {
  const [japanese, ...others] = languages.map(words =>
    read(headings.map(heading => words[heading] ?? heading)),
  )
  expect(japanese?.texts.map(texts => texts[NUMBER])).toEqual(['88120034', '88120034', '88120035'])
  for (const { mapping, texts } of others) {
    expect(mapping.recipe.id).toBe('qoo10-orders')
    expect(texts.map(({ [hiddenColumns.origins]: _, ...visible }) => visible)).toEqual(
      japanese?.texts.map(({ [hiddenColumns.origins]: _, ...visible }) => visible),
    )
  }
})

test('the whole Korean and English exports give the texts of the Japanese one, and the same numbers', () => {
  const [japanese = [], ...others] = [qoo10OrdersSample, qoo10KoreanSample, qoo10EnglishSample].map(sample =>
    readSample(sample, 'orders/japan').lines.map(
      ({ texts: { [hiddenColumns.origins]: _, ...visible } }) => visible,
    ),
  )
  expect(japanese.map(line => line[NUMBER])).toEqual(['88120034', '88120034', '88120035'])
  for (const lines of others) expect(lines).toEqual(japanese)
})

test('a cart with a single order has the cart number, regardless of the rest of the file', () => {
  const columns = headings.map((_, at) => at)
  fc.assert(
    fc.property(
      fc.constantFrom(...languages),
      fc.shuffledSubarray(columns, { minLength: columns.length }),
      fc.shuffledSubarray([...parcels], { minLength: 1 }),
      // Columns that many exports lack; the remaining columns are read or asked about.
      fc.subarray(['郵便番号', '受取人電話番号', '販売者商品コード', '国家', '販売価格']),
      (words, order, some, gone) => {
        const kept = order.filter(at => !gone.includes(headings[at] ?? ''))
        const pick = (row: readonly string[]) => kept.map(at => row[at] ?? '')
        const { mapping, texts } = read(
          pick(headings).map(heading => words[heading] ?? heading),
          some.map(pick),
        )
        const item = headings.indexOf('商品名')
        const cart = headings.indexOf('カート番号')
        const known = new Map(parcels.map(row => [row[item], row[cart]]))
        expect(texts).toHaveLength(some.length)
        for (const line of texts)
          expect([mapping.by, line[NUMBER]]).toEqual([mapping.by, known.get(line['items[].name'])])
      },
    ),
    { numRuns: 40 },
  )
})

test.each(['장바구니번호', 'カート番号', 'Cart no.', 'Cart ID', '장바구니 번호(결제번호)'])(
  'in an unknown shop %s is the number of the parcel, and the order number is kept',
  cart => {
    const { mapping, texts } = read(
      ['주문번호', cart, '받는사람', '물건'],
      [
        ['1', 'C-1', '山田', '양말'],
        ['2', 'C-2', '鈴木', '모자'],
      ],
    )
    expect(mapping.recipe.group).toEqual([cart])
    expect(texts.map(line => [line[NUMBER], line[hiddenColumns.number]])).toEqual([
      ['C-1', '1'],
      ['C-2', '2'],
    ])
  },
)

test('grouping by the cart gives the order the cart’s number, and ungrouping restores it', () => {
  const plain: Recipe = {
    id: 'mapped',
    name: '',
    sheets: ['orders/japan'],
    known: [],
    fields: { [NUMBER]: { take: ['주문번호'] } },
  }
  const byCart = setGroup(plain, '장바구니번호')
  expect(byCart).toMatchObject({
    group: ['장바구니번호'],
    fields: { [NUMBER]: { take: ['장바구니번호'] }, [hiddenColumns.number]: { take: ['주문번호'] } },
  })
  expect(setGroup(byCart, undefined)).toEqual(plain)
  expect(setGroup(byCart, '묶음번호')).toEqual({ ...plain, group: ['묶음번호'] })
  expect(setGroup(setGroup(byCart, 'カート番号'), undefined)).toEqual(plain)
})
