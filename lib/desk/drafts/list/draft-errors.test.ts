import { expect, test } from 'vitest'
import { withOwnErrors } from './draft-errors'

const SAVED = '2026-11-23T02:00:00.000Z'
const BEFORE = '2026-11-23T01:00:00.000Z'
const AFTER = '2026-11-23T03:00:00.000Z'
const none = { unchecked: 0, passed: 0, failed: 0 }

test('orders with errors count before their first check, too', () => {
  const counts = { passed: 0, failing: 0, checkedAt: null }
  expect(withOwnErrors(counts, { ...none, unchecked: 3 }, SAVED)).toEqual({ ...counts, failing: 3 })
})

test('orders that a check left out because of their errors count with those that the service found', () => {
  const counts = { passed: 5, failing: 2, checkedAt: AFTER }
  expect(withOwnErrors(counts, { ...none, unchecked: 3 }, SAVED)).toMatchObject({ passed: 5, failing: 5 })
})

test('an order that passed and was edited since has errors and is not ready', () => {
  const counts = { passed: 5, failing: 0, checkedAt: BEFORE }
  expect(withOwnErrors(counts, { ...none, passed: 1 }, SAVED)).toMatchObject({ passed: 4, failing: 1 })
})

test('an order in which both the service and the sheet find errors counts once', () => {
  const counts = { passed: 5, failing: 2, checkedAt: BEFORE }
  expect(withOwnErrors(counts, { ...none, failed: 1 }, SAVED)).toMatchObject({ passed: 5, failing: 2 })
})

test('the result of an earlier check of an order with errors is forgotten with the next check', () => {
  // The verdicts on these two orders are too old to be among the counts.
  const counts = { passed: 4, failing: 1, checkedAt: AFTER }
  expect(withOwnErrors(counts, { unchecked: 0, passed: 1, failed: 1 }, SAVED)).toMatchObject({
    passed: 4,
    failing: 3,
  })
})
