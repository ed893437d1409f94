import { expect, test } from 'vitest'
import {
  isStored,
  nextState,
  type OrderState,
  orderStates,
  statesBefore,
  type Trigger,
  transitions,
} from './transitions'

/** The oracle, written from the specification of the ledger: every allowed step. */
const allowed = `
  DRAFT      check_passed         VALIDATED
  VALIDATED  enqueue              QUEUED
  QUEUED     claim                PREPARED
  QUEUED     cancel               CANCELLED
  QUEUED     restored             UNKNOWN
  PREPARED   send                 SENDING
  PREPARED   reap                 QUEUED
  PREPARED   restored             UNKNOWN
  SENDING    registered           REGISTERED
  SENDING    rejected             REJECTED
  SENDING    not_executed         QUEUED
  SENDING    unproven             UNKNOWN
  SENDING    reap                 UNKNOWN
  SENDING    restored             UNKNOWN
  UNKNOWN    registered           REGISTERED
  UNKNOWN    found                REGISTERED
  UNKNOWN    replay_rejected      REJECTED
  UNKNOWN    confirmed_refused    REJECTED
  UNKNOWN    confirmed_unexecuted QUEUED
  UNKNOWN    absent               ABSENT
  UNKNOWN    abandon              ABANDONED
  REJECTED   edit                 DRAFT
  CANCELLED  edit                 DRAFT
  ABSENT     edit                 DRAFT
  ABSENT     registered           REGISTERED
  ABANDONED  registered           REGISTERED
  ABANDONED  release              RELEASED
  REGISTERED release              RELEASED
  RELEASED   edit                 DRAFT
`
const rows = allowed
  .trim()
  .split('\n')
  .map(row => row.trim().split(/\s+/))
const triggers = [...new Set(rows.map(([, trigger]) => trigger as Trigger))]

const specified = (from: OrderState, trigger: Trigger) =>
  rows.find(([state, by]) => state === from && by === trigger)?.[2]

test('the table allows exactly the steps of the specification, from every state by every trigger', () => {
  for (const from of orderStates)
    for (const trigger of triggers)
      expect([from, trigger, nextState(from, trigger)]).toEqual([from, trigger, specified(from, trigger)])
  expect(transitions).toHaveLength(rows.length)
})

test('an unknown order is never queued again automatically, and a registered order only changes when it is released', () => {
  const automatic: Trigger[] = [
    'claim',
    'send',
    'reap',
    'not_executed',
    'rejected',
    'unproven',
    'restored',
    'cancel',
  ]
  for (const trigger of automatic) expect(nextState('UNKNOWN', trigger)).toBeUndefined()
  expect(triggers.filter(trigger => nextState('REGISTERED', trigger))).toEqual(['release'])
})

test('statesBefore lists exactly the states that a trigger may start from', () => {
  for (const trigger of triggers) {
    const from = rows.filter(([, by]) => by === trigger).map(([state]) => state)
    expect([...statesBefore(trigger)].sort()).toEqual(from.sort())
  }
})

test('an order has a row in every state but DRAFT and VALIDATED', () => {
  expect(orderStates.filter(state => !isStored(state))).toEqual(['DRAFT', 'VALIDATED'])
})
