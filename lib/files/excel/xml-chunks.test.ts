import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeUtf8Chunks } from './xml-chunks'

test('a text is the same for any split of its bytes', () => {
  const text = fc.string({ unit: fc.constantFrom(...'a<가漢é𠮷'), maxLength: 30 })
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 7 }), (whole, size) => {
      const bytes = new TextEncoder().encode(whole)
      const count = Math.ceil(bytes.length / size)
      const pieces = Array.from({ length: count }, (_, i) => bytes.subarray(i * size, i * size + size))
      expect([...decodeUtf8Chunks(pieces)].join('')).toBe(whole)
    }),
  )
})
