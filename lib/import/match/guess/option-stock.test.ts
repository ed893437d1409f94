import { expect, test } from 'vitest'
import { importTable } from '@/lib/import/lines/import-table'
import { detectMapping } from '@/lib/import/match/detect-mapping'
import { bookOf } from '@/testing/import/book-of-rows'

const OPTION = 'productOptionGroup[].productOption[]'
const headings = '商品ID|商品名|販売価格|在庫数|オプション1名称|オプション1|オプション2名称|オプション2'

/** The stocks of a product file: of the product, and of the option, by line. */
function stocksOf(...rows: readonly string[]) {
  const book = bookOf([headings, ...rows].map(row => row.split('|')))
  const mapping = detectMapping(book, { sheet: 'products' })
  const { lines } = importTable(book, mapping, 'f')
  return lines.map(({ texts }) => [texts.stockQuantity ?? '', texts[`${OPTION}.stockQuantity`] ?? ''])
}

const red = 'P-1|ワンピース|12800|3|カラー|赤|サイズ|M'
const blue = 'P-1|ワンピース|12800|2|カラー|青|サイズ|M'

test('the stock beside each option is the option’s, not a contradiction of the first row', () => {
  expect(stocksOf(red, blue)).toEqual([
    ['', '3'],
    ['', '2'],
  ])
  // A product's own number may be left out below its first row.
  expect(stocksOf(red, blue.replace('P-1|ワンピース|12800', '||'))).toEqual([
    ['', '3'],
    ['', '2'],
  ])
  // A total below is not a product without options.
  expect(stocksOf(red, blue, '合計|||5||||')).toEqual([
    ['', '3'],
    ['', '2'],
  ])
})

test('a stock that is the same in all rows of a product, or of a product without options, is the product’s', () => {
  expect(stocksOf(red, blue.replace('|2|', '|3|'))[0]).toEqual(['3', ''])
  expect(stocksOf(red, blue, 'P-2|マグ|1480|350||||').at(-1)).toEqual(['350', ''])
})

test('headings such as オプション1名称 name the axes of options', () => {
  const book = bookOf([headings, red, blue].map(row => row.split('|')))
  const { lines } = importTable(book, detectMapping(book, { sheet: 'products' }), 'f')
  expect(lines[0]?.texts).toMatchObject({
    'productOptionGroup[].productOptionGroupName[0].productOptionGroupName': 'カラー',
    'productOptionGroup[].productOptionGroupName[1].productOptionGroupName': 'サイズ',
    [`${OPTION}.productOptionName[0].productOptionName`]: '赤',
  })
})
