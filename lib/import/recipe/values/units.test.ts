import { expect, test } from 'vitest'
import { currencyIn, withoutUnit } from './units'

test.each([
  ['12,000원', 'KRW'],
  ['¥1,200', 'JPY'],
  ['￥1,200-', 'JPY'],
  // Won on Korean computers, yen on Japanese ones.
  ['\\12,000', undefined],
  ['＼12,000', undefined],
])('the currency of the amount %s is %s', (text, currency) => {
  expect(currencyIn(text)).toBe(currency)
})

test('a weight or an amount with a decimal comma stays as it is, because its comma separates no thousands', () => {
  expect(withoutUnit('0,500kg', 'items[].actualWeight', '')).toBeUndefined()
  expect(withoutUnit('€0,500', 'items[].price', 'EUR')).toBeUndefined()
  expect(withoutUnit('1,500g', 'items[].actualWeight', '')).toBe('1.5')
})

test.each(['￥1,200-', '¥1,200 －', '1,200円−'])('the dash that ends %s belongs to no number', text => {
  expect(withoutUnit(text, 'items[].price', 'JPY')).toBe('1200')
  expect(withoutUnit(text, 'items[].price', 'KRW')).toBeUndefined()
})

test('an amount that ends in a dash without a currency may be negative, and stays', () => {
  expect(withoutUnit('1,200-', 'items[].price', 'JPY')).toBeUndefined()
  expect(withoutUnit('1.2kg-', 'items[].actualWeight', '')).toBeUndefined()
})

test('a number with a raised or circled digit is not a number with a unit', () => {
  expect(withoutUnit('10²g', 'items[].actualWeight', '')).toBeUndefined()
  expect(withoutUnit('2①個', 'items[].quantity', '')).toBeUndefined()
  expect(withoutUnit('５㎏', 'items[].actualWeight', '')).toBe('5')
})
