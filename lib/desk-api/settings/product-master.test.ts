import { expect, test } from 'vitest'
import { troubleOf } from './product-master'

test('texts of a product file are judged as in an order: a weight that is not a number is marked', () => {
  expect(troubleOf('actualWeight', 'abc')).toMatch(/number/)
  expect(troubleOf('actualWeight', '0.45')).toBeUndefined()
  expect(troubleOf('originCountry', 'Corea del Sur')).toBeDefined()
  expect(troubleOf('originCountry', 'KR')).toBeUndefined()
})

test('valid texts and missing texts have no mark', () => {
  expect(troubleOf('hscode', '420')).toBeUndefined()
  expect(troubleOf('actualWeight', '')).toBeUndefined()
})
