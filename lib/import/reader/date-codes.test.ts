import { expect, test } from 'vitest'
import { detectMapping } from '@/lib/import/match/detect-mapping'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import { bookOf } from '@/testing/import/book-of-rows'
import { dateCodes } from './date-codes'

const headings = ['주문번호', '수취인', '우편번호', '주소', '상품코드', '상품명', '수량']
const order = (code: string, number = 'N-1') => [
  ...[number, '山田太郎', '150-0041', '東京都渋谷区神南1-2-3', code, '양말', '1'],
]

function found(rows: readonly (readonly string[])[], sheet: SheetId = 'orders/japan') {
  const book = bookOf(rows)
  return dateCodes(book, [detectMapping(book, { sheet })])
}

test.each([
  ...[
    '2026-01-02',
    '2026-01-02 00:00:00',
    '2026/1/2',
    '1/2/2026',
    '01월 02일',
    '1월 2일',
    '3월-04',
    '1月2日',
  ],
  ...['2-Jan', '02-Jan', 'Jan-02', 'Mar-99', '2-Jan-26', ' 2-Jan '],
])('the code of an item that a spreadsheet made a day is found: %s', code => {
  expect(found([headings, order('A-1'), order(code)])).toEqual({ count: 1, first: [{ row: 3, column: 4 }] })
})

test.each(['1-2', '2026-13-02', '20260102', 'JAN-A2', '2026-01-02-RED', '13월-04', '3-4월', 'may-1', ''])(
  'a code such as %s is none',
  code => {
    expect(found([headings, order(code)])).toBeUndefined()
  },
)

test('numbers of orders with a day, days in columns that are not imported and rows that are no orders do not count', () => {
  expect(found([headings, order('A-1', '2026-01-02')])).toBeUndefined()
  const paid = [...headings, '결제일']
  expect(found([paid, [...order('A-1'), '2026-01-02']])).toBeUndefined()
  expect(found([headings, order('A-1'), ['합계', '', '', '', '2026-01-02', '', '3']])).toBeUndefined()
})

test('codes of products count, too', () => {
  const product = ['상품코드', '상품명', '판매가', '브랜드', '대표이미지']
  const rows = [product, ['2026-01-02', '지갑', '9900', '한빛', 'https://example.com/a.jpg']]
  expect(found(rows, 'products')?.count).toBe(1)
})
