import { expect, test } from 'vitest'
import { placePasted } from './pasted-items'

const items = [{ code: 'W-1' }, { code: 'W-2' }, { code: '' }]
const place = (block: readonly (readonly string[])[], item = 0, column = 0) =>
  placePasted(block, items, 3, { item, column }).map(cell => [cell.item, cell.column, cell.text])

test('a block with item codes is placed by them, in any order, with its own heading left out', () => {
  const block = [
    ['SKU', 'weight', 'origin'],
    ['W-2 ', '0.3', 'KR'],
    ['W-9', '9', 'JP'],
    ['W-1', ' 0.2', 'KR'],
  ]
  expect(place(block, 2, 2)).toEqual([
    [1, 0, '0.3'],
    [1, 1, 'KR'],
    [0, 0, '0.2'],
    [0, 1, 'KR'],
  ])
})

test('a block without codes goes to the right of and below its cell, and no further than the table', () => {
  const block = [
    ['0.2', 'KR', 'x'],
    ['0.3', 'JP', 'x'],
  ]
  expect(place(block, 2, 1)).toEqual([
    [2, 1, '0.2'],
    [2, 2, 'KR'],
  ])
})

test('a single column of codes is what was pasted', () => {
  expect(place([['W-1']], 1)).toEqual([[1, 0, 'W-1']])
})

test('pasted outside of the table, only a block with item codes has a place', () => {
  const outside = (block: readonly (readonly string[])[]) => placePasted(block, items, 3, undefined)
  expect(outside([['W-2', '0.3']])).toEqual([{ item: 1, column: 0, text: '0.3' }])
  expect(outside([['0.2', 'KR']])).toEqual([])
})
