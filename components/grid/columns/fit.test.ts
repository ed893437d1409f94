import { expect, test } from 'vitest'
import { sampleRows } from './fit'

test('the lines on the screen and a bounded sample of all others decide a width', () => {
  expect(sampleRows(3, [1, 2, 7])).toEqual([1, 2, 0])
  const rows = sampleRows(100_000, [70_001, 70_002])
  expect(rows).toHaveLength(502)
  expect(Math.max(...rows)).toBeGreaterThan(99_000)
  expect(rows.every(row => Number.isInteger(row) && row < 100_000)).toBe(true)
})
