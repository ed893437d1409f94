import { expect, test } from 'vitest'
import { fingerprint, writeJson } from '@/lib/sheet/codecs/json'
import { assemble } from '@/lib/sheet/judge/assemble'
import type { Line, Texts } from '@/lib/sheet/schema/line'
import { sampleOrders } from '@/lib/sheet/schema/samples/japan-orders'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { listReadyWarnings } from './list-ready-warnings'

const sheet = sheets['orders/japan']

/** A sheet whose orders have one line each, `L1` and so on. @param changes their texts, beside those of a sample */
function open(changes: readonly Texts[]) {
  const lines = sampleOrders(changes.length).map(
    (texts, i): Line => ({ id: `L${i + 1}`, rank: i + 1, texts: { ...texts, ...changes[i] } }),
  )
  const workbook = new Workbook(sheet, lines)
  workbook.begin()
  /** These orders passed a check. @param rejectedAt when they had been rejected before */
  const pass = (ids: readonly string[], rejectedAt?: string) =>
    workbook.serverFacts.addOutcomes(
      ids.map(line => {
        const { record } = assemble(workbook.draft, { firstLine: line, lines: [line] }, sheet)
        return {
          mallOrderNumber: line,
          lineIds: [line],
          state: 'passed' as const,
          fingerprint: fingerprint(writeJson(record)),
          ...(rejectedAt !== undefined && { rejectedAt }),
        }
      }),
    )
  return { workbook, pass }
}

const namesOf = ({ warnings }: ReturnType<typeof listReadyWarnings>) =>
  warnings.map(({ first, orders }) => [first.column, orders])

test('before production the warnings of the orders that will be sent are named, and of no others', () => {
  const { workbook, pass } = open([
    { 'items[].quantity': '0' },
    { 'items[].price': '-5' },
    { 'items[].quantity': '0' },
    { 'items[].quantity': '0' },
    {},
  ])
  // The fourth order has not been checked.
  pass(['L1', 'L2', 'L3', 'L5'])
  const listed = listReadyWarnings(workbook, 'ready')
  expect(listed.count).toBe(3)
  expect(namesOf(listed)).toEqual([
    ['items[].quantity', ['L1', 'L3']],
    ['items[].price', ['L2']],
  ])
})

test('before orders that were rejected once are registered, their warnings are named, and not those of ready orders', () => {
  const { workbook, pass } = open([{ 'items[].quantity': '0' }, { 'items[].price': '-5' }, {}])
  pass(['L1'])
  pass(['L2', 'L3'], '2026-11-21T00:00:00.000Z')
  const listed = listReadyWarnings(workbook, 'again')
  expect(listed.count).toBe(2)
  expect(namesOf(listed)).toEqual([
    // They were rejected before.
    [undefined, ['L2', 'L3']],
    ['items[].price', ['L2']],
  ])
  expect(namesOf(listReadyWarnings(workbook, 'ready'))).toEqual([['items[].quantity', ['L1']]])
})
