import { expect, test } from 'vitest'
import { validationFailure } from './product-master'

test('texts of a product file are judged as in an order: a weight that is not a number is marked', () => {
  expect(validationFailure('actualWeight', 'abc')).toMatch(/number/)
  expect(validationFailure('actualWeight', '0.45')).toBeUndefined()
  expect(validationFailure('originCountry', 'Corea del Sur')).toBeDefined()
  expect(validationFailure('originCountry', 'KR')).toBeUndefined()
})

test('valid texts and missing texts have no mark', () => {
  expect(validationFailure('hscode', '420')).toBeUndefined()
  expect(validationFailure('actualWeight', '')).toBeUndefined()
})
