import { expect, test } from 'vitest'
import { databaseTimeAt, measureClockOffset } from './clock-offset'

const now = () => 1_000_000
const clockAt = (ms: number | undefined) => ({ clock: async () => ms })

test('the difference of two clocks is measured, unless the database has none or is slow', async () => {
  expect(await measureClockOffset(clockAt(1_030_000), now)).toBe(30_000)
  expect(await measureClockOffset(clockAt(undefined), now)).toBe(0)
  let asked = 0
  const slow = () => 1_000_000 + 2_000 * asked++
  expect(await measureClockOffset(clockAt(1_030_000), slow)).toBeUndefined()
})

test('a time is that of the database’s clock, where the clocks differ by more than measuring can tell', async () => {
  expect(await databaseTimeAt(clockAt(970_000), 5_000_000, now)).toBe(4_970_000)
  expect(await databaseTimeAt(clockAt(1_000_400), 5_000_000, now)).toBe(5_000_000)
  expect(await databaseTimeAt(clockAt(undefined), 5_000_000, now)).toBe(5_000_000)
  // The slow database read its clock at the latest when its response came: this server may be ahead by an hour.
  let asked = 0
  const slow = () => 1_000_000 + 2_000 * asked++
  expect(await databaseTimeAt(clockAt(-2_600_000), 5_000_000, slow)).toBe(1_398_000)
})
