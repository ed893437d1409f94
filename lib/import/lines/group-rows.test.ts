import { expect, test } from 'vitest'
import type { Row, Rows } from '@/lib/files/book/book'
import { groupRows } from './group-rows'

test('the first row of an order is read once, however many rows without a number follow it', () => {
  const texts = [
    ['A-1', 'Kim'],
    ...Array.from({ length: 20 }, () => ['', 'Kim']),
    ['A-2', 'Lee'],
    ['', 'Kim'],
  ]
  const reads = texts.map(() => 0)
  // Large files create a row each time it is read.
  const rows: Rows = {
    length: texts.length,
    at: position => {
      reads[position] = (reads[position] ?? 0) + 1
      return texts[position]?.slice()
    },
    slice: (from, to) => texts.slice(from, to),
    [Symbol.iterator]: () => texts[Symbol.iterator](),
  }
  const firstRows = new Set<Row>()
  const groups = groupRows(rows, texts.keys(), {
    groupOf: row => row.at(0) ?? '',
    continues: true,
    contradicts: (row, first) => {
      firstRows.add(first)
      return row.at(1) !== first.at(1)
    },
    parcelOf: undefined,
    repeatedHeaders: [],
  })
  expect(groups.map(group => group.length)).toEqual([21, 1, 1])
  expect(Math.max(...reads)).toBeLessThan(3)
  expect(firstRows.size).toBe(2)
})
