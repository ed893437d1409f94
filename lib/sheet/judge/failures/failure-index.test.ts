import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fingerprint, writeJson } from '@/lib/sheet/codecs/json'
import { assemble } from '@/lib/sheet/judge/assemble'
import { noFieldNames } from '@/lib/sheet/judge/locate'
import type { CellAddress, Line } from '@/lib/sheet/schema/line'
import { sampleOrders } from '@/lib/sheet/schema/samples/japan-orders'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { FailureIndex, failingColumns } from './failure-index'
import { failureCell, failureOrdinal, type NavigationContext, nextFailure } from './next-failure'
import { failureGroupKey, type ListedFailure } from './order-failures'

const sheet = sheets['orders/japan']
const { key } = sheet

function open(orders: number): Workbook {
  const lines = sampleOrders(orders).map((texts, i): Line => ({ id: `L${i + 1}`, rank: i + 1, texts }))
  const workbook = new Workbook(sheet, lines)
  workbook.begin()
  return workbook
}

/** Adds an outcome: the service rejects an order of one line because of some fields. */
const refuse = (workbook: Workbook, line: string, fields: readonly string[]) =>
  refuseLines(workbook, [line], fields)

/** The same for an order of some lines. */
function refuseLines(workbook: Workbook, lineIds: readonly [string, ...string[]], fields: readonly string[]) {
  const [line] = lineIds
  const { record } = assemble(workbook.draft, { firstLine: line, lines: lineIds }, sheet)
  const failures = fields.map(field => ({ field, message: `${field} is refused` }))
  const print = fingerprint(writeJson(record))
  workbook.serverFacts.addOutcomes([
    { mallOrderNumber: line, lineIds, state: 'failing', fingerprint: print, failures },
  ])
}

const contextOf = (workbook: Workbook): NavigationContext => ({
  failures: workbook.failures,
  lineOrder: workbook.view.lineOrder,
  firstLineOf: line => workbook.index.orderOf(line)?.firstLine,
  columnPosition: column => sheet.columns.findIndex(({ id }) => id === column),
  key,
})

/** All stops of "next failure" (1) or "previous failure" (-1) from a cell, until the first one repeats. */
function walk(workbook: Workbook, from: CellAddress | null, step: 1 | -1): string[] {
  const stops: string[] = []
  let at = from
  for (;;) {
    const next = nextFailure(contextOf(workbook), at, step)
    if (!next) return stops
    at = failureCell(next, key)
    const stop = `${at.line} ${at.column}`
    if (stops[0] === stop) return stops
    stops.push(stop)
  }
}

/** Nine failures of four orders: two on one cell, one of an unknown field, one of three possible cells. */
function nine(): Workbook {
  const workbook = open(6)
  refuse(workbook, 'L1', ['recipient.contact', 'recipient.contact', 'items[0].price'])
  refuse(workbook, 'L2', ['routing', key])
  refuse(workbook, 'L4', ['name', 'warehouseId'])
  refuse(workbook, 'L6', ['recipient.zipCode', 'warehouseId'])
  return workbook
}

const stops = [
  `L1 recipient.contact`,
  `L1 items[].price`,
  // The failure of an unknown field is shown at the number of its order, which has a failure of its own.
  `L2 ${key}`,
  `L4 warehouseId`,
  `L4 recipient.name`,
  `L6 warehouseId`,
  `L6 recipient.zipCode`,
]

test('nine failures of four orders are nine in the list, and navigation reaches each of them', () => {
  const { failures } = nine()
  expect([failures.count, failures.firstLines.size]).toEqual([9, 4])
  expect(failures.groups.reduce((sum, group) => sum + group.count, 0)).toBe(9)
  expect(walk(nine(), null, 1)).toEqual(stops)
  expect(walk(nine(), null, -1)).toEqual(stops.toReversed())
})

test('the next failure follows the active cell, even a cell without a failure or in a placeholder row', () => {
  const from = (line: string, column: string, step: 1 | -1) => walk(nine(), { line, column }, step)[0]
  expect(from('L3', key, 1)).toBe('L4 warehouseId')
  expect(from('L3', key, -1)).toBe(`L2 ${key}`)
  expect(from('L1', 'recipient.zipCode', 1)).toBe('L1 items[].price')
  expect(from('spare', key, 1)).toBe('L1 recipient.contact')
  expect(from('spare', key, -1)).toBe('L6 recipient.zipCode')
  expect(failureOrdinal(contextOf(nine()), { line: 'L1', column: 'items[].price' })).toBe(3)
  expect(failureOrdinal(contextOf(nine()), { line: 'L4', column: 'recipient.name' })).toBe(7)
  expect(failureOrdinal(contextOf(nine()), { line: 'L3', column: key })).toBe(0)
})

