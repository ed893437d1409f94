import { describe, expect, test } from 'vitest'
import type { PlacedMark } from '@/lib/sheet/judge/marks'
import type { Line, Texts } from '@/lib/sheet/schema/line'
import { sampleOrders } from '@/lib/sheet/schema/samples/japan-orders'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import type { Requirement, Rule } from './requirement'
import { RequirementJudge } from './requirement-judge'

const sheet = sheets['orders/japan']
const NAME = 'items[].name'
const URL = 'items[].itemUrl'
const PRICE = 'items[].price'
const QUANTITY = 'items[].quantity'
const CURRENCY = 'items[].currency'
const SENDER = 'sender.name'
const NUMBER = 'orderInfo.mallOrderNumber'

const lines = (...texts: readonly Texts[]): Line[] =>
  texts.map((text, at) => ({ id: `L${at + 1}`, rank: at, texts: text }))
const need = (column: string, rule: Rule, severity: Requirement['severity'] = 'error'): Requirement => ({
  column,
  rule,
  severity,
})
const judge = (requirement: Requirement, ...texts: readonly Texts[]) =>
  new RequirementJudge([requirement], 'Carrier', sheet).judge(lines(...texts))
const cells = (marks: readonly PlacedMark[]) => marks.map(({ line, column }) => `${line} ${column}`)

describe('a cell', () => {
  test.each<[string, Rule, string[], string[]]>([
    [
      NAME,
      { kind: 'excluded', words: ['bag', 'Goods'] },
      ['bag', ' BAG ', 'ｂａｇ', 'goods'],
      ['bags', 'tote bag', ''],
    ],
    [NAME, { kind: 'allowed', words: ['Cup', 'Bag'] }, ['cups'], ['cup', 'BAG ', '']],
    [NAME, { kind: 'starts_with', prefix: 'https://' }, ['http://a', 'a https://'], ['HTTPS://a', '']],
    [SENDER, { kind: 'ascii' }, ['김', 'Müller', 'ｋｉｍ', 'Kim’s'], ["Kim's #1", '']],
    [SENDER, { kind: 'no_cjk' }, ['김', '山田', 'カ', 'ｋｉｍ', '𠮷'], ['Müller', 'Kim’s', '']],
    [SENDER, { kind: 'no_spaces' }, ['Kim Lee', 'Kim\u3000Lee'], ['Kim', '']],
    ['recipient.contact', { kind: 'digits' }, ['090-1', '+81', '０９０'], ['090', '']],
    ['recipient.contact', { kind: 'alphanumeric' }, ['A-1', 'A 1'], ['A1', '']],
    [NAME, { kind: 'min_length', min: 3 }, ['ab', '𠮷𠮷'], ['abc', '']],
    [NAME, { kind: 'max_length', max: 3 }, ['abcd'], ['abc', '𠮷𠮷𠮷', '']],
    [PRICE, { kind: 'max', max: 1000 }, ['1001', '１，００１', '1000.5'], ['1000', '1,000', 'heavy', '']],
    [PRICE, { kind: 'min', min: 1 }, ['0', '-3', '0.5'], ['1', '']],
    [CURRENCY, { kind: 'allowed', words: ['JPY'] }, ['USD'], ['JPY', 'jpy', '']],
    [URL, { kind: 'required' }, ['', '  ', '\u3000'], ['x']],
  ])('of %s by %j', (column, rule, broken, fine) => {
    for (const text of broken)
      expect(cells(judge(need(column, rule), { [column]: text }).marks), text).toEqual([`L1 ${column}`])
    for (const text of fine) expect(judge(need(column, rule), { [column]: text }).marks, text).toEqual([])
  })

  test('of an item is marked by itself, with the name of the connection', () => {
    const { marks, isFailing } = judge(need(URL, { kind: 'required' }), { [URL]: 'a' }, {}, { [URL]: ' ' })
    expect(cells(marks)).toEqual([`L2 ${URL}`, `L3 ${URL}`])
    expect(marks[0]?.mark).toMatchObject({
      severity: 'failure',
      code: 'requires_value',
      params: { connection: 'Carrier' },
    })
    expect(isFailing).toBe(true)
  })

  test('of the order is marked where its text is', () => {
    expect(cells(judge(need(SENDER, { kind: 'ascii' }), {}, { [SENDER]: '김' }).marks)).toEqual([
      `L2 ${SENDER}`,
    ])
    expect(cells(judge(need(SENDER, { kind: 'required' }), {}, {}).marks)).toEqual([`L1 ${SENDER}`])
  })

  test('gets a warning where an administrator chose that, and the order is not failing', () => {
    const { marks, isFailing } = judge(need(URL, { kind: 'required' }, 'warning'), {})
    expect(marks[0]?.mark.severity).toBe('warning')
    expect(isFailing).toBe(false)
  })
})

