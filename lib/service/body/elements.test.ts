import fc from 'fast-check'
import { expect, test } from 'vitest'
import { holdsLongInteger, readElement, splitterOptions } from './elements'
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
  expect(holdsLongInteger('{"data":[999999999999999]}')).toBe(false)
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9a-c]{0,80}$/), text => {
      expect(holdsLongInteger(text)).toBe(/\d{16}/.test(text))
    }),
  )
  fc.assert(
    fc.property(fc.nat(40), fc.integer({ min: 14, max: 18 }), fc.nat(40), (before, digits, after) => {
      const text = 'x'.repeat(before) + '7'.repeat(digits) + 'x'.repeat(after)
      expect(holdsLongInteger(text)).toBe(digits >= 16)
    }),
  )
})
