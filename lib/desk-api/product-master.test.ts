import { expect, test } from 'vitest'
import { troubleOf } from './product-master'

test('what a product file says is judged as an order would judge it: a weight that is no number is marked', () => {
  expect(troubleOf('actualWeight', 'abc')).toMatch(/number/)
  expect(troubleOf('actualWeight', '0.45')).toBeUndefined()
  expect(troubleOf('originCountry', 'Corea del Sur')).toBeDefined()
  expect(troubleOf('originCountry', 'KR')).toBeUndefined()
})

test('what the contract takes as it is has no mark, and what nobody said has none either', () => {
  expect(troubleOf('hscode', '420')).toBeUndefined()
  expect(troubleOf('actualWeight', '')).toBeUndefined()
})
