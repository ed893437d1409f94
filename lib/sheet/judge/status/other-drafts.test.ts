import { expect, test } from 'vitest'
import { writeTexts } from '@/lib/sheet/orders/edits'
import type { Line, Texts } from '@/lib/sheet/schema/line'
import { sampleOrders } from '@/lib/sheet/schema/samples/japan-orders'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { pasteBlock } from '@/testing/sheet/paste-block'
import type { Holder, NumbersElsewhere } from './other-drafts'

const sheet = sheets['orders/japan']
const NUMBER = sheet.key
const NAME = 'recipient.name'
const holder: Holder = {
  number: 'A-1',
  state: 'registered',
  orderId: '685',
  path: '/orders/japan/d1',
  draft: 'Monday',
}

function open(...texts: Texts[]): Workbook {
  const samples = sampleOrders(texts.length)
  const lines = texts.map(
    (one, i): Line => ({ id: `L${i + 1}`, rank: i + 1, texts: { ...samples[i], ...one } }),
  )
  const workbook = new Workbook(sheet, lines)
  workbook.begin()
  return workbook
}

/** Looks up the wanted numbers like the request of the page. */
function look(
  workbook: Workbook,
  found: readonly Holder[] = [holder],
  cancelled: NumbersElsewhere['cancelled'] = [],
): string[] {
  const numbers = workbook.serverFacts.heldNumbers.takeWanted(
    100,
    number => workbook.index.ordersWith(number).length > 0,
  )
  workbook.serverFacts.setNumbersElsewhere(numbers, {
    holders: found.filter(({ number }) => numbers.includes(number)),
    cancelled,
  })
  return numbers
}

const type = (workbook: Workbook, line: string, texts: Texts): number => {
  const { patch, locked } = writeTexts(workbook.edits, new Map([[line, texts]]))
  workbook.perform(patch, null)
  return locked
}

test('every number is looked up once, new numbers when they are typed', () => {
  const workbook = open({ [NUMBER]: 'A-1' }, { [NUMBER]: 'A-2' })
  expect(look(workbook, [])).toEqual(['A-1', 'A-2'])
  expect(look(workbook, [])).toEqual([])
  type(workbook, 'L2', { [NUMBER]: 'A-3' })
  expect(look(workbook, [])).toEqual(['A-3'])
  workbook.serverFacts.heldNumbers.lookUpAllAgain()
  // No order has A-2 any more.
  expect(look(workbook, []).sort()).toEqual(['A-1', 'A-3'])
})

test('an order that another draft registered has its own status, notice and count, regardless of its cells', () => {
  const workbook = open({ [NUMBER]: 'A-1', [NAME]: '' }, { [NUMBER]: 'A-2' })
  expect(workbook.count('failing')).toBe(1)
  look(workbook)
  expect(workbook.statusOf('L1')).toBe('elsewhere')
  expect([workbook.count('elsewhere'), workbook.count('failing'), workbook.count('unchecked')]).toEqual([
    1, 0, 1,
  ])
  expect(workbook.line('L1').marks.line).toMatchObject([
    { severity: 'notice', code: 'held_elsewhere', path: '/orders/japan/d1', params: { orderId: '685' } },
  ])
  expect(workbook.failures.count).toBe(0)
})

test('an earlier passed check does not make such an order ready', () => {
  const workbook = open({ [NUMBER]: 'A-1' })
  workbook.serverFacts.addOutcomes([
    { mallOrderNumber: 'A-1', lineIds: ['L1'], state: 'passed', fingerprint: '' },
  ])
  look(workbook)
  expect(workbook.statusOf('L1')).toBe('elsewhere')
  expect(workbook.count('ready')).toBe(0)
})

