import { expect, test } from 'vitest'
import type { RunView } from '@/lib/desk-api/runs/runs'
import { needsPerson } from './run-state'

const paused = (problem: Pick<RunView, 'problem' | 'problemCode'>): RunView => ({
  ...{ runId: 'r1', state: 'paused', kind: 'check', total: 3, done: 1, left: 2 },
  ...{ passed: 1, failed: 0, registered: 0, rejected: 0, unknown: 0, refused: [] },
  ...problem,
})
const isAsked = (run: RunView, waiting = 0) =>
  needsPerson({ run, alarms: [] }, { count: status => (status === 'waiting' ? waiting : 0) })

test('a check that a person paused needs no action, for no notice says what to do', () => {
  expect(isAsked(paused({}))).toBe(false)
  expect(isAsked(paused({ problem: 'The access token was rejected.', problemCode: 'credentials' }))).toBe(
    true,
  )
})

test('orders that a paused registration left waiting need a person', () => {
  expect(isAsked(paused({}), 2)).toBe(true)
})
