import { expect, test } from 'vitest'
import { importBook } from './import-book'
import { hidden } from './imported'
import { OPTION_PRICE, OPTION_STOCK } from './option-puts'
import { bookOf } from './sample-book'
import { understand } from './understand'
import { Unreadable } from './unreadable'

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
  const understood = understand(book, { sheet: 'products' })
  expect(understood.recipe.options).toBe('smartstore')
  return importBook(book, understood).lines.map(({ texts }) => texts)
}

test('a blank line among prices is the blank price of its option, and moves no other', () => {
  const lines = read('조합형', '색상', '검정\n갈색\n빨강', '0\n\n1000', '1\n2\n3\n')
  expect(lines.map(texts => [texts[OPTION_PRICE], texts[OPTION_STOCK]])).toEqual([
    ['0', '1'],
    ['', '2'],
    ['1000', '3'],
  ])
})

test('where there are more prices than options, none is given to the wrong one, and all are to be looked at', () => {
  const lines = read('조합형', '색상', '검정\n갈색', '0\n500\n1000', '1\n2')
  expect(lines.map(texts => texts[OPTION_PRICE])).toEqual(['', ''])
  expect(lines[0]?.[hidden.origins]).toContain('"review":true')
})

test('axes that combine to more options than any product has end in a sentence', () => {
  const values = Array.from({ length: 60 }, (_, i) => i).join(',')
  expect(() => read('단독형', 'a\nb\nc', `${values}\n${values}\n${values}`, '', '')).toThrow(Unreadable)
})
