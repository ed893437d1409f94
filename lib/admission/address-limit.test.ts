import { expect, test } from 'vitest'
import { AddressLimit } from './address-limit'

const limits = { burst: 3, perSecond: 2, concurrent: 1, waiting: 1 }

test('an address may send a burst, then a number of requests per second, and is informed when the next one is allowed', () => {
  let now = 0
  const limit = new AddressLimit(limits, () => now)
  expect([1, 2, 3].map(() => limit.takeToken('a'))).toEqual([0, 0, 0])
  expect(limit.takeToken('a')).toBe(500)
  expect(limit.takeToken('b')).toBe(0)
  now = 400
  expect(limit.takeToken('a')).toBe(100)
  now = 500
  expect([limit.takeToken('a'), limit.takeToken('a')]).toEqual([0, 500])
  // A long pause permits only one burst.
  now = 60_000
  expect([1, 2, 3, 4].map(() => limit.takeToken('a'))).toEqual([0, 0, 0, 500])
})

test('slots are given in the order of the requests, and a slot is released once', async () => {
  const limit = new AddressLimit(limits)
  const first = await limit.acquire('a')
  const second = limit.acquire('a')
  expect(await limit.acquire('a')).toBeUndefined()
  first?.()
  first?.()
  const release = await second
  const third = limit.acquire('a')
  expect(await limit.acquire('a')).toBeUndefined()
  release?.()
  expect(await third).toBeTypeOf('function')
})

test('a flood from new addresses does not fill the memory, and does not reset an address at its limit', () => {
  const limit = new AddressLimit(limits, () => 0)
  for (let time = 0; time < 3; time++) limit.takeToken('kept')
  for (let at = 0; at < 30_000; at++) {
    limit.takeToken(`address ${at}`)
    if (at % 5_000 === 0) expect(limit.takeToken('kept')).toBeGreaterThan(0)
  }
  expect(Reflect.get(limit, 'addresses').size).toBeLessThanOrEqual(10_000)
})
