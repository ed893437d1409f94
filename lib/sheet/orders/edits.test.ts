import { afterEach, describe, expect, test, vi } from 'vitest'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { removeKeepingOrders, shownText, writeTexts } from './edits'
import { OrdersIndex } from './orders-index'

afterEach(() => vi.restoreAllMocks())

const NUMBER = 'orderInfo.mallOrderNumber'
const NAME = 'recipient.name'
const ITEM = 'items[].name'

/** A workbook with one order of that many items; its lines repeat the recipient. */
function orderOf(count: number): Workbook {
  const lines = Array.from({ length: count }, (_, i) => ({
    id: `L${i}`,
    rank: i + 1,
    texts: { [NUMBER]: 'A', [NAME]: '山田', [ITEM]: `item ${i}` },
  }))
  const workbook = new Workbook(sheets['orders/japan'], lines)
  workbook.begin()
  return workbook
}

/** Writes the same texts into every line; how often the lines of the order were looked up. */
function write(count: number, texts: Record<string, string>, columns?: readonly string[]) {
  const workbook = orderOf(count)
  const isLocked = vi.fn(() => false)
  const writes = new Map([...workbook.draft.order].map(line => [line, texts]))
  const has = vi.spyOn(writes, 'has')
  const { patch } = writeTexts({ ...workbook.edits, isLocked }, writes, columns)
  return { searched: isLocked.mock.calls.length + has.mock.calls.length, changed: patch.changes.length }
}

describe('writing into all items of a large order', () => {
  test.each([
    ['items', { [ITEM]: 'wallet' }, undefined],
    ['recipients', { [NAME]: '佐藤' }, undefined],
    ['a block of items', { [ITEM]: 'wallet' }, [ITEM]],
  ])('searches its lines once, not for each of them: %s', (_, texts, columns) => {
    const { searched, changed } = write(500, texts, columns)
    expect(changed).toBe(500)
    expect(searched).toBeLessThan(5 * 500)
  })
})

test('orders whose rows alternate, as in a sorted sheet, are searched once each', () => {
  const workbook = orderOf(400)
  const changes = workbook.draft.order
    .slice(200)
    .map(line => ({ line, before: { [NUMBER]: 'A' }, after: { [NUMBER]: 'B' } }))
  workbook.perform({ changes, inserted: [], removed: [] }, null)
  const alternating = Array.from({ length: 400 }, (_, i) => `L${(i % 2) * 200 + (i >> 1)}`)
  const isLocked = vi.fn(() => false)
  const writes = new Map(alternating.map(line => [line, { [ITEM]: 'wallet' }]))
  expect(writeTexts({ ...workbook.edits, isLocked }, writes).patch.changes).toHaveLength(400)
  expect(isLocked.mock.calls.length).toBeLessThan(5 * 400)
})

test('a new text of an order changes its repeats, but neither other texts nor those that are written as well', () => {
  const workbook = orderOf(4)
  workbook.perform(writeTexts(workbook.edits, new Map([['L3', { [NAME]: '鈴木' }]])).patch, null)
  const writes = new Map([
    ['L0', { [NAME]: '佐藤' }],
    ['L2', { [NAME]: '' }],
  ])
  workbook.perform(writeTexts(workbook.edits, writes).patch, null)
  const names = ['L0', 'L1', 'L2', 'L3'].map(line => workbook.draft.lines.get(line)?.texts[NAME] ?? '')
  expect(names).toEqual(['佐藤', '佐藤', '', '鈴木'])
})

test('removing all rows of a large order but one collects its rows once, not for each of them', () => {
  const { draft, edits } = orderOf(500)
  const collected = [vi.spyOn(OrdersIndex.prototype, 'orderOf'), vi.spyOn(OrdersIndex.prototype, 'find')]
  const { patch } = removeKeepingOrders(edits, draft.order.slice(0, -1))
  expect(patch.removed.length).toBe(499)
  expect(collected.flatMap(({ mock }) => mock.calls).length).toBe(1)
})

test('the rows of a large order are collected once until the next edit, also for the shown texts of all rows', () => {
  const workbook = orderOf(500)
  const { draft, edits, index } = workbook
  // The first rows have no name: those with one look for the first of them.
  const changes = draft.order
    .slice(0, 250)
    .map(line => ({ line, before: { [NAME]: '山田' }, after: { [NAME]: '' } }))
  workbook.perform({ changes, inserted: [], removed: [] }, null)
  const read = vi.spyOn(draft.lines, 'get')
  expect(draft.order.map(line => shownText(edits, line, NAME)).filter(text => text !== '')).toEqual(['山田'])
  expect(read.mock.calls.length).toBeLessThan(10 * 500)
  const before = index.orderOf('L0')
  expect(draft.order.every(line => index.orderOf(line) === before)).toBe(true)
  workbook.perform(removeKeepingOrders(edits, ['L7']).patch, null)
  expect(before?.lines.length).toBe(500)
  expect(index.orderOf('L0')?.lines).toEqual(before?.lines.filter(line => line !== 'L7'))
})