test('cells that differ from the registered order are marked, and are not listed as errors', () => {
  const workbook = open({ [NUMBER]: 'A-1' })
  workbook.serverFacts.addOutcomes([
    {
      mallOrderNumber: 'A-1',
      lineIds: ['L1'],
      state: 'failing',
      fingerprint: '',
      failures: [
        { field: NAME, message: 'Registered with “Mina”.', isConflict: true },
        { field: 'recipient.zipCode', message: 'No such code.' },
      ],
    },
  ])
  look(workbook)
  const { cells } = workbook.line('L1').marks
  expect([...cells.keys()].sort()).toEqual([NUMBER, NAME].sort())
  expect(cells.get(NAME)).toMatchObject([{ severity: 'failure', message: 'Registered with “Mina”.' }])
  expect(workbook.statusOf('L1')).toBe('elsewhere')
  expect([workbook.failures.count, workbook.failures.firstLines.size]).toEqual([0, 0])
  type(workbook, 'L1', { [NUMBER]: 'A-9' })
  expect(workbook.failures.count).toBeGreaterThan(0)
})

test('the cells of such an order are locked; only a new number unlocks it', () => {
  const workbook = open({ [NUMBER]: 'A-1' })
  look(workbook)
  expect(workbook.line('L1')).toMatchObject({ isLocked: true, editableColumn: NUMBER })
  expect(type(workbook, 'L1', { [NAME]: 'Kim' })).toBe(1)
  expect(type(workbook, 'L1', { [NUMBER]: 'A-9' })).toBe(0)
  expect(workbook.statusOf('L1')).toBe('unchecked')
  expect(workbook.line('L1')).toMatchObject({ isLocked: false, editableColumn: undefined })
  workbook.undo()
  expect(workbook.statusOf('L1')).toBe('elsewhere')
})

test('a pasted block does not write a new number beside the old texts of such an order', () => {
  const workbook = open({ [NUMBER]: 'A-1' }, { [NUMBER]: 'A-2' })
  look(workbook)
  const before = workbook.draft.lines.get('L1')
  const columns = sheet.columns.filter(({ id }) => id === NUMBER || id === NAME)
  const width = columns.map(({ id }) => (id === NUMBER ? 'B-1' : 'Kim'))
  const target = {
    rows: ['L1', 'L2'],
    filled: 2,
    columns,
    ranges: [{ top: 0, left: 0, bottom: 0, right: 0 }],
  }
  const pasted = pasteBlock(
    workbook,
    { ids: [] },
    [width, width],
    target,
    () => [],
    () => 'L3',
  )
  expect(pasted.locked).toBe(2)
  expect(workbook.draft.lines.get('L1')).toBe(before)
  expect(workbook.text({ line: 'L2', column: NAME })).toBe('Kim')
})

test('numbers that another draft is sending are looked up again until they are decided', () => {
  const workbook = open({ [NUMBER]: 'A-1' }, { [NUMBER]: 'A-2' })
  look(workbook, [{ ...holder, state: 'sending' }])
  expect(workbook.serverFacts.heldNumbers.lookUpPassingAgain()).toBe(true)
  expect(look(workbook, [holder])).toEqual(['A-1'])
  expect(workbook.serverFacts.heldNumbers.lookUpPassingAgain()).toBe(false)
})

test('after a change of connection no number is held until it is looked up again', () => {
  const workbook = open({ [NUMBER]: 'A-1' })
  look(workbook)
  workbook.serverFacts.resetHolders()
  expect(workbook.statusOf('L1')).toBe('unchecked')
  expect(look(workbook, [])).toEqual(['A-1'])
})

test('a number that the shop cancelled has a warning, which stays over another connection and ends with the cancellation', () => {
  const workbook = open({ [NUMBER]: 'A-1' }, { [NUMBER]: 'A-2' })
  const cancelled = [{ number: 'A-1', day: 'Nov 23, 2026', file: 'rakuten.csv' }]
  const warningsOf = (line: string) =>
    (workbook.line(line).marks.cells.get(NUMBER) ?? []).map(({ severity, code, params }) => [
      severity,
      code,
      params,
    ])
  look(workbook, [], cancelled)
  const warning = ['warning', 'cancelled_before', { day: 'Nov 23, 2026', file: 'rakuten.csv' }]
  expect([warningsOf('L1'), warningsOf('L2')]).toEqual([[warning], []])
  workbook.serverFacts.resetHolders()
  expect(warningsOf('L1')).toEqual([warning])
  look(workbook, [], [])
  expect(warningsOf('L1')).toEqual([])
})