test('without failures there is no next failure, and a single failure is its own next one', () => {
  const workbook = open(2)
  expect(walk(workbook, null, 1)).toEqual([])
  refuse(workbook, 'L2', ['warehouseId'])
  expect(walk(workbook, { line: 'L2', column: 'warehouseId' }, 1)).toEqual(['L2 warehouseId'])
})

test('in a sorted and filtered view navigation follows the screen, then the hidden orders', () => {
  const workbook = nine()
  workbook.arrange({
    sort: { column: key, descending: true },
    filter: { status: null, failure: groupKeyOf(workbook, 'L6', 'warehouseId'), columns: new Map() },
  })
  expect(workbook.visible).toEqual(['L6', 'L4'])
  expect(walk(workbook, null, 1).map(stop => stop.split(' ')[0])).toEqual([
    'L6',
    'L6',
    'L4',
    'L4',
    'L1',
    'L1',
    'L2',
  ])
})

function groupKeyOf(workbook: Workbook, firstLine: string, column: string): string {
  const failure = workbook.failures.of(firstLine).find(one => one.column === column)
  return failure ? failureGroupKey(failure) : ''
}

test('a group keeps its position while single orders change, and lists failures in the order of the screen', () => {
  const workbook = open(8)
  const price = (line: string, text: string) => {
    const before = { 'items[].price': workbook.text({ line, column: 'items[].price' }) }
    workbook.perform(
      { changes: [{ line, before, after: { 'items[].price': text } }], inserted: [], removed: [] },
      null,
    )
  }
  expect(workbook.failures.groups).toEqual([])
  price('L5', '1O')
  refuse(workbook, 'L7', ['warehouseId'])
  price('L2', 'free')
  const names = () => workbook.failures.groups.map(group => `${group.key.split('\n')[1]} ${group.count}`)
  expect(names()).toEqual(['items[].price 2', 'warehouseId 1'])
  refuse(workbook, 'L1', ['warehouseId'])
  refuse(workbook, 'L3', ['warehouseId'])
  expect(names()).toEqual(['items[].price 2', 'warehouseId 3'])
  const [first] = workbook.failures.groups
  expect(first?.list(workbook.view.lineOrder).map(failure => failure.line)).toEqual(['L2', 'L5'])
  price('L2', '100')
  price('L5', '200')
  expect(names()).toEqual(['warehouseId 3'])
})

test('the incrementally updated failures equal a full recount after every act', () => {
  const act = fc.record({
    line: fc.integer({ min: 0, max: 7 }),
    column: fc.constantFrom(key, 'warehouseId', 'items[].price', 'recipient.zipCode', 'items[].name'),
    text: fc.constantFrom('', '1O', '12', 'x'.repeat(60), 'SAMPLE-1', 'A'),
    kind: fc.constantFrom('write', 'write', 'write', 'remove', 'undo', 'redo', 'refuse'),
  })
  fc.assert(
    fc.property(fc.array(act, { maxLength: 25 }), acts => {
      const workbook = open(8)
      const kept = workbook.failures
      for (const { line: at, column, text, kind } of acts) {
        const line = workbook.draft.lines.get(workbook.draft.order[at] ?? '')
        if (kind === 'undo') workbook.undo()
        else if (kind === 'redo') workbook.redo()
        else if (!line) continue
        else if (kind === 'remove') workbook.perform({ changes: [], inserted: [], removed: [line] }, null)
        else if (kind === 'refuse') refuse(workbook, line.id, [column])
        else {
          const before = { [column]: line.texts[column] ?? '' }
          const change = { line: line.id, before, after: { [column]: text } }
          workbook.perform({ changes: [change], inserted: [], removed: [] }, null)
        }
        expect(summary(kept, workbook)).toEqual(summary(recount(workbook), workbook))
      }
    }),
    { numRuns: 60 },
  )
})

function recount(workbook: Workbook): FailureIndex {
  const fresh = new FailureIndex()
  fresh.update(workbook.firstLines(), firstLine => workbook.listFailures(firstLine))
  return fresh
}

