import { expect, test } from 'vitest'
import { writeLosslessJson } from './json'

test('integers of 64 bits are written with all their digits', () => {
  expect(writeLosslessJson({ a: 9223372036854775807n, b: [1, 'x', null] })).toBe(
    '{"a":9223372036854775807,"b":[1,"x",null]}',
  )
  expect(writeLosslessJson({ a: 1.5, b: '\0\ud800' })).toBe('{"a":1.5,"b":"\\u0000\\ud800"}')
})
