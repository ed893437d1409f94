import { expect, test } from 'vitest'
import { Rhythm } from './simulator-rhythm'

test('a caller is asked to wait, served when it has waited, and asked again later', () => {
  const rhythm = new Rhythm()
  const waits = [0, 500, 2999, 3000, 3001, 12_999, 13_000, 16_000].map(now => rhythm.waitOf('a', now))
  expect(waits).toEqual([3, 3, 1, undefined, undefined, undefined, 3, undefined])
})

test('callers do not wait for each other', () => {
  const rhythm = new Rhythm()
  expect(rhythm.waitOf('a', 0)).toBe(3)
  expect(rhythm.waitOf('b', 2000)).toBe(3)
  expect(rhythm.waitOf('a', 3000)).toBeUndefined()
  expect(rhythm.waitOf('b', 3000)).toBe(2)
})
