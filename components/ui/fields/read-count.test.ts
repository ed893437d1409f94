import { expect, test } from 'vitest'
import { readCount } from './read-count'

test.each([
  ['284', 284],
  [' 284 ', 284],
  ['２８４', 284],
  ['1,284', 1284],
  ['１，２８４', 1284],
  ['1 284', 1284],
  ['0284', 284],
])('a count typed as %j is %i', (text, count) => expect(readCount(text)).toBe(count))

test.each(['', ' ', 'all', '28a', '-284', '２８四', '1e3', '9'.repeat(20)])('%j is not a count', text =>
  expect(readCount(text)).toBeUndefined(),
)