const summary = (index: FailureIndex, { view }: Workbook) => ({
  count: index.count,
  firstLines: index.firstLines.list(view.lineOrder),
  groups: index.groups
    .map(group => [group.key, group.count, group.list(view.lineOrder).map(({ line }) => line)])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
})

test('thirty groups of thousands of orders list their first failures without sorting each group', () => {
  const all = Array.from({ length: 3000 }, (_, i) => String(i).padStart(4, '0')).toReversed()
  const columns = Array.from({ length: 30 }, (_, i) => `column ${i}`)
  let compared = 0
  const places = {
    basis: 'a sort',
    compare: (a: string, b: string) => {
      compared++
      return b < a ? -1 : Number(b > a)
    },
    all: () => all,
  }
  const failuresOf = (firstLine: string) =>
    columns.map(
      (column): ListedFailure => ({
        firstLine,
        line: firstLine,
        column,
        mark: { severity: 'failure', source: 'desk', code: 'missing', oneOf: 1, stale: false },
      }),
    )
  const failures = new FailureIndex()
  failures.update(all.toReversed(), failuresOf)
  const firstOf = () => failures.groups.map(group => group.list(places, 2).map(({ firstLine }) => firstLine))
  expect(firstOf()).toEqual(columns.map(() => ['2999', '2998']))
  failures.update(all.slice(0, 100), () => [])
  expect(firstOf()).toEqual(columns.map(() => ['2899', '2898']))
  expect(compared).toBeLessThan(3000)
  // A group keeps its own set of orders again once it is small.
  failures.update(all.slice(100, 2700), () => [])
  failures.update(['2950'], failuresOf)
  expect(firstOf()).toEqual(columns.map(() => ['2950', '0299']))
  failures.update(['0299', '0000'], () => [])
  expect(firstOf()).toEqual(columns.map(() => ['2950', '0298']))
  expect(failures.groups.map(group => [group.has('2950'), group.has('0299')])).toEqual(
    columns.map(() => [true, false]),
  )
})

test('failures are counted by column', () => {
  const texts = { ...sheet.sample(1)[0], [sheet.key]: 'A1', 'items[].price': 'x', 'recipient.zipCode': '' }
  const lines = ['A1', 'A2'].map((number, i) => ({
    id: number,
    rank: i,
    texts: { ...texts, [sheet.key]: number },
  }))
  const workbook = new Workbook(sheet, lines)
  workbook.begin()
  expect(failingColumns(workbook.failures, sheet, noFieldNames)).toEqual(
    new Map([
      ['items[].price', 2],
      ['recipient.zipCode', 2],
    ]),
  )
})

test.each([
  ['name', ['recipient.name', 'items[].name', 'sender.name']],
  ['CONTACT', ['recipient.contact', 'sender.contact']],
  // Of several items.
  ['items.price', ['items[].price']],
  ['Items/Actual_Weight', ['items[].actualWeight']],
])('a failure of %s, one of several cells, counts in each column that may be meant', (field, columns) => {
  const workbook = openTwoItems()
  refuseLines(workbook, ['L1', 'L2'], [field])
  const { failures, serverFacts } = workbook
  expect(failures.groups.map(({ key: group }) => group.split('\n')[0])).toEqual(['oneOf'])
  expect(failingColumns(failures, sheet, serverFacts.fieldNames)).toEqual(new Map(columns.map(id => [id, 1])))
})

test('a failure of a field that operators assigned to a column counts in that column', () => {
  const workbook = openTwoItems()
  workbook.serverFacts.setFieldNames(new Map([['betrag', 'items[].price']]))
  refuseLines(workbook, ['L1', 'L2'], ['betrag'])
  const { failures, serverFacts } = workbook
  expect(failingColumns(failures, sheet, serverFacts.fieldNames)).toEqual(new Map([['items[].price', 1]]))
})

/** One order of two items. */
function openTwoItems(): Workbook {
  const [texts = {}] = sampleOrders(1)
  const item = Object.entries(texts).filter(([column]) => column.startsWith('items'))
  const workbook = new Workbook(sheet, [
    { id: 'L1', rank: 1, texts },
    { id: 'L2', rank: 2, texts: Object.fromEntries(item) },
  ])
  workbook.begin()
  return workbook
}
