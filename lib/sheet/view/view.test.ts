import { expect, test } from 'vitest'
import { emptyPatch } from '@/lib/sheet/draft/draft'
import { failureGroupKey } from '@/lib/sheet/judge/failures/order-failures'
import type { Line, Texts } from '@/lib/sheet/schema/line'
import { sampleOrders } from '@/lib/sheet/schema/samples/japan-orders'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { type Filter, noFilter } from './arrangement'
import { type ColumnFilter, countTexts } from './column-filter'

const sheet = sheets['orders/japan']
const PRICE = 'items[].price'
const NAME = 'items[].name'
const CITY = 'recipient.city'

/** Orders of one line each; a text list of several makes an order of as many lines. */
function open(...orders: readonly (Texts | readonly Texts[])[]): Workbook {
  const samples = sampleOrders(orders.length)
  const texts = orders.flatMap((order, i) =>
    [order].flat().map((line, item): Texts => (item === 0 ? { ...samples[i], ...line } : line)),
  )
  const workbook = new Workbook(
    sheet,
    texts.map((line, i): Line => ({ id: `L${i + 1}`, rank: i + 1, texts: line })),
  )
  workbook.begin()
  return workbook
}

const filter = (workbook: Workbook, wanted: Partial<Filter>) =>
  workbook.arrange({ ...workbook.arrangement, filter: { ...noFilter, ...wanted } })
const only = (...texts: string[]): ColumnFilter => ({ texts: new Set(texts), except: false, contains: '' })
const allBut = (...texts: string[]): ColumnFilter => ({ texts: new Set(texts), except: true, contains: '' })
const containing = (text: string): ColumnFilter => ({ texts: new Set(), except: true, contains: text })
const write = (workbook: Workbook, line: string, column: string, text: string) => {
  const before = { [column]: workbook.text({ line, column }) }
  workbook.perform(
    { changes: [{ line, before, after: { [column]: text } }], inserted: [], removed: [] },
    null,
  )
}

test('an order is shown as a whole when one of its lines passes the filters of all line columns', () => {
  const workbook = open(
    [
      { [NAME]: 'Cup', [PRICE]: '10' },
      { [NAME]: 'Plate', [PRICE]: '20' },
    ],
    { [NAME]: 'Cup', [PRICE]: '20' },
    { [NAME]: 'Plate', [PRICE]: '10' },
  )
  filter(workbook, { columns: new Map([[NAME, only('Cup')]]) })
  expect(workbook.visible).toEqual(['L1', 'L2', 'L3'])
  filter(workbook, {
    columns: new Map([
      [NAME, only('Cup')],
      [PRICE, only('20')],
    ]),
  })
  expect([workbook.visible, workbook.view.orderCount]).toEqual([['L3'], 1])
  workbook.clearFilter()
  expect([workbook.visible, workbook.view.orderCount]).toEqual([workbook.draft.order, 3])
})

test('a filter on a column of the order tests the text of the order, with included, excluded and contained texts', () => {
  const workbook = open([{ [CITY]: '渋谷区' }, { [NAME]: 'Plate' }], { [CITY]: '福岡市' }, { [CITY]: ' ' })
  const shown = (wanted: ColumnFilter) => {
    filter(workbook, { columns: new Map([[CITY, wanted]]) })
    return workbook.visible
  }
  expect(shown(only('渋谷区'))).toEqual(['L1', 'L2'])
  expect(shown(allBut('渋谷区'))).toEqual(['L3', 'L4'])
  expect(shown(only(''))).toEqual(['L4'])
  expect(shown(containing('岡'))).toEqual(['L3'])
  expect(shown(containing(' '))).toEqual(['L1', 'L2', 'L3', 'L4'])
  const counted = countTexts(workbook.index.all(), workbook.textOf, CITY, workbook.view.recordColumns)
  expect(new Map(counted.map(({ text, count }) => [text, count]))).toEqual(
    new Map([
      ['渋谷区', 1],
      ['福岡市', 1],
      ['', 1],
    ]),
  )
  expect(counted.at(-1)?.text).toBe('')
})

