import { expect, test } from 'vitest'
import { BusySchedule } from './simulator-schedule'

test('a caller is asked to wait, served after its wait, and asked again later', () => {
  const rhythm = new BusySchedule()
  const waits = [0, 500, 2999, 3000, 3001, 12_999, 13_000, 16_000].map(now => rhythm.secondsToWait('a', now))
  expect(waits).toEqual([3, 3, 1, undefined, undefined, undefined, 3, undefined])
})

test('callers do not wait for each other', () => {
  const rhythm = new BusySchedule()
  expect(rhythm.secondsToWait('a', 0)).toBe(3)
  expect(rhythm.secondsToWait('b', 2000)).toBe(3)
  expect(rhythm.secondsToWait('a', 3000)).toBeUndefined()
  expect(rhythm.secondsToWait('b', 3000)).toBe(2)
})
