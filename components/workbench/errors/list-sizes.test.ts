import { expect, test } from 'vitest'
import { listSizes } from './list-sizes'

test('up to fifty errors are listed without a press, however they are grouped', () => {
  for (const count of [1, 21, 50]) {
    const { pageSize, first } = listSizes(count)
    expect(pageSize).toBeGreaterThanOrEqual(count)
    for (const position of [0, 4, 49]) expect(first(position)).toBeGreaterThanOrEqual(count)
  }
})

test('a longer list begins with a few entries of each group', () => {
  const { pageSize, first } = listSizes(51)
  expect([pageSize, first(0), first(3), first(4)]).toEqual([40, 20, 20, 5])
})
