import { expect, test } from 'vitest'
import { FairShare, loadsOfOthers } from './fair-share'

test('a process takes the next run only while no other process has less work', () => {
  const share = new FairShare(1000)
  expect(share.mayClaim('r', 0, [], 0)).toBe(true)
  expect(share.mayClaim('r', 2, [2, 5], 0)).toBe(true)
  expect(share.mayClaim('r', 2, [1, 5], 0)).toBe(false)
})

test('a process with more work takes a run that no other process takes in time', () => {
  const share = new FairShare(1000)
  expect(share.mayClaim('r', 1, [0], 5000)).toBe(false)
  expect(share.mayClaim('r', 1, [0], 5999)).toBe(false)
  expect(share.mayClaim('r', 1, [0], 6000)).toBe(true)
  // A run that was taken and is open again is left to others again.
  share.keepOnly(new Set(['other']))
  expect(share.mayClaim('r', 1, [0], 7000)).toBe(false)
})

test('only work of living processes counts, and an idle process counts as zero', () => {
  const owners = ['a', 'a', 'self', null, 'dead']
  expect(loadsOfOthers(owners, new Set(['self', 'a', 'b']), 'self')).toEqual(
    new Map([
      ['a', 2],
      ['b', 0],
    ]),
  )
})
