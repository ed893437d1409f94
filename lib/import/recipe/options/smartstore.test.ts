import { expect, test } from 'vitest'
import { ReadError } from '@/lib/files/book/read-error'
import { importTable } from '@/lib/import/lines/import-table'
import { detectMapping } from '@/lib/import/match/detect-mapping'
import { hiddenColumns } from '@/lib/import/recipe/hidden-columns'
import { axisValueColumn } from '@/lib/sheet/schema/product-rules'
import { bookOf } from '@/testing/import/book-of-rows'
import { OPTION_PRICE, OPTION_STOCK } from './expander'

const headings = [
  '판매자 상품코드',
  '상품명',
  '판매가',
  '옵션형태',
  '옵션명',
  '옵션값',
  '옵션가',
  '옵션 재고수량',
]

function read(...cells: string[]) {
  const book = bookOf([headings, ['W-1', '지갑', '12000', ...cells]])
  const mapping = detectMapping(book, { sheet: 'products' })
  expect(mapping.recipe.options).toBe('smartstore')
  return importTable(book, mapping).lines.map(({ texts }) => texts)
}

test('a blank line among prices is the blank price of its option, and does not shift the others', () => {
  const lines = read('조합형', '색상', '검정\n갈색\n빨강', '0\n\n1000', '1\n2\n3\n')
  expect(lines.map(texts => [texts[OPTION_PRICE], texts[OPTION_STOCK]])).toEqual([
    ['0', '1'],
    ['', '2'],
    ['1000', '3'],
  ])
})

test('with more prices than options all prices stay blank and are marked for review', () => {
  const lines = read('조합형', '색상', '검정\n갈색', '0\n500\n1000', '1\n2')
  expect(lines.map(texts => texts[OPTION_PRICE])).toEqual(['', ''])
  expect(lines[0]?.[hiddenColumns.origins]).toContain('"review":true')
})

test('a cell with thousands of line breaks before a price is read at once', () => {
  const lines = read('조합형', '색상', '검정\n갈색', `${'\n'.repeat(10_000)}500`, '1\n2')
  expect(lines.map(texts => texts[OPTION_PRICE])).toEqual(['', ''])
})

test('axes with too many combinations are rejected with a sentence', () => {
  const values = Array.from({ length: 60 }, (_, i) => i).join(',')
  expect(() => read('단독형', 'a\nb\nc', `${values}\n${values}\n${values}`, '', '')).toThrow(ReadError)
})

test('a value with hundreds of thousands of blanks inside is read at once, and blanks around commas are left out', () => {
  const value = `검${' '.repeat(500_000)}정`
  const lines = read('단독형', '색상', `${value} ,  갈색`, '', '')
  expect(lines.map(texts => Object.values(texts).filter(text => text === value || text === '갈색'))).toEqual([
    [value],
    ['갈색'],
  ])
})

test('a comma behind a comma and a blank ends a blank value, and is in no value', () => {
  const lines = read('조합형', '색상,사이즈,소재', '검정, ,면', '', '')
  expect(lines.map(texts => [0, 1, 2].map(axis => texts[axisValueColumn(axis)]))).toEqual([
    ['검정', '', '면'],
  ])
})
