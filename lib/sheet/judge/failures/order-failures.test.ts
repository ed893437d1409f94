import { expect, test } from 'vitest'
import { fingerprint, writeJson } from '@/lib/sheet/codecs/json'
import { assemble } from '@/lib/sheet/judge/assemble'
import type { Mark } from '@/lib/sheet/judge/marks'
import type { GivenFailure } from '@/lib/sheet/judge/status/outcomes'
import type { Line, Texts } from '@/lib/sheet/schema/line'
import { sampleOrders } from '@/lib/sheet/schema/samples/japan-orders'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { failureGroupKey, failureSubject, type ListedFailure } from './order-failures'

const sheet = sheets['orders/japan']
const [good = {}] = sampleOrders(1)

/** A sheet with one order of two lines and these failures from the service. */
function open(given: readonly GivenFailure[], ...changes: Texts[]): Workbook {
  const [first, second] = [
    { ...good, ...changes[0] },
    { 'items[].name': 'beanie', 'items[].price': '5', 'items[].quantity': '1', ...changes[1] },
  ]
  const lines = [first, second].map((texts, i): Line => ({ id: `L${i + 1}`, rank: i + 1, texts }))
  const workbook = new Workbook(sheet, lines)
  workbook.begin()
  const lineIds = ['L1', 'L2']
  const payload = writeJson(assemble(workbook.draft, { firstLine: 'L1', lines: lineIds }, sheet).record)
  const number = good[sheet.key] ?? ''
  if (given.length > 0)
    workbook.serverFacts.addOutcomes([
      {
        mallOrderNumber: number,
        lineIds,
        state: 'failing',
        fingerprint: fingerprint(payload),
        payload,
        failures: given,
      },
    ])
  return workbook
}

const listed = (workbook: Workbook) =>
  workbook.failures
    .of('L1')
    .map(
      ({ firstLine, line, column, mark }) =>
        `${firstLine}: ${line} ${column ?? ''} ${mark.message ?? mark.code}`,
    )

const complete = {
  'items[].currency': 'JPY',
  'items[].actualWeight': '1',
  'items[].originCountry': 'KR',
  'items[].imageUrl': 'https://shop.example/a.jpg',
}

test('failures of an order are listed line by line and from left to right, failures of a whole line first', () => {
  const given = [
    { field: 'items[1].price', message: 'price' },
    { field: 'items[0].price', message: 'price' },
    { field: 'recipient.name', message: 'name' },
    { field: '창고', message: 'whole' },
    { field: 'items[1].name', message: 'item' },
  ]
  expect(listed(open(given, {}, complete))).toEqual([
    'L1: L1  whole',
    'L1: L1 recipient.name name',
    'L1: L1 items[].price price',
    'L1: L2 items[].name item',
    'L1: L2 items[].price price',
  ])
})

test('a failure of several possible cells is listed once, and failures with different messages separately', () => {
  const given = [
    { field: 'items.price', message: 'price' },
    { field: 'items.price', message: 'too high' },
    { field: 'items.quantity', message: 'price' },
  ]
  const workbook = open(given, {}, complete)
  const marks = workbook.failures
    .of('L1')
    .map(({ line, mark }) => [line, mark.field, mark.message, mark.oneOf])
  expect(marks.toSorted()).toEqual(
    [
      ['L1', 'items.price', 'price', 2],
      ['L1', 'items.price', 'too high', 2],
      ['L1', 'items.quantity', 'price', 2],
    ].toSorted(),
  )
})

test('failures of the same field with the same message are listed as often as the service reports them', () => {
  const twice = (field: string) => [
    { field, message: '필수' },
    { field, message: '필수' },
  ]
  // For the sender and the recipient, or for both items.
  const workbook = open([...twice('name'), ...twice('items.price')], {}, complete)
  expect(listed(workbook).toSorted()).toEqual([
    'L1: L1 items[].price 필수',
    'L1: L1 items[].price 필수',
    'L1: L1 recipient.name 필수',
    'L1: L1 recipient.name 필수',
  ])
  expect(workbook.failures.groups.map(({ count }) => count)).toEqual([2, 2])
})

test('warnings and failures of edited cells are not listed', () => {
  const workbook = open([{ field: 'recipient.name', message: 'name' }], { 'items[].quantity': '0' }, complete)
  expect(listed(workbook)).toEqual(['L1: L1 recipient.name name'])
  const name = (text: string) => ({ 'recipient.name': text })
  const change = { line: 'L1', before: name(good['recipient.name'] ?? ''), after: name('山田') }
  workbook.perform({ changes: [change], removed: [], inserted: [] }, null)
  expect(listed(workbook)).toEqual([])
})

test('failures of the desk are listed among those of the service', () => {
  const workbook = open(
    [],
    { 'recipient.city': '', 'items[].price': '1O' },
    { ...complete, 'items[].name': '' },
  )
  expect(listed(workbook)).toEqual([
    'L1: L1 recipient.city missing',
    'L1: L1 items[].price not_a_number',
    'L1: L2 items[].name missing',
  ])
  expect(workbook.failures.of('L2')).toEqual([])
})

const mark: Mark = {
  severity: 'failure',
  source: 'service',
  message: 'bad',
  field: 'price',
  oneOf: 1,
  stale: false,
}
const failure = (about: Partial<ListedFailure>, over: Partial<Mark> = {}): ListedFailure => ({
  firstLine: 'L1',
  line: 'L1',
  column: 'items[].price',
  mark: { ...mark, ...over },
  ...about,
})

test('a failure is about a cell, one of several, several together, or a line', () => {
  expect(failureSubject(failure({}))).toBe('cell')
  expect(failureSubject(failure({}, { oneOf: 2 }))).toBe('oneOf')
  expect(failureSubject(failure({}, { shared: 'both' }))).toBe('cells')
  expect(failureSubject(failure({ column: undefined }, { oneOf: 2, shared: 'both' }))).toBe('line')
})

test('failures with the same message on the same field are one group', () => {
  const key = failureGroupKey(failure({}))
  expect(failureGroupKey(failure({ firstLine: 'L9', line: 'L9' }, { field: 'items[3].price' }))).toBe(key)
  for (const other of [
    failure({ column: 'items[].name' }),
    failure({}, { message: 'worse' }),
    failure({}, { oneOf: 2 }),
    failure({}, { shared: 'both' }),
    failure({ column: undefined }),
    failure({}, { source: 'desk', code: 'missing' }),
  ])
    expect(failureGroupKey(other)).not.toBe(key)
  const oneOf = (column: string, field: string) => failureGroupKey(failure({ column }, { oneOf: 2, field }))
  expect(oneOf('recipient.name', 'name')).toBe(oneOf('sender.name', 'name'))
  expect(oneOf('recipient.name', 'name')).not.toBe(oneOf('recipient.name', 'contact'))
  const whole = (field: string) => failureGroupKey(failure({ column: undefined }, { field }))
  expect(whole('창고')).not.toBe(whole('주문'))
  const { field: _, ...unnamed } = mark
  expect(failureGroupKey({ ...failure({ column: undefined }), mark: unnamed })).toBe(whole(''))
  const desk = (code: 'missing' | 'too_long') =>
    failureGroupKey(failure({}, { source: 'desk', code, message: code }))
  expect(desk('missing')).not.toBe(desk('too_long'))
})
