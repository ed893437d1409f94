import { expect, test } from 'vitest'
import { fingerprint, writeJson } from '@/lib/sheet/codecs/json'
import { assemble } from '@/lib/sheet/judge/assemble'
import type { Line, Texts } from '@/lib/sheet/schema/line'
import { sampleOrders } from '@/lib/sheet/schema/samples/japan-orders'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { listReadyWarnings } from './list-ready-warnings'

const sheet = sheets['orders/japan']

test('before production the warnings of the orders that will be sent are named, and of no others', () => {
  const changes: readonly Texts[] = [
    { 'items[].quantity': '0' },
    { 'items[].price': '-5' },
    { 'items[].quantity': '0' },
    { 'items[].quantity': '0' },
    {},
  ]
  const lines = sampleOrders(changes.length).map(
    (texts, i): Line => ({ id: `L${i + 1}`, rank: i + 1, texts: { ...texts, ...changes[i] } }),
  )
  const workbook = new Workbook(sheet, lines)
  workbook.begin()
  // The fourth order has not been checked.
  workbook.serverFacts.addOutcomes(
    ['L1', 'L2', 'L3', 'L5'].map(line => {
      const { record } = assemble(workbook.draft, { firstLine: line, lines: [line] }, sheet)
      return {
        mallOrderNumber: line,
        lineIds: [line],
        state: 'passed' as const,
        fingerprint: fingerprint(writeJson(record)),
      }
    }),
  )
  expect(listReadyWarnings(workbook).map(({ first, orders }) => [first.column, orders])).toEqual([
    ['items[].quantity', ['L1', 'L3']],
    ['items[].price', ['L2']],
  ])
})
