import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDecimals, divideDecimals, negate, readDecimal, writeDecimal } from './decimals'

const written = (text: string) => {
  const read = readDecimal(text)
  return read && writeDecimal(read)
}

test.each([
  ['12500', '12500'],
  ['12,500', '12500'],
  ['1,234,567.50', '1234567.5'],
  ['-3,000', '-3000'],
  ['+0.25', '0.25'],
  ['-0.05', '-0.05'],
  ['￥1,200', '1200'],
  ['₩ 12,000', '12000'],
  [' ₩12,000 ', '12000'],
  ['12,000원', '12000'],
  ['1,980 円', '1980'],
  ['KRW 12000', '12000'],
  ['12.50 usd', '12.5'],
  ['１２，５００', '12500'],
  [' 980 ', '980'],
  ['0', '0'],
  ['-0', '0'],
  ['0.00', '0'],
])('the amount %j is %s', (text, amount) => {
  expect(written(text)).toBe(amount)
})

test.each([
  '12,34',
  '1,23',
  '1,2345',
  '1234,567',
  ',500',
  '12,',
  '1,000,00',
  '12.500,00',
  '￥1,23',
  '1,23 円',
  '0,500',
  '-0,500',
  '€0,500',
  '012,500',
])('%j is not an amount: commas separate thousands and are not decimal points', text => {
  expect(readDecimal(text)).toBeUndefined()
})

test.each([
  '',
  ' ',
  '무료',
  '10²',
  '￥10²',
  '⑩',
  '12 000',
  '.5',
  '5.',
  '1e3',
  '--1',
  '￥',
  '12円円',
  '$12 円 13',
])('%j is not an amount', text => {
  expect(readDecimal(text)).toBeUndefined()
})

test('an amount has sixty characters at most', () => {
  expect(written('1'.repeat(60))).toBe('1'.repeat(60))
  expect(readDecimal('1'.repeat(61))).toBeUndefined()
})

test('amounts are added, negated and divided exactly', () => {
  const cents = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n })
  const places = fc.integer({ min: 0, max: 6 })
  const decimal = fc.record({ digits: cents, places })
  /** In millionths, so that both sides are whole numbers. */
  const millionths = (one: { digits: bigint; places: number }) => one.digits * 10n ** BigInt(6 - one.places)
  fc.assert(
    fc.property(decimal, decimal, (a, b) => {
      expect(millionths(addDecimals(a, b))).toBe(millionths(a) + millionths(b))
      expect(millionths(negate(a))).toBe(-millionths(a))
      const again = readDecimal(writeDecimal(a))
      expect(again && millionths(again)).toBe(millionths(a))
      const quotient = divideDecimals(a, b, 4)
      if (b.digits === 0n) expect(quotient).toBeUndefined()
      else if (quotient) expect(quotient.digits * millionths(b)).toBe(millionths(a) * 10n ** 4n)
      else expect((millionths(a) * 10n ** 4n) % millionths(b)).not.toBe(0n)
    }),
  )
})

test('a quotient with more decimals than allowed is undefined', () => {
  const whole = (digits: bigint) => ({ digits, places: 0 })
  expect(divideDecimals(whole(10n), whole(3n), 4)).toBeUndefined()
  expect(divideDecimals(whole(1n), whole(16n), 4)).toEqual({ digits: 625n, places: 4 })
  expect(divideDecimals(whole(1n), whole(32n), 4)).toBeUndefined()
  expect(divideDecimals(whole(1n), whole(0n), 4)).toBeUndefined()
})
