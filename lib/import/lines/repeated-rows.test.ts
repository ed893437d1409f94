import { expect, test } from 'vitest'
import { detectMapping } from '@/lib/import/match/detect-mapping'
import { bookOf } from '@/testing/import/book-of-rows'
import { sampleOf } from '@/testing/import/samples/all'
import { type ImportSelection, importSlices } from './import-table'

const headings = ['주문번호', '주문상태', '수취인', '우편번호', '주소', '상품명', '옵션', '수량', '판매가']
const order = (number: string, item: string, option = '', status = '결제완료') => [
  ...[number, status, '山田太郎', '150-0041', '東京都渋谷区神南1-2-3', item, option, '1', '12000'],
]

function read(rows: readonly (readonly string[])[], selection: ImportSelection = {}) {
  const book = bookOf(rows)
  const slices = importSlices(book, detectMapping(book, { sheet: 'orders/japan' }), selection)
  const imported: number[] = []
  for (;;) {
    const next = slices.next()
    if (next.done) return { rows: imported, skipped: next.value.skipped }
    imported.push(...next.value.map(({ row }) => row))
  }
}

const once = [headings, order('N-1', '양말'), order('N-1', '모자'), order('N-2', '컵')]
const twice = [...once, ...once.slice(1)]

test('an export that was appended to itself gives each item once, and its second rows are skipped', () => {
  const { rows, skipped } = read(twice)
  expect(rows).toEqual([2, 3, 4])
  expect(skipped).toEqual([
    { means: 'repeated', number: 'N-1', isWhole: false, table: 0, rows: [5, 6] },
    { means: 'repeated', number: 'N-2', isWhole: false, table: 0, rows: [7] },
  ])
})

test('equal items become lines where the operator keeps them, all or some', () => {
  expect(read(twice, { keepsRepeated: true })).toEqual({ rows: [2, 3, 5, 6, 4, 7], skipped: [] })
  expect(read(twice, { includedRows: new Set(['0:7']) }).rows).toEqual([2, 3, 4, 7])
  expect(read(twice, { only: 'repeated' }).rows).toEqual([5, 6, 7])
  expect(read(twice, { only: 'cancelled' }).rows).toEqual([])
})

test('rows that differ in any cell are items, and so are equal rows of two orders', () => {
  const rows = [
    headings,
    order('N-1', '양말', '흰색'),
    order('N-1', '양말', '검정'),
    order('N-2', '양말', '흰색'),
  ]
  expect(read(rows)).toEqual({ rows: [2, 3, 4], skipped: [] })
})

test('an order of many rows that was appended gives each of them once', () => {
  const many = Array.from({ length: 12 }, (_, at) => order('N-1', `양말 ${at}`))
  expect(read([headings, ...many, ...many]).rows).toEqual(many.map((_, at) => at + 2))
})

test('rows that differ only in a column that counts the rows are repeated; any other number makes them items', () => {
  const numbered = (numbers: readonly string[]) =>
    twice.map((row, at) => [at === 0 ? '번호' : (numbers[at - 1] ?? ''), ...row])
  expect(read(numbered(['1', '2', '3', '4', '5', '6'])).rows).toEqual([2, 3, 4])
  expect(read(numbered(['1', '2', '3', '4', '5', '7'])).rows).toEqual([2, 3, 5, 6, 4, 7])
  expect(read(numbered(['71', '72', '73', '74', '75', '76'])).rows).toEqual([2, 3, 5, 6, 4, 7])
})

test('a cancelled order whose rows occur twice is cancelled as a whole, and included once', () => {
  const rows = [headings, order('N-1', '양말', '', '취소완료'), order('N-2', '컵')]
  const { rows: imported, skipped } = read([...rows, ...rows.slice(1)])
  expect(imported).toEqual([3])
  expect(skipped.map(({ means, isWhole, rows: of }) => [means, isWhole, of])).toEqual([
    ['cancelled', true, [2]],
    ['repeated', false, [4]],
    ['repeated', false, [5]],
  ])
  expect(read([...rows, ...rows.slice(1)], { only: 'cancelled' }).rows).toEqual([2])
})

test.each([
  'shopify-orders',
  'qoo10-orders',
  'smartstore-orders',
  'coupang-orders',
  'rakuten-orders',
  'cafe24-orders',
])('rows of a known export that were pasted below it are skipped (%s)', shop => {
  const { rows } = sampleOf(shop)
  const first = rows.findIndex(row => row.length > 3) + 1
  const before = read(rows)
  const appended = read([...rows, ...rows.slice(first)])
  expect(appended.rows).toEqual(before.rows)
  const again = appended.skipped.filter(({ means }) => means === 'repeated')
  expect(again.flatMap(one => one.rows).length).toBeGreaterThanOrEqual(before.rows.length)
})
