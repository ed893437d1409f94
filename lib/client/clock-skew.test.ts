import { expect, test } from 'vitest'
import type { Evidence } from '@/lib/contract/evidence'
import { clockSkew } from './clock-skew'

const NOON = Date.UTC(2026, 10, 28, 12)
const evidence = (theirs: number | undefined): Evidence => ({
  ...{
    connected: true,
    requestComplete: true,
    body: new Uint8Array(),
    startedAt: NOON,
    finishedAt: NOON + 90_000,
  },
  headers: theirs === undefined ? {} : { date: new Date(theirs).toUTCString() },
})

test('a clock that shows a time of the request differs by nothing, however slowly the response came', () => {
  for (const theirs of [NOON, NOON + 45_000, NOON + 90_000]) expect(clockSkew(evidence(theirs))).toBe(0)
})

test('another clock differs by its distance from the request', () => {
  expect(clockSkew(evidence(NOON - 600_000))).toBe(-600_000)
  expect(clockSkew(evidence(NOON + 690_000))).toBe(600_000)
})

test('without a Date header nothing is known', () => expect(clockSkew(evidence(undefined))).toBeUndefined())
