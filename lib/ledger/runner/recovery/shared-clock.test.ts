import { expect, test } from 'vitest'
import { SharedClock } from './shared-clock'

const HOUR_MS = 60 * 60_000

test('a slow first response already corrects a clock that is an hour ahead, and a later one changes nothing', async () => {
  let own = 10 * HOUR_MS
  let responseMs = 2_000
  const clock = new SharedClock(
    {
      clock: async () => {
        const read = own - HOUR_MS
        own += responseMs
        return read
      },
    },
    () => own,
    () => 0,
  )
  await clock.measure()
  // The database may have read its clock at any time of these two seconds: the time shown is the earliest.
  expect(clock.time()).toBe(own - HOUR_MS - 2_000)
  responseMs = 0
  await clock.measure()
  expect(clock.time()).toBe(own - HOUR_MS)
  responseMs = 5_000
  await clock.measure()
  expect(clock.time()).toBe(own - HOUR_MS)
})

test('a clock that is set back, or a machine that sleeps, between two measurements does not make deadlines early', async () => {
  let shared = 10 * HOUR_MS
  let own = shared
  let monotonic = 5_000
  const clock = new SharedClock(
    { clock: async () => shared },
    () => own,
    () => monotonic,
  )
  const pass = (ms: number, isAsleep = false) => {
    shared += ms
    own += ms
    if (!isAsleep) monotonic += ms
  }
  await clock.measure()
  pass(1_000)
  own -= HOUR_MS
  expect(clock.time()).toBe(shared)
  await clock.measure()
  expect(clock.time()).toBe(shared)
  pass(2 * HOUR_MS, true)
  expect(clock.time()).toBe(shared)
})
