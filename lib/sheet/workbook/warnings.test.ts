import { expect, test } from 'vitest'
import { fingerprint, writeJson } from '@/lib/sheet/codecs/json'
import { assemble } from '@/lib/sheet/judge/assemble'
import { writeTexts } from '@/lib/sheet/orders/edits'
import type { Line, Texts } from '@/lib/sheet/schema/line'
import { sampleOrders } from '@/lib/sheet/schema/samples/japan-orders'
import { sheets } from '@/lib/sheet/schema/sheets'
import { noFilter } from '@/lib/sheet/view/arrangement'
import { Workbook } from './workbook'

const sheet = sheets['orders/japan']
const QUANTITY = 'items[].quantity'
const PRICE = 'items[].price'

/** A sheet of orders of one line each, changed so. */
function open(...changes: readonly Texts[]): Workbook {
  const lines = sampleOrders(changes.length).map(
    (texts, i): Line => ({ id: `L${i + 1}`, rank: i + 1, texts: { ...texts, ...changes[i] } }),
  )
  const workbook = new Workbook(sheet, lines)
  workbook.begin()
  return workbook
}

/** The service accepts an order as it is. */
function pass(workbook: Workbook, line: string): void {
  const { record } = assemble(workbook.draft, { firstLine: line, lines: [line] }, sheet)
  workbook.serverFacts.addOutcomes([
    { mallOrderNumber: line, lineIds: [line], state: 'passed', fingerprint: fingerprint(writeJson(record)) },
  ])
}

function write(workbook: Workbook, line: string, column: string, text: string): void {
  const { patch } = writeTexts(workbook.edits, new Map([[line, { [column]: text }]]))
  workbook.perform(patch, { line, column })
}

const listed = (workbook: Workbook): string[] =>
  workbook.warnings.groups.flatMap(group =>
    group.list(workbook.view.lineOrder).map(({ line, column }) => `${line} ${column}`),
  )

test('a quantity of 0 is listed with the warnings and not with the errors, until it is corrected', () => {
  const workbook = open({}, { [QUANTITY]: '0' }, { [PRICE]: 'free' }, { [QUANTITY]: '0' })
  expect(listed(workbook)).toEqual([`L2 ${QUANTITY}`, `L4 ${QUANTITY}`])
  expect([...workbook.failures.firstLines.list(workbook.view.lineOrder)]).toEqual(['L3'])
  expect(workbook.line('L2').isWarned).toBe(true)
  expect(workbook.line('L3').isWarned).toBe(false)
  write(workbook, 'L2', QUANTITY, '2')
  expect(listed(workbook)).toEqual([`L4 ${QUANTITY}`])
  expect(workbook.line('L2').isWarned).toBe(false)
})

test('an order that passed the check with a warning is ready, and counted among the ready ones with a warning', () => {
  const workbook = open({ [QUANTITY]: '0' }, {}, { [QUANTITY]: '0' })
  expect(workbook.count('readyWithWarning')).toBe(0)
  pass(workbook, 'L1')
  pass(workbook, 'L2')
  expect([workbook.count('ready'), workbook.count('readyWithWarning')]).toEqual([2, 1])
  expect(workbook.line('L1')).toMatchObject({ status: 'ready', isWarned: true })
  write(workbook, 'L1', QUANTITY, '3')
  expect([workbook.count('ready'), workbook.count('readyWithWarning')]).toEqual([1, 0])
})

test('a kind of warning is filtered to, also where an error has the same column', () => {
  const workbook = open({ [QUANTITY]: 'many' }, { [QUANTITY]: '0' }, {})
  const [warning] = workbook.warnings.groups
  const [failure] = workbook.failures.groups
  expect(warning?.key).not.toBe(failure?.key)
  workbook.arrange({ ...workbook.arrangement, filter: { ...noFilter, failure: warning?.key ?? '' } })
  expect(workbook.visible).toEqual(['L2'])
})
