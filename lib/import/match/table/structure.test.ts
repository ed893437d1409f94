import { expect, test } from 'vitest'
import { importTable } from '@/lib/import/lines/import-table'
import { detectMapping } from '@/lib/import/match/detect-mapping'
import { bookOf } from '@/testing/import/book-of-rows'

const NUMBER = 'orderInfo.mallOrderNumber'

const read = (rows: readonly (readonly string[])[]) => {
  const book = bookOf(rows)
  return importTable(book, detectMapping(book, { sheet: 'orders/japan' }), 'f')
}

const headings = ['주문번호', '수취인', '우편번호', '주소', '상품명', '수량', '판매가']
const first = ['N-1', '山田太郎', '150-0041', '東京都渋谷区神南1-2-3', '양말', '2', '12,000원']
const second = ['N-2', '佐藤花子', '060-0001', '北海道札幌市中央区北1条西2', '모자', '1', '9,000원']

test('subtotals and remarks between the orders are not imported, and their rows are reported', () => {
  const { lines, leftOut } = read([
    headings,
    first,
    ['소계', '', '', '', '', '2', '12,000원'],
    ['※ 아래는 3월 2일 주문입니다'],
    second,
    ['N-2 요약', '', '', '', '', '1', '9000'],
    ['총합계', '', '', '', '', '3', '21,000원'],
    ['※ 참고용입니다'],
  ])
  expect(lines.map(({ texts, row }) => [texts[NUMBER], row])).toEqual([
    ['N-1', 2],
    ['N-2', 5],
  ])
  expect(leftOut).toEqual([
    { row: 3, why: 'total' },
    { row: 4, why: 'notice' },
    { row: 6, why: 'total' },
    { row: 7, why: 'total' },
    { row: 8, why: 'notice' },
  ])
})

test('headings that are repeated between the orders, as in concatenated files, are not imported', () => {
  const again = [`\ufeff${headings[0]}`, ...headings.slice(1)]
  const { lines, leftOut } = read([headings, first, again, second])
  expect(lines.map(({ texts }) => texts[NUMBER])).toEqual(['N-1', 'N-2'])
  expect(leftOut).toEqual([{ row: 3, why: 'notice' }])
})

test.each(['총 3건', '총 주문 1,200건', '計 3件', '全３件', 'Total: 3 orders'])(
  'the count %s below the orders is a total',
  count => {
    const { lines, leftOut } = read([headings, first, second, [count]])
    expect(lines).toHaveLength(2)
    expect(leftOut).toEqual([{ row: 4, why: 'total' }])
  },
)

test.each(['총3-1', '全3件-7', '計A3'])('%s is the number of an order', number => {
  expect(read([headings, first, [number, ...second.slice(1)]]).lines).toHaveLength(2)
})

test('remarks in a column that is not imported are no items of the order above, and their rows are reported', () => {
  const { lines, leftOut } = read([
    ['Record', ...headings],
    ['1', ...first],
    ['', '', '', '', '', '모자', '1', '9,000원'],
    ['1 record(s) downloaded'],
    ['Seller: myshop'],
  ])
  expect(lines.map(({ texts, row }) => [texts['items[].name'], row])).toEqual([
    ['양말', 2],
    ['모자', 3],
  ])
  expect(leftOut).toEqual([
    { row: 4, why: 'notice' },
    { row: 5, why: 'notice' },
  ])
})

test('only totals are left out: not an order with a name, nor one after another number', () => {
  const { lines } = read([
    headings,
    ['합계', ...first.slice(1)],
    ['N-9', '', '', '', '', '1', '9000'],
    ['N-7 Total', '', '', '', '', '1', '9000'],
  ])
  expect(lines.map(({ texts }) => texts[NUMBER])).toEqual(['합계', 'N-9', 'N-7 Total'])
})

test('with headings in two rows the lower row is read, and repeated headings get the group above as a prefix', () => {
  const groups = ['주문번호', '받는사람', '받는사람', '받는사람', '상품', '상품', '상품']
  const inMerged = [groups, ['주문번호', '이름', '우편번호', '주소', '이름', '수량', '단가'], first, second]
  const inBlanks = inMerged.with(0, ['', '받는사람', '', '', '상품', '', ''])
  // In a CSV file a name that was merged over both rows is only in the upper row.
  const inUpper = inMerged.with(1, ['', ...(inMerged[1] ?? []).slice(1)])
  for (const rows of [inMerged, inBlanks, inUpper]) {
    const book = bookOf(rows)
    const mapping = detectMapping(book, { sheet: 'orders/japan' })
    expect(mapping.headings).toEqual([
      '주문번호',
      '받는사람 이름',
      '우편번호',
      '주소',
      '상품 이름',
      '수량',
      '단가',
    ])
    expect(importTable(book, mapping, 'f').lines.map(({ texts }) => texts)).toMatchObject([
      { [NUMBER]: 'N-1', 'recipient.name': '山田太郎', 'items[].name': '양말' },
      { [NUMBER]: 'N-2', 'recipient.name': '佐藤花子', 'items[].name': '모자' },
    ])
  }
})

test('a title above headings is not a group, and blank cells behind the headings are not columns', () => {
  const twice = [
    ['3월 주문'],
    ['주문번호', '주소', '주소', '수량', '', ''],
    ['N-1', '東京都', '渋谷区', '1', '', ''],
  ]
  const { headings: named } = detectMapping(bookOf(twice), { sheet: 'orders/japan' })
  expect(named).toEqual(['주문번호', '주소', '주소 (2)', '수량'])
})