describe('an order', () => {
  const item = (price: string, quantity: string, currency = 'JPY'): Texts => ({
    [PRICE]: price,
    [QUANTITY]: quantity,
    [CURRENCY]: currency,
  })

  test('with more items than allowed is marked on its number', () => {
    const rule = { kind: 'max_items', max: 2 } as const
    expect(judge(need('', rule), {}, {}).marks).toEqual([])
    expect(cells(judge(need('', rule), {}, {}, {}).marks)).toEqual([`L1 ${NUMBER}`])
  })

  test('above a total is marked on all of its prices, once', () => {
    const rule = { kind: 'max_total', max: 10_000, currency: 'JPY' } as const
    expect(judge(need('', rule), item('5000', '2')).marks).toEqual([])
    expect(judge(need('', rule), item('5,000', '2'), item('99999', '1', 'USD')).marks).toEqual([])
    expect(judge(need('', rule), item('0', '1'), item('5000', '2')).marks).toEqual([])
    // What is missing or unreadable has a failure of its own.
    expect(judge(need('', rule), item('5001', '2'), item('x', '1')).marks).toEqual([])
    const { marks } = judge(need('', rule), item('4000', '2'), item('2001', '1', 'jpy'))
    expect(cells(marks)).toEqual([`L1 ${PRICE}`, `L2 ${PRICE}`])
    expect(new Set(marks.map(({ mark }) => mark.shared)).size).toBe(1)
  })
})

test('a requirement that does not fit the sheet judges nothing', () => {
  expect(judge(need(PRICE, { kind: 'ascii' }), { [PRICE]: '１' }).marks).toEqual([])
  expect(judge(need('items[].shelf', { kind: 'required' }), {}).marks).toEqual([])
})

describe('on the sheet', () => {
  const open = (...changes: readonly Texts[]) => {
    const opened = new Workbook(
      sheet,
      sampleOrders(changes.length).map((texts, at) => ({
        id: `L${at + 1}`,
        rank: at + 1,
        texts: { ...texts, [URL]: 'https://shop.example/1', ...changes[at] },
      })),
    )
    opened.scheduleTask = work => work()
    opened.begin()
    return opened
  }
  const failures = (workbook: Workbook) =>
    workbook.failures.groups.flatMap(group =>
      group.list(workbook.view.lineOrder).map(({ line, column, mark }) => `${line} ${column} ${mark.code}`),
    )

  test('another connection has all orders judged again, whatever else is wrong with them', () => {
    // Judged at length, by the cache and by the fast path.
    const workbook = open(
      { [URL]: '', [CURRENCY]: 'gold' },
      { [URL]: '', [CURRENCY]: 'gold' },
      { [URL]: '' },
      {},
    )
    const own = [`L1 ${CURRENCY} not_a_choice`, `L2 ${CURRENCY} not_a_choice`]
    expect(failures(workbook)).toEqual(own)
    workbook.serverFacts.setRequirements([need(URL, { kind: 'required' })], 'Carrier')
    const required = ['L1', 'L2', 'L3'].map(line => `${line} ${URL} requires_value`)
    expect(failures(workbook).sort()).toEqual([...own, ...required].sort())
    expect(workbook.statusOf('L3')).toBe('failing')
    expect(workbook.statusOf('L4')).toBe('unchecked')
    expect(workbook.ownErrors.unchecked).toBe(3)
    workbook.serverFacts.setRequirements([], 'Another')
    expect(failures(workbook)).toEqual(own)
    expect(workbook.statusOf('L3')).toBe('unchecked')
  })

  test('a warning leaves an order ready to be checked', () => {
    const workbook = open({ [URL]: '' }, {})
    workbook.serverFacts.setRequirements([need(URL, { kind: 'required' }, 'warning')], 'Carrier')
    expect(workbook.statusOf('L1')).toBe('unchecked')
    expect(workbook.count('warning')).toBe(1)
    expect(workbook.failures.count).toBe(0)
  })
})
