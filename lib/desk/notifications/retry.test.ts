import { expect, test } from 'vitest'
import { MAX_ATTEMPTS, retryDelay } from './retry'

const delays = (random: number) =>
  Array.from({ length: MAX_ATTEMPTS - 1 }, (_, at) => retryDelay(at + 1, random) ?? 0)

test('attempts take place within about a day, each later than the one before', () => {
  const hours = delays(0.5).reduce((sum, one) => sum + one, 0) / 3_600_000
  expect(hours).toBeGreaterThan(22)
  expect(hours).toBeLessThan(26)
  expect(delays(0.5)).toEqual(delays(0.5).toSorted((a, b) => a - b))
  expect(retryDelay(MAX_ATTEMPTS, 0.5)).toBeUndefined()
})

test('jitter moves an attempt by a quarter at most', () => {
  expect([retryDelay(1, 0), retryDelay(1, 0.5), retryDelay(1, 1)]).toEqual([7_500, 10_000, 12_500])
})
