import { expect, test } from 'vitest'
import { explore } from '@/testing/ledger/model/model'
import type { Design } from '@/testing/ledger/model/world'

test('the chosen design neither doubles nor loses an order, and never gets stuck', () => {
  const found = explore({})
  expect(found.violation).toBeUndefined()
  expect(found.stuck).toBe(0)
  expect(found.states).toBeGreaterThan(300)
})

test('a synced journal makes up for a database that loses unflushed commits', () => {
  const found = explore({ volatile: true, journal: true })
  expect(found.violation).toBeUndefined()
  expect(found.states).toBeGreaterThan(3000)
})

test('a stored response is judged once, by any process', () => {
  const found = explore({ isApart: true })
  expect(found.violation).toBeUndefined()
  expect(found.stuck).toBe(0)
  expect(found.states).toBeGreaterThan(1000)
})

test('unconfirmed requests that are sent again with their key neither double nor lose an order', () => {
  const found = explore({ replays: 'honoured' })
  expect(found.violation).toBeUndefined()
  expect(found.stuck).toBe(0)
  expect(found.states).toBeGreaterThan(10_000)
})

test('a service that only says that it honours keys gets no repetition, because it fails the test', () => {
  const found = explore({ replays: 'tested-liar' })
  expect(found.violation).toBeUndefined()
  expect(found.stuck).toBe(0)
})

const wrong: [string, Design][] = [
  ['a database that loses unflushed commits, without a journal', { volatile: true }],
  ['SENDING marked after the call', { markAfterSend: true }],
  ['a reaper that queues SENDING again', { reaperRequeues: true }],
  ['a client that retries a lost response', { clientRetries: true }],
  ['a reaper that queues again what got a response', { isApart: true, requeuesKept: true }],
  ['a stored response judged after the order went again', { isApart: true, judgesStale: true }],
  ['502 taken as not executed', { judge: { bad_gateway: 'not_executed' } }],
  ['a timeout taken as a rejection', { judge: { lost: 'rejected' } }],
  ['a claim without compare-and-set', { noCompareAndSet: true }],
  ['a resolution before the hard deadline', { noQuarantine: true }],
  ['a resolution by what was seen before the hard deadline', { oldLook: true }],
  ['a resolution over that of another person', { blindResolution: true }],
  ['what was seen of one request taken for the next', { anyRequest: true }],
  ['what was seen before a repetition, applied after it', { replays: 'honoured', sightOutlivesReplay: true }],
  ['a repetition to a service that does not honour keys', { replays: 'liar' }],
  [
    'a repetition that was not sent, and queues its order again',
    { replays: 'honoured', requeuesReplay: true },
  ],
]

test.each(wrong)('%s is caught', (_, design) => {
  const { violation } = explore(design)
  expect(violation?.trace.length).toBeGreaterThan(2)
})
