import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasMoreValues, isTooComplex, isTooDeep } from './json-depth'

const bytes = (text: string) => [new TextEncoder().encode(text)]
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

test('brackets are counted up to the depth that is allowed, and not beyond', () => {
  expect(isTooDeep(bytes(nested(64)))).toBe(false)
  expect(isTooDeep(bytes(nested(65)))).toBe(true)
  expect(isTooDeep(bytes('{"a":'.repeat(65)))).toBe(true)
  expect(isTooDeep(bytes(`[${'[],{},'.repeat(1000)}0]`), 2)).toBe(false)
  expect(isTooDeep(bytes('['.repeat(4_000_000)))).toBe(true)
})

test('brackets inside of strings do not count, whatever precedes them', () => {
  const brackets = '['.repeat(100)
  for (const text of [brackets, `"${brackets}`, `\\"${brackets}`, `\\${brackets}`, `大阪${brackets}`]) {
    expect(isTooDeep(bytes(JSON.stringify([text])))).toBe(false)
    expect(isTooDeep(bytes(`[${JSON.stringify(text)},${brackets}`))).toBe(true)
  }
})

test('values are counted in objects and lists, and not inside of strings', () => {
  const text = bytes('{"a":[1,2,{}],"b":",,,[[["}')
  expect(isTooComplex(text, 6)).toBe(false)
  expect(isTooComplex(text, 5)).toBe(true)
  expect(isTooComplex(bytes(nested(65)), 100)).toBe(true)
  expect([hasMoreValues(bytes(nested(65)), 65), hasMoreValues(bytes(nested(65)), 64)]).toEqual([false, true])
})

test('any JSON is as deep as its values say, wherever it is cut into pieces', () => {
  const depthOf = (value: unknown): number =>
    typeof value !== 'object' || value === null ? 0 : 1 + Math.max(0, ...Object.values(value).map(depthOf))
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat(20), (value, cut) => {
      const whole = new TextEncoder().encode(JSON.stringify(value))
      const pieces = [whole.subarray(0, cut), whole.subarray(cut)]
      const depth = depthOf(value)
      expect(isTooDeep(pieces, depth)).toBe(false)
      if (depth > 0) expect(isTooDeep(pieces, depth - 1)).toBe(true)
    }),
  )
})
