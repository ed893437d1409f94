import { expect, test } from 'vitest'
import { fingerprint, writeJson } from '@/lib/sheet/codecs/json'
import { assemble } from '@/lib/sheet/judge/assemble'
import { orderText } from '@/lib/sheet/orders/edits'
import type { Line, Texts } from '@/lib/sheet/schema/line'
import { sampleOrders } from '@/lib/sheet/schema/samples/japan-orders'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { cellsOfGroup, failureAfter, type SetAllSkipped, type SetAllText, setAll } from './set-all'

const sheet = sheets['orders/japan']
const PRICE = 'items[].price'
const COUNTRY = 'recipient.country'
const CONTACT = 'recipient.contact'

function open(...texts: Texts[]): Workbook {
  const samples = sampleOrders(texts.length)
  const lines = texts.map(
    (one, i): Line => ({ id: `L${i + 1}`, rank: i + 1, texts: { ...samples[i], ...one } }),
  )
  const workbook = new Workbook(sheet, lines)
  workbook.begin()
  return workbook
}

const text = (one: string): SetAllText => ({ kind: 'text', text: one })

const plans = (workbook: Workbook) =>
  workbook.failures.groups.map(group => cellsOfGroup(workbook, group)).filter(plan => plan !== undefined)

test('all cells of a group get the same text in one act, and one undo restores each text', () => {
  const workbook = open({ [PRICE]: '1O' }, { [PRICE]: '20' }, { [PRICE]: 'free' }, { [PRICE]: 'free ' })
  const [plan] = plans(workbook)
  expect(plan).toEqual({
    column: PRICE,
    cells: [
      { line: 'L1', text: '1O' },
      { line: 'L3', text: 'free' },
      { line: 'L4', text: 'free ' },
    ],
    distinct: 2,
  })
  if (plan) setAll(workbook, plan, text('100'), () => {})
  const prices = () => workbook.draft.order.map(line => workbook.text({ line, column: PRICE }))
  expect(prices()).toEqual(['100', '20', '100', '100'])
  expect(workbook.failures.count).toBe(0)
  workbook.undo()
  expect(prices()).toEqual(['1O', '20', 'free', 'free '])
})

test('the first row with a text decides a column of its order, also below a blank row', () => {
  const number = sampleOrders(1)[0]?.[sheet.key] ?? ''
  const row = (contact: string) => ({ [sheet.key]: number, [CONTACT]: contact })
  const workbook = open(row(' '), row('090-1111-0001'), row('090-2222-0002'))
  const plan = plans(workbook).find(({ column }) => column === CONTACT)
  expect(plan?.cells).toEqual([{ line: 'L3', text: '090-2222-0002' }])
  expect(orderText(workbook.edits, 'L3', CONTACT)).toBe('090-1111-0001')
  if (plan) expect(failureAfter(workbook, plan, { kind: 'firstRow' })).toBeUndefined()
})

test('repeats of a text on later lines of the order change as well', () => {
  const repeated = { [COUNTRY]: 'Mars' }
  const workbook = open(repeated, { [COUNTRY]: 'Mars' })
  const number = workbook.text({ line: 'L1', column: sheet.key })
  workbook.perform(
    {
      changes: [
        {
          line: 'L2',
          before: { [sheet.key]: workbook.text({ line: 'L2', column: sheet.key }) },
          after: { [sheet.key]: number },
        },
      ],
      inserted: [],
      removed: [],
    },
    null,
  )
  const [plan] = plans(workbook)
  expect(plan?.cells.map(({ line }) => line)).toEqual(['L1'])
  if (plan) setAll(workbook, plan, text('JP'), () => {})
  expect(workbook.text({ line: 'L2', column: COUNTRY })).toBe('JP')
})

test('the preview reports a text that the desk would refuse, and accepts a valid one', () => {
  const workbook = open({ [PRICE]: '1O' }, { [PRICE]: 'free' })
  const [plan] = plans(workbook)
  expect(plan && failureAfter(workbook, plan, text('무료'))?.code).toBe('not_a_number')
  expect(plan && failureAfter(workbook, plan, text(''))?.code).toBe('missing')
  expect(plan && failureAfter(workbook, plan, text('1,200'))).toBeUndefined()
})

test('orders that were sent after the preview are counted and stay unchanged', () => {
  const workbook = open({ [PRICE]: '1O' }, { [PRICE]: 'free' })
  const [plan] = plans(workbook)
  workbook.serverFacts.addOutcomes([
    { mallOrderNumber: '1', lineIds: ['L2'], state: 'unknown', fingerprint: '' },
  ])
  const skipped: SetAllSkipped[] = []
  if (plan) setAll(workbook, plan, text('100'), one => skipped.push(one))
  expect(skipped).toEqual([{ locked: 1, changed: 0 }])
  expect(workbook.draft.order.map(line => workbook.text({ line, column: PRICE }))).toEqual(['100', 'free'])
})

test('a cell that a colleague corrects or deletes while the dialog is open keeps what the colleague did', () => {
  const workbook = open({ [PRICE]: '1O' }, { [PRICE]: 'free' }, { [PRICE]: 'free' }, { [PRICE]: '' })
  const plan = plans(workbook).find(({ cells }) => cells.some(({ line }) => line === 'L2'))
  const [blank] = plans(workbook).filter(({ cells }) => cells.some(({ line }) => line === 'L4'))
  const removed = ['L3', 'L4'].flatMap(line => workbook.draft.lines.get(line) ?? [])
  workbook.applyRemote({
    changes: [{ line: 'L2', before: { [PRICE]: 'free' }, after: { [PRICE]: '85' } }],
    inserted: [],
    removed,
  })
  const skipped: SetAllSkipped[] = []
  if (plan) setAll(workbook, plan, text('100'), one => skipped.push(one))
  if (blank) setAll(workbook, blank, text('100'), one => skipped.push(one))
  expect(skipped).toEqual([
    { locked: 0, changed: 2 },
    { locked: 0, changed: 1 },
  ])
  expect(workbook.draft.order.map(line => workbook.text({ line, column: PRICE }))).toEqual(['100', '85'])
  expect(workbook.history.depth).toBe(1)
})

test('failures of several possible cells, or of a whole order, have no cells to set', () => {
  const workbook = open({}, {})
  const rejected = (line: string, field: string) => ({
    mallOrderNumber: line,
    lineIds: [line],
    state: 'failing' as const,
    fingerprint: fingerprint(
      writeJson(assemble(workbook.draft, { firstLine: line, lines: [line] }, sheet).record),
    ),
    failures: [{ field, message: 'no' }],
  })
  workbook.serverFacts.addOutcomes([rejected('L1', 'name'), rejected('L2', 'routing')])
  expect(workbook.failures.count).toBe(2)
  expect(plans(workbook)).toEqual([])
})
