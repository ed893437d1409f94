import { expect, test } from 'vitest'
import { hitLookup } from './hit-lookup'

test('each cell is looked up among the hits, also lines and columns that were not searched', () => {
  const lines = ['a', 'b', 'c', 'd']
  const columns = ['name', 'city', 'zip']
  const cells = [
    [0, 1],
    [2, 0],
    [2, 2],
    [3, 1],
  ] as const
  const isHit = hitLookup({
    space: { lines, columns },
    rows: cells.map(([row]) => row),
    columns: cells.map(([, column]) => column),
    orders: 3,
  })
  const found = lines.flatMap((line, row) =>
    columns.flatMap((column, at) => (isHit(line, column) ? [[row, at]] : [])),
  )
  expect(found).toEqual(cells.map(cell => [...cell]))
  expect(isHit('e', 'name')).toBe(false)
  expect(isHit('a', 'price')).toBe(false)
})
