import { describe, expect, test } from 'vitest'
import type { Book, Table } from '@/lib/files/book/book'
import { isFeeName } from '@/lib/import/lines/classified-rows'
import { importTable } from '@/lib/import/lines/import-table'
import { detectMapping } from '@/lib/import/match/detect-mapping'
import { isSureMapping, unreadColumns } from '@/lib/import/match/unread-columns'
import { guessRecipe } from './guess'
import { readHeading } from './read-heading'

const PRICE = 'items[].price'
const base = ['注文番号', 'お届け先氏名', '電話番号', '郵便番号', '都道府県', '市区町村', '住所', '商品名']
const order = (number: string, item = '靴下') => [
  number,
  '山田太郎',
  '090-1234-5678',
  '150-0041',
  '東京都',
  '渋谷区',
  '神南1-2-3',
  item,
]

function tableOf(headings: readonly string[], ...rows: readonly (readonly string[])[]): Table {
  const all = [[...base, ...headings], ...rows]
  return { name: '', isHidden: false, rows: all, numbers: all.map((_, at) => at + 1), notes: new Map() }
}
const bookOf = (table: Table): Book => ({ name: 'x.csv', size: 1, kind: 'text', tables: [table] })
function read(table: Table) {
  const mapping = detectMapping(bookOf(table), { sheet: 'orders/japan' })
  const sure = isSureMapping(mapping, table, unreadColumns(mapping, table))
  const { lines, leftOut } = importTable(bookOf(table), mapping, 'f')
  return { sure, leftOut, prices: lines.map(({ texts }) => texts[PRICE]), lines }
}

describe('a row’s total is not a unit price', () => {
  test.each([
    '価格(合計)',
    '販売価格（総額）',
    'Price (total)',
    'Sale price [sum]',
    '판매가(합계)',
    '상품가격(총액)',
    '単価（計）',
  ])('under %s', heading => {
    expect(readHeading(heading, 'orders/japan')?.column).toBeUndefined()
    const { sure } = read(tableOf(['数量', heading], [...order('A1'), '2', '2400']))
    expect(sure).toBe(false)
  })

  test('another column that gives the total times the quantity in every row is proposed, and the operator is asked', () => {
    const table = tableOf(
      ['数量', '価格', '一つあたり'],
      [...order('A1'), '2', '2,400', '1,200'],
      [...order('A2'), '1', '900', '900'],
    )
    expect(read(table)).toMatchObject({ sure: false, prices: ['1,200', '900'] })
    expect(guessRecipe(table, 0, 'orders/japan').reasons[PRICE]?.kind).toBe('values')
  })

  test('of two price columns the smaller one is the unit price', () => {
    const table = tableOf(['価格', '販売価格', '数量'], [...order('A1'), '2400', '1200', '2'])
    expect(read(table).prices).toEqual(['1200'])
    const turned = tableOf(['販売価格', '価格', '数量'], [...order('A1'), '1200', '2400', '2'])
    expect(read(turned).prices).toEqual(['1200'])
  })

  test('no other column is proposed if every quantity is one, or if one row differs', () => {
    const single = tableOf(['数量', '価格', '小売'], [...order('A1'), '1', '900', '900'])
    expect(read(single).prices).toEqual(['900'])
    const other = tableOf(
      ['数量', '価格', '原価参考'],
      [...order('A1'), '2', '2400', '1200'],
      [...order('A2'), '1', '900', '400'],
    )
    expect(read(other).prices).toEqual(['2400', '900'])
  })
})

describe('rows of fees', () => {
  test.each(['送料', '代引き手数料', '(割引)', 'ポイント', '배송비', 'Shipping fee', 'ＴＡＸ'])(
    '%s is not an item',
    name => {
      expect(isFeeName(name)).toBe(true)
    },
  )

  test.each(['送料無料の靴下', '税込み福袋', 'ポイントカード', 'Shipping box', '할인 양말', ''])(
    '%s may be an item',
    name => {
      expect(isFeeName(name)).toBe(false)
    },
  )

  const headings = ['商品コード', '数量', '単価', '明細区分']
  const table = tableOf(
    headings,
    [...order('A1'), 'S-1', '2', '1200', '商品'],
    [...order('A1', '送料'), '', '1', '500', '送料'],
    [...order('A1', '手数料'), '', '1', '300', '手数料'],
    [...order('A2', '送料'), 'SHIP-BOX', '1', '100', '商品'],
  )

  test('are left out and reported by their rows; a row with a product code is imported', () => {
    const { lines, leftOut } = read(table)
    expect(lines.map(({ texts }) => texts['items[].name'])).toEqual(['靴下', '送料'])
    expect(leftOut).toEqual([
      { row: 3, why: 'fee' },
      { row: 4, why: 'fee' },
    ])
  })

  test('are lines if a file is compared with the sheet', () => {
    const mapping = detectMapping(bookOf(table), { sheet: 'orders/japan' })
    expect(importTable(bookOf(table), { ...mapping, isCompared: true }, 'f').lines).toHaveLength(4)
  })
})
