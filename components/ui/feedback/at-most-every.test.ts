import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { atMostEvery } from './at-most-every'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a page that changes in every frame of a second is measured five times', () => {
  let measured = 0
  const soon = atMostEvery(200, () => measured++)
  for (let frame = 0; frame < 60; frame++) {
    soon.call()
    vi.advanceTimersByTime(1000 / 60)
  }
  vi.advanceTimersByTime(1000)
  expect(measured).toBe(5)
})

test('the last change is measured, too, and nothing after the end', () => {
  let measured = 0
  const soon = atMostEvery(200, () => measured++)
  soon.call()
  vi.advanceTimersByTime(200)
  soon.call()
  vi.advanceTimersByTime(200)
  expect(measured).toBe(2)
  soon.call()
  soon.cancel()
  vi.advanceTimersByTime(1000)
  expect(measured).toBe(2)
})
