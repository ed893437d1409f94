import { expect, test } from 'vitest'
import { FairShare, loadsOfOthers } from './fair-share'

test('a process with as little work as any other takes the next run', () => {
  const share = new FairShare(1000)
  expect(share.mayClaim('r', 0, [], 0)).toBe(true)
  expect(share.mayClaim('r', 2, [2, 5], 0)).toBe(true)
  expect(share.mayClaim('r', 2, [1, 5], 0)).toBe(false)
})

test('a run that no other process takes in time is taken nevertheless', () => {
  const share = new FairShare(1000)
  expect(share.mayClaim('r', 1, [0], 5000)).toBe(false)
  expect(share.mayClaim('r', 1, [0], 5999)).toBe(false)
  expect(share.mayClaim('r', 1, [0], 6000)).toBe(true)
  // Its wait begins again when it was taken and is open again.
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
