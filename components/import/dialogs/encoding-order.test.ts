import { expect, test } from 'vitest'
import { readFile } from '@/lib/files/read'
import { encode } from '@/testing/files/encode'
import { inOrderOfLanguage } from './encoding-order'

test.each([
  ['ko', 'euc-kr'],
  ['ja', 'shift_jis'],
  ['en', 'shift_jis'],
])('the question about the encoding of a short file begins, in %s, with %s', async (language, first) => {
  // Every one of these bytes is a letter in both encodings.
  const bytes = encode('order,name\nA-1,홍길동\nA-2,김하늘\n', 'euc-kr')
  const result = await readFile('orders.csv', bytes)
  if (result.ok || result.failure.code !== 'encoding_unclear') throw new Error('there was no question')
  const { previews } = result.failure
  const ordered = inOrderOfLanguage(previews, language).map(({ encoding }) => encoding)
  expect(ordered[0]).toBe(first)
  expect(ordered.toSorted()).toEqual(previews.map(({ encoding }) => encoding).toSorted())
})
