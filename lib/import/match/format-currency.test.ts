import { expect, test } from 'vitest'
import { importTable } from '@/lib/import/lines/import-table'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import { readBook } from '@/testing/files/reading'
import { row, xlsxOf } from '@/testing/files/xlsx-parts'
import { bookOf } from '@/testing/import/book-of-rows'
import { detectMapping } from './detect-mapping'
import { isSureMapping, unreadColumns } from './unread-columns'

const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`

/** Imports a workbook whose last column has prices, each with the format of its row. */
async function read(
  sheet: SheetId,
  names: readonly string[],
  texts: readonly string[],
  formats: readonly string[],
  price = '12.5',
) {
  const rows = formats.map((_, at) => row(at + 2, ...texts.map(cell), `<c s="${at}"><v>${price}</v></c>`))
  const codes = formats.map(code => code.replaceAll('"', '&quot;'))
  const book = await readBook(
    xlsxOf({ rows: [row(1, ...names.map(cell)), ...rows].join(''), formats: codes }),
  )
  const mapping = detectMapping(book, { sheet })
  const [table] = book.tables
  if (!table) throw new Error('no table')
  const isSure = isSureMapping(mapping, table, unreadColumns(mapping, table))
  const [first] = importTable(book, mapping).lines
  return { by: mapping.by, isSure, texts: first?.texts ?? {} }
}

const names = ['주문번호', '수취인명', '수취인전화번호', '우편번호', '주소', '상품명', '수량', '판매가']
const texts = ['A-1', '김철수', '010-1234-5678', '06236', '서울 강남구 1', '양말', '1']
const coupang = [
  '묶음배송번호',
  '주문번호',
  '수취인이름',
  '수취인전화번호',
  '우편번호',
  '수취인 주소',
  '등록상품명',
  '구매수(수량)',
]
const delivery = ['1', 'A-1', '김철수', '010-1234-5678', '06236', '서울 강남구 1', '양말', '1']

test.each([
  ['[$$-409]#,##0.00', 'USD'],
  ['#,##0"원"', 'KRW'],
  ['"US$"0.00', 'USD'],
  ['[$JPY] #,##0', 'JPY'],
  ['#,##0.00', undefined],
  ['0.0"kg"', undefined],
  // A backslash is the sign of the won on Korean computers, and of the yen on Japanese ones.
  ['"\\"#,##0', undefined],
  ['_-"\\"* #,##0_-;\\-"\\"* #,##0_-;_-"\\"* "-"_-;_-@_-', undefined],
  ['[$\\-412]#,##0', undefined],
  ['[$¥-411]#,##0', 'JPY'],
  ['[$￥-ja-JP]#,##0', 'JPY'],
])('prices with the format %s have the currency %s and keep their number', async (format, currency) => {
  const { by, isSure, texts: line } = await read('orders/japan', names, texts, [format])
  expect([by, isSure, line['items[].price'], line['items[].currency']]).toEqual([
    'guess',
    true,
    '12.5',
    currency,
  ])
})

test('prices in several currencies are asked about', async () => {
  const { isSure } = await read('orders/japan', names, texts, ['[$$-409]0.00', '#,##0"원"'])
  expect(isSure).toBe(false)
})

test('the usual currency of a shop gives way to the formats of its prices; several are asked about', async () => {
  const prices = [...coupang, '옵션판매가(판매단가)']
  const dollars = await read('orders/japan', prices, delivery, ['[$$-409]0.00', '"$"0.00'])
  expect([dollars.by, dollars.isSure, dollars.texts['items[].currency']]).toEqual(['recipe', true, 'USD'])
  const mixed = await read('orders/japan', prices, delivery, ['[$$-409]0.00', '0.00'])
  expect([mixed.isSure, mixed.texts['items[].currency']]).toEqual([false, 'KRW'])
})

test.each([
  ['a backslash', ['"\\"#,##0'], true],
  ['a backslash of the accounting style', ['_-"\\"* #,##0_-;\\-"\\"* #,##0_-;_-"\\"* "-"_-;_-@_-'], true],
  ['the dollar of Australia', ['[$$-C09]#,##0.00'], false],
  ['the dollar of Singapore', ['[$$-4809]#,##0.00'], false],
  ['the yuan', ['[$¥-804]#,##0'], false],
  ['a bare dollar', ['"$"#,##0.00'], false],
  ['a bare yen or yuan', ['"¥"#,##0'], false],
  ['a currency that no order has', ['[$CNY] #,##0'], false],
  ['won, and numbers without a currency', ['#,##0"원"', '#,##0'], true],
])('%s leaves the usual currency of a shop', async (_, formats, isSure) => {
  const found = await read('orders/japan', [...coupang, '옵션판매가(판매단가)'], delivery, formats, '12500')
  expect([found.texts['items[].currency'], found.isSure]).toEqual(['KRW', isSure])
})

test('a sign of another currency is asked about in an unknown file, and sets no currency', async () => {
  const { isSure, texts: line } = await read('orders/japan', names, texts, ['[$$-C09]#,##0.00'])
  expect([isSure, line['items[].currency']]).toEqual([false, undefined])
})

test('a currency that contradicts the heading of its price is asked about', async () => {
  const named = names.with(-1, '판매가(원)')
  const { isSure } = await read('orders/japan', named, texts, ['[$$-409]0.00'])
  expect(isSure).toBe(false)
})

test('numbers without a currency are in won if the others are', async () => {
  const won = ['#,##0"원"', '#,##0']
  const { isSure, texts: line } = await read('orders/japan', names, texts, won)
  expect([isSure, line['items[].currency']]).toEqual([true, 'KRW'])
  const products = await read('products', ['상품코드', '상품명', '판매가'], ['P-1', '양말'], won)
  expect(products.isSure).toBe(true)
})

test('another currency below the first thousand rows is asked about', async () => {
  const formats = [...Array.from({ length: 1100 }, () => '#,##0'), '[$$-409]0.00']
  const { isSure } = await read('orders/japan', [...coupang, '옵션판매가(판매단가)'], delivery, formats)
  expect(isSure).toBe(false)
})

test('prices of products in another currency than won, or with decimals and no currency, are asked about', async () => {
  const isSure = async (format: string) =>
    (await read('products', ['상품코드', '상품명', '판매가'], ['P-1', '양말'], [format])).isSure
  expect([await isSure('#,##0"원"'), await isSure('0.00'), await isSure('"$"0.00')]).toEqual([
    true,
    false,
    false,
  ])
})

/** Imports an export of Coupang with columns beside its own. @param column headings, then texts of rows */
function withColumns(names: readonly string[], ...rows: readonly (readonly string[])[]) {
  const book = bookOf([
    [...coupang, '옵션판매가(판매단가)', ...names],
    ...rows.map(row => [...delivery, '12000', ...row]),
  ])
  const mapping = detectMapping(book, { sheet: 'orders/japan' })
  const [table] = book.tables
  const unread = table ? unreadColumns(mapping, table) : []
  return {
    currencies: importTable(book, mapping).lines.map(({ texts }) => texts['items[].currency']),
    unread: unread.map(({ column }) => mapping.headings[column]),
    isSure: isSureMapping(mapping, table, unread),
  }
}

test.each(['통화', '화폐', '통화코드', '통화 코드', 'Currency', '通貨'])(
  'a column %s has the currency of the prices of a known shop',
  heading => {
    expect(withColumns([heading], ['USD'], [''])).toEqual({
      currencies: ['USD', 'KRW'],
      unread: [],
      isSure: true,
    })
  },
)

test.each(['결제통화', '결제 통화', '정산통화', '통화(결제)', 'Payment currency', '決済通貨'])(
  'a foreign currency in a column %s leaves the usual currency and is asked about',
  heading => {
    expect(withColumns([heading], ['KRW'], ['USD'])).toEqual({
      currencies: ['KRW', 'KRW'],
      unread: [heading],
      isSure: false,
    })
    expect(withColumns([heading], ['KRW'], ['원'])).toMatchObject({ unread: [], isSure: true })
  },
)

test('another kind of currency is not asked about beside the currency of prices, nor is the time of a call', () => {
  expect(withColumns(['결제통화', '통화'], ['USD', 'KRW'])).toMatchObject({
    currencies: ['KRW'],
    isSure: true,
  })
  expect(withColumns(['통화 가능 시간'], ['오전'])).toMatchObject({ currencies: ['KRW'], isSure: true })
})
