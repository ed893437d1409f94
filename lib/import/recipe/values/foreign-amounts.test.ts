import { expect, test } from 'vitest'
import { importTable } from '@/lib/import/lines/import-table'
import { detectMapping } from '@/lib/import/match/detect-mapping'
import { bookOf } from '@/testing/import/book-of-rows'
import { sampleOf } from '@/testing/import/samples/all'

const [headings = [], first = []] = sampleOf('esm-orders').rows

/** The prices and currencies of orders of ESM PLUS, which has totals, and perhaps unit prices, with these texts by heading. */
function read(rows: readonly Readonly<Record<string, string>>[]) {
  const names = rows.some(row => '판매단가' in row) ? [...headings, '판매단가'] : headings
  const book = bookOf([
    names,
    ...rows.map((row, at) =>
      names.map((name, column) =>
        name === '주문번호*' ? `N-${at}` : (row[name] ?? (name === '판매단가' ? '' : (first[column] ?? ''))),
      ),
    ),
  ])
  return importTable(book, detectMapping(book, { sheet: 'orders/japan' })).lines.map(({ texts }) => [
    texts['items[].price'] ?? '',
    texts['items[].currency'] ?? '',
  ])
}

const total = (text: string, quantity = '2') => ({ 판매금액: text, 수량: quantity })

test('a total in another currency is divided in its own', () => {
  expect(read([total('24,000'), total('US$ 24.00'), total('3,28 €'), total('₩24,000')])).toEqual([
    ['12000', 'KRW'],
    ['12', 'USD'],
    ['1.64', 'EUR'],
    ['12000', 'KRW'],
  ])
})

test('a total in another currency is not divided far below, where no row gets its own currency', () => {
  const many = Array.from({ length: 1000 }, () => total('24,000'))
  expect(read([...many, total('US$ 24.00'), total('$24.00'), total('₩24,000')]).slice(1000)).toEqual([
    ['', 'KRW'],
    ['', 'KRW'],
    ['12000', 'KRW'],
  ])
})

test('nor is one that only takes the place of a missing unit price', () => {
  expect(read([{ ...total('24,000'), 판매단가: '12,000' }, total('US$ 24.00'), total('24,000원')])).toEqual([
    ['12,000', 'KRW'],
    ['', 'KRW'],
    ['12000', 'KRW'],
  ])
})
