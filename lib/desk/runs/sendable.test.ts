import { expect, test } from 'vitest'
import type { DeskOutcome } from '@/lib/ledger/outcomes/outcomes'
import type { PreparedOrder } from '@/lib/ledger/rules/prepared'
import { isFreshPass, isRegistrable } from './sendable'

const CHECKED = '2026-11-21T10:00:00.000Z'

const order: PreparedOrder = {
  lineIds: ['L1'],
  mallOrderNumber: 'A-1',
  payload: '{}',
  sha256: 'now',
  fingerprint: '',
}

const outcome = (state: DeskOutcome['state'], more: Partial<DeskOutcome> = {}): DeskOutcome => ({
  ...{ mallOrderNumber: 'A-1', lineIds: ['L1'], state, fingerprint: '', sha256: 'now', position: 0 },
  ...{ checkedAt: CHECKED, changedAt: '' },
  ...more,
})
const changed = { sha256: 'before' }
const rejected = { rejectedAt: '2026-11-21T09:00:00.000Z' }

test.each<[string, DeskOutcome | undefined, boolean]>([
  ['that was never checked is not sent', undefined, false],
  ['that passed is sent', outcome('passed'), true],
  ['that changed after it passed is not sent', outcome('passed', changed), false],
  ['that fails is not sent', outcome('failing'), false],
  ['that was rejected and passed since waits for a person', outcome('passed', rejected), false],
])('an order %s', (_, found, isSent) => {
  expect(isRegistrable(order, found, { hasCheck: true, isAgain: false })).toBe(isSent)
})

test.each<[string, DeskOutcome | undefined, boolean]>([
  ['that was never sent is sent', undefined, true],
  ['that was rejected is not sent again as it is', outcome('failing'), false],
  ['that changed after its rejection is sent', outcome('failing', changed), true],
  ['whose rejection was cleared is sent', outcome('passed'), true],
])('a product %s', (_, found, isSent) => {
  expect(isRegistrable(order, found, { hasCheck: false, isAgain: false })).toBe(isSent)
})

test('a person who decides to send rejected orders again sends only those', () => {
  const terms = { hasCheck: true, isAgain: true }
  expect(isRegistrable(order, outcome('passed', rejected), terms)).toBe(true)
  expect(isRegistrable(order, outcome('passed'), terms)).toBe(false)
  expect(isRegistrable(order, outcome('passed', { ...rejected, ...changed }), terms)).toBe(false)
})

test('a check sends orders again whose pass would expire before they are registered', () => {
  const now = Date.parse(CHECKED) + 10 * 60_000
  expect(isFreshPass(order, outcome('passed'), now)).toBe(true)
  expect(isFreshPass(order, outcome('passed'), now + 1)).toBe(false)
  expect(isFreshPass(order, outcome('passed', changed), now)).toBe(false)
  expect(isFreshPass(order, outcome('failing'), now)).toBe(false)
})
