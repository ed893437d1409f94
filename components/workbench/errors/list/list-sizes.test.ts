import { expect, test } from 'vitest'
import { listSizes } from './list-sizes'

test('up to fifty errors are listed without a click, however they are grouped', () => {
  for (const counts of [[1], [20, 1], Array.from({ length: 50 }, () => 1)]) {
    const { pageSize, first } = listSizes(counts)
    expect(pageSize).toBeGreaterThanOrEqual(counts.length)
    for (const [position, count] of counts.entries()) expect(first(position)).toBeGreaterThanOrEqual(count)
  }
})

test('one error more than fifty hides only that error', () => {
  const { first } = listSizes([30, 10, 10, 1])
  expect([first(0) >= 30, first(1) >= 10, first(2) >= 10]).toEqual([true, true, true])
  expect(listSizes([51]).first(0)).toBe(50)
})

test('a long list begins with a few entries of each group', () => {
  const { pageSize, first } = listSizes([900, 800, 700, 600, 500])
  expect([pageSize, first(0), first(1), first(3), first(4)]).toEqual([50, 50, 20, 20, 5])
})
