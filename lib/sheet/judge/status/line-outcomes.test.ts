import { expect, test } from 'vitest'
import { applyPatch, draftOf } from '@/lib/sheet/draft/draft'
import { LineOutcomes } from './line-outcomes'
import type { OrderOutcome } from './outcomes'

const lines = ['L1', 'L2'].map((id, rank) => ({ id, rank, texts: { 'items[].name': id } }))

const outcomeOf = (about: Partial<OrderOutcome>): OrderOutcome => ({
  mallOrderNumber: 'A-1',
  lineIds: ['L1', 'L2'],
  state: 'passed',
  fingerprint: 'x',
  ...about,
})
const registered = outcomeOf({ state: 'registered', orderId: '1000', changedAt: '2026-11-21T03:00:00.000Z' })

/** The outcomes of two lines after these arrived, in this order. */
function after(...arrived: readonly OrderOutcome[]) {
  const outcomes = new LineOutcomes(draftOf(lines))
  for (const one of arrived) outcomes.add(one)
  return outcomes
}

test('a check that arrives late does not replace a newer one', () => {
  const newer = outcomeOf({ state: 'failing', checkedAt: '2026-11-21T02:00:00.000Z' })
  const older = outcomeOf({ checkedAt: '2026-11-21T01:00:00.000Z' })
  expect(after(newer, older).of('L1')).toBe(newer)
  expect(after(older, newer).of('L1')).toBe(newer)
})

test('an order at the service stays locked when an earlier check arrives, and a later one unlocks it', () => {
  const earlier = outcomeOf({ checkedAt: '2026-11-21T02:00:00.000Z' })
  expect(after(registered, earlier).isLocked('L2')).toBe(true)
  const later = outcomeOf({ checkedAt: '2026-11-21T04:00:00.000Z' })
  expect(after(registered, later).isLocked('L2')).toBe(false)
})

test('the first line that is left of a registered order shows its id', () => {
  const draft = draftOf(lines)
  const outcomes = new LineOutcomes(draft)
  outcomes.add(registered)
  const shown = () => ['L1', 'L2'].map(line => outcomes.shownOrderId(line))
  expect([shown(), outcomes.hasOrderIds]).toEqual([['1000', ''], true])
  applyPatch(draft, { changes: [], inserted: [], removed: lines.slice(0, 1) })
  expect(outcomes.shownOrderId('L2')).toBe('1000')
})

test('ids are gone once the outcomes of another connection replace them', () => {
  const outcomes = after(registered)
  outcomes.replace([outcomeOf({})], false)
  expect(outcomes.hasOrderIds).toBe(false)
  expect(outcomes.shownOrderId('L1')).toBe('')
  expect(outcomes.isComplete).toBe(false)
})

test('a passed check expires, and no other outcome does', () => {
  const outcomes = after()
  outcomes.freshSince = '2026-11-21T02:00:00.000Z'
  const checkedAt = '2026-11-21T01:00:00.000Z'
  expect(outcomes.isExpired(outcomeOf({ checkedAt }))).toBe(true)
  expect(outcomes.isExpired(outcomeOf({ checkedAt: outcomes.freshSince }))).toBe(false)
  expect(outcomes.isExpired(outcomeOf({ state: 'failing', checkedAt }))).toBe(false)
})
