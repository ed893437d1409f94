import { expect, test } from 'vitest'
import { isAtService, type OutcomeState } from './outcomes'

test('only lines of orders that are, or may be, at the service are locked', () => {
  const states: OutcomeState[] = [
    'passed',
    'failing',
    'queued',
    'sending',
    'registered',
    'rejected',
    'unknown',
  ]
  const outcomeIn = (state: OutcomeState) => ({
    mallOrderNumber: 'A-1',
    lineIds: ['L1'],
    state,
    fingerprint: '',
  })
  expect(states.filter(state => isAtService(outcomeIn(state)))).toEqual([
    'queued',
    'sending',
    'registered',
    'unknown',
  ])
  expect(isAtService(undefined)).toBe(false)
})
