import { expect, test } from 'vitest'
import { StorageFull } from '@/lib/store/space'
import { Rests } from './runner-rest'

test('a run that met a full disk says so, and goes on soon after there is space again', () => {
  const rests = new Rests()
  rests.begin('run', new StorageFull(), 0)
  expect(rests.isWaiting('run')).toBe(true)
  expect(rests.isResting('run', false, 9_999)).toBe(true)
  expect(rests.isResting('run', true, 999)).toBe(true)
  expect(rests.isResting('run', true, 1000)).toBe(false)
  expect(rests.isResting('run', false, 10_000)).toBe(false)
})

test('one that meets it again and again rests longer, until it went well', () => {
  const rests = new Rests()
  for (let time = 0; time < 4; time++) rests.begin('run', new StorageFull(), 0)
  expect(rests.isResting('run', true, 7_999)).toBe(true)
  expect(rests.isResting('run', true, 8_000)).toBe(false)
  rests.end('run')
  expect(rests.isWaiting('run')).toBe(false)
  rests.begin('run', new StorageFull(), 0)
  expect(rests.isResting('run', true, 1000)).toBe(false)
})

test('another exception is no trouble of the storage', () => {
  const rests = new Rests()
  rests.begin('run', new Error('a bug'), 0)
  expect(rests.isWaiting('run')).toBe(false)
  expect(rests.isResting('run', true, 9_999)).toBe(true)
})