test('orders with warnings are counted and shown, whatever their status', () => {
  const workbook = open({}, { 'items[].quantity': '0' }, { [PRICE]: '-5', warehouseId: '' })
  expect(workbook.count('warning')).toBe(2)
  filter(workbook, { status: 'warning' })
  expect(workbook.visible).toEqual(['L2', 'L3'])
  write(workbook, 'L2', 'items[].quantity', '3')
  expect(workbook.count('warning')).toBe(1)
})

test('an edit does not move lines: the view becomes outdated, and arranging it again updates it', () => {
  const workbook = open({ [PRICE]: '1O' }, { [PRICE]: '20' }, { [PRICE]: 'free' })
  filter(workbook, { status: 'failing' })
  expect([workbook.visible, workbook.view.isOutdated]).toEqual([['L1', 'L3'], false])
  write(workbook, 'L1', PRICE, '10')
  expect([workbook.visible, workbook.view.isOutdated]).toEqual([['L1', 'L3'], true])
  write(workbook, 'L1', PRICE, '1O')
  expect(workbook.view.isOutdated).toBe(false)
  write(workbook, 'L2', PRICE, 'x')
  expect(workbook.view.isOutdated).toBe(true)
  workbook.arrange(workbook.arrangement)
  expect([workbook.visible, workbook.view.isOutdated]).toEqual([['L1', 'L2', 'L3'], false])
})

test('a sheet that is filtered to a group of failures does not change until it is arranged again', () => {
  const workbook = open({ [PRICE]: '1O' }, { warehouseId: 'x' }, { [PRICE]: 'free' })
  const [failure] = workbook.listFailures('L1')
  filter(workbook, { failure: failure ? failureGroupKey(failure) : '' })
  expect(workbook.visible).toEqual(['L1', 'L3'])
  write(workbook, 'L1', PRICE, '10')
  write(workbook, 'L3', PRICE, '10')
  expect(workbook.visible).toEqual(['L1', 'L3'])
  workbook.arrange(workbook.arrangement)
  expect(workbook.visible).toEqual([])
})

test('sorting by a line column uses the smallest or largest value of each order; blanks come last, ties keep their order', () => {
  const workbook = open(
    [{ [PRICE]: '30' }, { [NAME]: 'Plate', [PRICE]: '5' }],
    { [PRICE]: '' },
    { [PRICE]: '1,000' },
    { [PRICE]: '7' },
    { [PRICE]: '7.0' },
    { [PRICE]: 'free' },
    { [PRICE]: '' },
  )
  const sorted = (column: string, descending: boolean) => {
    workbook.sortBy({ column, descending }, null)
    return workbook.visible.join(' ')
  }
  expect(sorted(PRICE, false)).toBe('L1 L2 L5 L6 L4 L7 L3 L8')
  expect(sorted(PRICE, true)).toBe('L7 L4 L1 L2 L5 L6 L3 L8')
  workbook.undo()
  expect(workbook.visible.join(' ')).toBe('L1 L2 L5 L6 L4 L7 L3 L8')
  workbook.undo()
  expect(workbook.visible).toBe(workbook.draft.order)
})

test('an order that a colleague begins in a blank row appears in a sorted sheet', () => {
  const workbook = open({ [PRICE]: '30' }, { [PRICE]: '20' })
  workbook.applyRemote({ ...emptyPatch, inserted: [{ id: 'blank', rank: 1.5, texts: {} }] })
  workbook.sortBy({ column: PRICE, descending: false }, null)
  expect(workbook.visible).toEqual(['L2', 'L1'])
  const changes = [{ line: 'blank', before: { [sheet.key]: '' }, after: { [sheet.key]: 'N-1' } }]
  workbook.applyRemote({ ...emptyPatch, changes })
  expect([workbook.visible, workbook.view.isOutdated]).toEqual([['L2', 'L1', 'blank'], true])
})
