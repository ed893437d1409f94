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
