import { expect, test } from 'vitest'
import { readPositiveInteger } from './positive-integer'

test('an address with an impossible page number opens the first page', () => {
  for (const value of [
    undefined,
    '',
    '0',
    '-1',
    '1e308',
    'Infinity',
    'NaN',
    '0x10',
    '2.5',
    ' 2',
    '1'.repeat(400),
  ])
    expect([value, readPositiveInteger(value)]).toEqual([value, 1])
  expect(readPositiveInteger(['2', '3'])).toBe(1)
  expect(readPositiveInteger('27')).toBe(27)
})
