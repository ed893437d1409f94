import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isDecimal, isInt64 } from '@/lib/contract/field'
import { holdsLongNumber, readElement, readElementAsLatin1, splitterOptions } from './elements'
import { JsonListSplitter } from './json-list-splitter'

/** The elements of the list `data` of a body. */
function read(text: string): unknown[] {
  const elements: unknown[] = []
  const splitter = new JsonListSplitter(splitterOptions('data'), slice => {
    const element = readElement(slice)
    if (element) elements.push(element.value)
    return element !== undefined
  })
  expect(splitter.push(Buffer.from(text)) ?? splitter.end()).toBeUndefined()
  return elements
}

test('integers are read to the last digit, at any position', () => {
  expect(read('{"data":[9007199254740993,{"a":[-9007199254740993]},1.5,9007199254740991]}')).toEqual([
    9007199254740993n,
    { a: [-9007199254740993n] },
    1.5,
    9007199254740991,
  ])
})

test('a number is an integer or none by its value, however it is written', () => {
  const integers = [
    ['1e18', 10n ** 18n],
    ['-1.5E+17', -(15n * 10n ** 16n)],
    ['9.223372036854775807e18', 9223372036854775807n],
    ['92233720368547758080E-1', 9223372036854775808n],
    ['9007199254740993.000', 9007199254740993n],
    ['2147483647.0000000000000000', 2147483647],
    ['1E2', 100],
    ['-0', -0],
    ['0.00000000000000000', 0],
  ] as const
  for (const [written, id] of integers) expect(read(`{"data":[{"id":${written}}]}`)).toEqual([{ id }])
  const fractions = [
    '2147483647.0000000000000001',
    '2147483647.00000000001',
    '-1.00000000000000000001',
    '0.00000000000000000001e-400',
    '1e-400',
    '-1E-0324',
    '9.9e-9999999999',
    '4503599627370495.0000001',
    '9007199254740991.5',
    '1.50000000000000000001e17',
  ]
  for (const written of fractions) {
    const [element] = read(`{"data":[{"id":${written}}]}`) as { id: number }[]
    expect(isInt64(element?.id)).toBe(false)
    expect(isDecimal(element?.id)).toBe(true)
    expect(Math.sign(element?.id ?? 0)).toBe(written.startsWith('-') ? -1 : 1)
    expect(element?.id).toBeCloseTo(Number(written), -1)
    const buffer = Buffer.from(`{"id":${written}}`)
    const fast = readElementAsLatin1({ buffer, start: 0, end: buffer.length }) as
      | { value: { id: number } }
      | undefined
    expect(Number.isInteger(fast?.value.id)).toBe(false)
  }
})

test('of a repeated key the last value counts, whether or not the element has a long integer', () => {
  const ids = [
    ['1', 1],
    ['9007199254740993', 9007199254740993n],
    ['"4902011122223333"', '4902011122223333'],
  ] as const
  for (const [written, id] of ids) {
    expect(read(`{"data":[{"a":1,"a":2,"id":${written}}]}`)).toEqual([{ a: 2, id }])
  }
})

test('a run of sixteen digits is found, one of fifteen is not', () => {
  expect(holdsLongNumber('{"data":[999999999999999]}')).toBe(false)
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9a-c]{0,80}$/), text => {
      expect(holdsLongNumber(text)).toBe(/\d{16}/.test(text))
    }),
  )
  fc.assert(
    fc.property(fc.nat(40), fc.integer({ min: 14, max: 18 }), fc.nat(40), (before, digits, after) => {
      const text = 'x'.repeat(before) + '7'.repeat(digits) + 'x'.repeat(after)
      expect(holdsLongNumber(text)).toBe(digits >= 16)
    }),
  )
})
