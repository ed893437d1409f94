import { expect, test } from 'vitest'
import { noteKey } from '@/lib/files/book/book'
import { importSimilarTables, otherTables, similarTables } from '@/lib/import/lines/similar-tables'
import { detectMapping } from '@/lib/import/match/detect-mapping'
import { isKnownHeading } from '@/lib/import/match/known-headings'
import { bookOf } from '@/testing/import/book-of-rows'
import { coupangOrdersSample } from '@/testing/import/samples/orders/coupang'
import { smartstoreOrdersSample } from '@/testing/import/samples/orders/smartstore'
import { splitReports } from './split-reports'

const sheet = 'orders/japan'

/** Reads a file as the reader does. */
function read(rows: readonly (readonly string[])[]) {
  const book = splitReports(bookOf(rows), heading => isKnownHeading(heading, sheet))
  const mapping = detectMapping(book, { sheet })
  const tables = similarTables(book, mapping, false)
  const { lines } = importSimilarTables(book, mapping, 'f', false)
  return { book, mapping, lines, others: otherTables(book, tables, { sheet }) }
}

const headings = ['주문번호', '수취인', '연락처', '우편번호', '주소', '상품명', '수량', '판매가']
const first = ['N-1', '山田太郎', '090-1111-2222', '150-0041', '東京都渋谷区神南1-2-3', '양말', '2', '12000']
const second = [
  'N-2',
  '佐藤花子',
  '080-3333-4444',
  '060-0001',
  '北海道札幌市中央区北1条西2',
  '모자',
  '1',
  '9000',
]
/** The same columns in another order: the postal code before the telephone number. */
const moved = (row: readonly string[]) => row.toSpliced(2, 2, row[3] ?? '', row[2] ?? '')

test('rows below the same headings in another order keep their columns', () => {
  const { lines, others } = read([headings, first, moved(headings), moved(second)])
  expect(lines.map(({ texts }) => [texts['recipient.contact'], texts['recipient.zipCode']])).toEqual([
    ['090-1111-2222', '150-0041'],
    ['080-3333-4444', '060-0001'],
  ])
  expect(lines.map(({ row }) => row)).toEqual([2, 4])
  expect(others).toEqual([])
})

test('the export of another shop below the first one is a table of its own, which the operator can import', () => {
  const rows = [...smartstoreOrdersSample.rows, [], ['쿠팡 주문'], ...coupangOrdersSample.rows]
  const { book, mapping, others } = read(rows)
  expect(book.tables).toHaveLength(2)
  expect([mapping, ...others].map(({ recipe }) => recipe.id).toSorted()).toEqual([
    'coupang-orders',
    'smartstore-orders',
  ])
  const [smartstore, coupang] = book.tables
  expect(smartstore?.rows.length).toBe(smartstoreOrdersSample.rows.length)
  expect(coupang?.numbers[0]).toBe(smartstoreOrdersSample.rows.length + 2)
})

test('notes on cells, and cells with faulty characters, stay with their report', () => {
  const rows = [...smartstoreOrdersSample.rows, ...coupangOrdersSample.rows]
  const last = rows.length
  const notes = new Map([noteKey(1, 0), noteKey(last - 1, 2)].map(key => [key, { kind: 'merged' } as const]))
  const { tables, ...book } = bookOf(rows, { notes })
  const nuls = { count: 2, first: [2, last].map(row => ({ row, column: 1 })) }
  const counted = { ...book, tables: tables.map(table => ({ ...table, nuls, unsolved: nuls })) }
  const [smartstore, coupang] = splitReports(counted, heading => isKnownHeading(heading, sheet)).tables
  expect([...(smartstore?.notes.keys() ?? [])]).toEqual([noteKey(1, 0)])
  expect([...(coupang?.notes.keys() ?? [])]).toEqual([noteKey(coupangOrdersSample.rows.length - 1, 2)])
  const first = { count: 1, first: [{ row: 2, column: 1 }] }
  const second = { count: 1, first: [{ row: last, column: 1 }] }
  expect([smartstore?.nuls, smartstore?.unsolved]).toEqual([first, first])
  expect([coupang?.nuls, coupang?.unsolved]).toEqual([second, second])
})

test('the first export again below another one is imported with the first one', () => {
  const other = ['주문번호', '받는분', '전화번호', '주소', '상품명', '수량']
  const { lines, others } = read([
    headings,
    first,
    other,
    ['B-1', '鈴木', '070-5555-6666', '東京都渋谷区神南1-2-3', '양말', '1'],
    headings,
    second,
  ])
  expect(lines.map(({ texts }) => texts['orderInfo.mallOrderNumber'])).toEqual(['N-1', 'N-2'])
  expect(others).toHaveLength(1)
})

test('headings that repeat, also with those in another language below them, divide no table', () => {
  const english = ['Order number', 'Recipient', 'Phone', 'Zip', 'Address', 'Product', 'Quantity', 'Price']
  expect(read([headings, first, headings, second]).book.tables).toHaveLength(1)
  expect(read([headings, english, first, headings, english, second]).book.tables).toHaveLength(1)
})

test('the other sheets of a workbook keep their positions, which stored lines name', () => {
  const named = (name: string, rows: readonly (readonly string[])[]) =>
    bookOf(rows).tables.map(table => ({ ...table, name }))
  const sheets = [
    ...named('A', [headings, first, moved(headings), moved(second)]),
    ...named('B', [headings, first]),
  ]
  const { tables } = splitReports({ ...bookOf([]), tables: sheets }, text => isKnownHeading(text, sheet))
  expect(tables.map(({ name, rows }) => [name, rows.length])).toEqual([
    ['A', 2],
    ['B', 2],
    ['A (2)', 2],
  ])
})
