import { expect, test } from 'vitest'
import { StorageFullError } from '@/lib/store/db/disk-space'
import { Backoff } from './backoff'

test('a run reports a full disk, and continues soon after space is free again', () => {
  const rests = new Backoff()
  rests.failed('run', new StorageFullError(), 0)
  expect(rests.isWaitingForStorage('run')).toBe(true)
  expect(rests.isBackingOff('run', false, 9_999)).toBe(true)
  expect(rests.isBackingOff('run', true, 999)).toBe(true)
  expect(rests.isBackingOff('run', true, 1000)).toBe(false)
  expect(rests.isBackingOff('run', false, 10_000)).toBe(false)
})

test('a run waits longer after each further storage failure, until it succeeds', () => {
  const rests = new Backoff()
  for (let time = 0; time < 4; time++) rests.failed('run', new StorageFullError(), 0)
  expect(rests.isBackingOff('run', true, 7_999)).toBe(true)
  expect(rests.isBackingOff('run', true, 8_000)).toBe(false)
  rests.succeeded('run')
  expect(rests.isWaitingForStorage('run')).toBe(false)
  rests.failed('run', new StorageFullError(), 0)
  expect(rests.isBackingOff('run', true, 1000)).toBe(false)
})

test('another exception does not count as a storage failure', () => {
  const rests = new Backoff()
  rests.failed('run', new Error('a bug'), 0)
  expect(rests.isWaitingForStorage('run')).toBe(false)
  expect(rests.isBackingOff('run', true, 9_999)).toBe(true)
})
