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

test.each([
  ['3,29 €', 'EUR', '3.29'],
  ['1.234,50 €', 'EUR', '1234.5'],
  ['12,500円(税込)', 'JPY', '12500'],
  ['12,500(税込)', 'JPY', '12500'],
  ['1,200円-（税込）', 'JPY', '1200'],
  ['US$ 12.50', 'USD', '12.5'],
  ['₩12,000원', 'KRW', '12000'],
])('the amount of %s is offered in a line in %s', (text, currency, amount) => {
  expect(withoutUnit(text, 'items[].price', currency)).toBe(amount)
})

test('an amount in another currency than the line stays, and so does one that no order may have', () => {
  expect(withoutUnit('US$ 12.50', 'items[].price', 'KRW')).toBeUndefined()
  expect(withoutUnit('12,500円(税込)', 'productPrice', '')).toBeUndefined()
  for (const currency of ['KRW', 'JPY', 'USD', 'EUR', 'RUB', ''])
    expect(withoutUnit('£20', 'items[].price', currency)).toBeUndefined()
  expect(currencyIn('12,500(税込)')).toBeUndefined()
})
