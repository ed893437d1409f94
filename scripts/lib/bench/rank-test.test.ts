import { expect, test } from 'vitest'
import { rankTest } from './rank-test'

const numbers = (count: number, of: (at: number) => number) =>
  Array.from({ length: count }, (_, at) => of(at))

test('samples of one distribution are distinguished from shifted samples', () => {
  const one = numbers(40, at => (at * 37) % 41)
  expect(rankTest(one, [...one])).toBeGreaterThan(0.9)
  expect(
    rankTest(
      one,
      one.map(value => value + 0.1),
    ),
  ).toBeGreaterThan(0.5)
  expect(
    rankTest(
      one,
      one.map(value => value + 20),
    ),
  ).toBeLessThan(0.0001)
})

test('the probability is that of the exact formula', () => {
  // 1 to 20 and 11 to 30 share ten values: U = 50, z = 4.046 with ties, p = 5.21e-05 by the error function.
  const p = rankTest(
    numbers(20, at => at + 1),
    numbers(20, at => at + 11),
  )
  expect(p).toBeGreaterThan(4.5e-5)
  expect(p).toBeLessThan(6e-5)
})
