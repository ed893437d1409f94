import { expect, test } from 'vitest'
import { median } from './median'

test('a median is the middle value, or the mean of the two in the middle', () => {
  expect(median([3, 1, 2])).toBe(2)
  expect(median([4, 1, 2, 3])).toBe(2.5)
})
