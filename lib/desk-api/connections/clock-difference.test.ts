import { expect, test } from 'vitest'
import { clockDifference } from './clock-difference'

test('a clock difference is shown in the largest unit that gives at least two', () => {
  const minute = 60_000
  expect(
    [1, -10, 119, 120, -540, 2879, 2880, -35_000].map(minutes => clockDifference(minutes * minute)),
  ).toEqual([
    { way: 'ahead', count: 1, unit: 'minutes' },
    { way: 'behind', count: 10, unit: 'minutes' },
    { way: 'ahead', count: 119, unit: 'minutes' },
    { way: 'ahead', count: 2, unit: 'hours' },
    { way: 'behind', count: 9, unit: 'hours' },
    { way: 'ahead', count: 48, unit: 'hours' },
    { way: 'ahead', count: 2, unit: 'days' },
    { way: 'behind', count: 24, unit: 'days' },
  ])
})
