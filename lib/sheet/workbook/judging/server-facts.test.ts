import { expect, test } from 'vitest'
import { fingerprint, writeJson } from '@/lib/sheet/codecs/json'
import { assemble } from '@/lib/sheet/judge/assemble'
import { fieldKey } from '@/lib/sheet/judge/locate'
import type { OrderOutcome } from '@/lib/sheet/judge/status/outcomes'
import { sampleOrders } from '@/lib/sheet/schema/samples/japan-orders'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'

const sheet = sheets['orders/japan']

/** A sheet with orders of one line each, and what the service says about them. */
function open(...outcomes: Partial<OrderOutcome>[]) {
  const lines = sampleOrders(outcomes.length).map((texts, at) => ({ id: `L${at}`, rank: at, texts }))
  const workbook = new Workbook(sheet, lines)
  workbook.scheduleTask = work => work()
  workbook.begin()
  workbook.serverFacts.addOutcomes(
    [...workbook.index.all()].map((order, at): OrderOutcome => {
      const payload = writeJson(assemble(workbook.draft, order, sheet).record)
      const sent = { lineIds: order.lines, payload, fingerprint: fingerprint(payload), position: at }
      return { mallOrderNumber: `A-${at}`, state: 'passed', failures: [], ...sent, ...outcomes[at] }
    }),
  )
  const statuses = () => workbook.firstLines().map(firstLine => workbook.statusOf(firstLine))
  return { workbook, statuses }
}

test('queued orders wait while their run is paused, and are busy once it continues', () => {
  const { workbook, statuses } = open({ state: 'queued' }, { state: 'sending' }, { state: 'registered' })
  workbook.serverFacts.setSending(false)
  expect(statuses()).toEqual(['waiting', 'busy', 'registered'])
  expect([workbook.count('waiting'), workbook.count('busy')]).toEqual([1, 1])
  workbook.serverFacts.setSending(true)
  expect(statuses()).toEqual(['busy', 'busy', 'registered'])
})

test('orders that passed too long ago are to be checked again, later ones are not', () => {
  const { workbook, statuses } = open(
    { checkedAt: '2026-11-20T00:00:00.000Z' },
    { checkedAt: '2026-11-21T00:00:00.000Z' },
  )
  expect(statuses()).toEqual(['ready', 'ready'])
  workbook.serverFacts.expire('2026-11-20T12:00:00.000Z')
  expect(statuses()).toEqual(['stale', 'ready'])
})

test('an error of a field that only the service knows goes to the column that an operator assigned to it', () => {
  const { workbook } = open({ state: 'failing', failures: [{ field: 'consigneePin', message: 'not found' }] })
  const cells = () => [...workbook.line('L0').marks.cells.keys()]
  expect(cells()).toEqual([])
  expect(workbook.line('L0').marks.line).toHaveLength(1)
  workbook.serverFacts.setFieldNames(new Map([[fieldKey('consigneePin', sheet), 'recipient.zipCode']]))
  expect(cells()).toEqual(['recipient.zipCode'])
  expect(workbook.line('L0').marks.line).toEqual([])
})
