import { expect, test } from 'vitest'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { writeCells } from './cells'
import { continued, fillAcross, fillLines, lastLineToFill } from './fill'

const sheet = sheets['orders/japan']
const NUMBER = 'orderInfo.mallOrderNumber'
const NAME = 'recipient.name'
const ZIP = 'recipient.zipCode'
const WEIGHT = 'packageInfo.actualWeight'
const PRICE = 'items[].price'
const ITEM = 'items[].name'
const column = (id: string) => sheet.columns.filter(known => known.id === id)

/** Lines L1, L2… with these texts. */
function open(...texts: Record<string, string>[]) {
  const workbook = new Workbook(
    sheet,
    texts.map((text, i) => ({ id: `L${i + 1}`, rank: i + 1, texts: text })),
  )
  workbook.scheduleTask = work => work()
  workbook.begin()
  return workbook
}
const texts = (workbook: Workbook, id: string) =>
  workbook.draft.order.map(line => workbook.text({ line, column: id }))
const fill = (workbook: Workbook, id: string, from: string[], to: string[], continuesSeries = true) =>
  writeCells(
    workbook,
    { ids: [] },
    fillLines(workbook.edits, { from, to, columns: column(id), continuesSeries }),
    null,
  )

test('a series of prices continues downwards and upwards, or is repeated when series are off', () => {
  const lines = ['100', '200', '', ''].map(price => ({ [ITEM]: 'x', [PRICE]: price }))
  const down = open(...lines)
  fill(down, PRICE, ['L1', 'L2'], ['L3', 'L4'])
  expect(texts(down, PRICE)).toEqual(['100', '200', '300', '400'])
  down.undo()
  expect(texts(down, PRICE)).toEqual(['100', '200', '', ''])
  fill(down, PRICE, ['L1', 'L2'], ['L3', 'L4'], false)
  expect(texts(down, PRICE)).toEqual(['100', '200', '100', '200'])
  const up = open(...lines.toReversed())
  fill(up, PRICE, ['L4', 'L3'], ['L2', 'L1'])
  expect(texts(up, PRICE)).toEqual(['400', '300', '200', '100'])
})

test('cells of an order count once per order: lines that continue an order are skipped', () => {
  const workbook = open(
    { [NUMBER]: 'A', [NAME]: '山田', [WEIGHT]: '10', [ITEM]: 'a' },
    { [ITEM]: 'b' },
    { [NUMBER]: 'B', [NAME]: '佐藤', [WEIGHT]: '20', [ITEM]: 'c' },
    { [NUMBER]: 'C', [NAME]: '鈴木', [ITEM]: 'd' },
    { [ITEM]: 'e' },
    { [NUMBER]: 'D', [NAME]: '田中', [ITEM]: 'f' },
  )
  fill(workbook, WEIGHT, ['L1', 'L2', 'L3'], ['L4', 'L5', 'L6'])
  expect(texts(workbook, WEIGHT)).toEqual(['10', '', '20', '30', '', '40'])
  fill(workbook, NAME, ['L1'], ['L2', 'L3', 'L4', 'L5', 'L6'])
  expect(texts(workbook, NAME)).toEqual(['山田', '', '山田', '山田', '', '山田'])
  expect(workbook.orderCount).toBe(4)
})

test('a fill from a further row of an order takes the text of the order, as if it began at the first', () => {
  const rows: Record<string, string>[] = [
    { [NUMBER]: 'A', [NAME]: 'Kim', [ITEM]: 'a' },
    { [NUMBER]: 'A', [NAME]: 'Kim', [ITEM]: 'b' },
    { [ITEM]: 'c' },
    { [NUMBER]: 'B', [NAME]: 'Lee', [ITEM]: 'd' },
    { [ITEM]: 'e' },
    { [NUMBER]: 'C', [ITEM]: 'f' },
    { [NUMBER]: 'D', [ITEM]: 'g' },
  ]
  for (const from of [['L2'], ['L3'], ['L2', 'L3']]) {
    const down = open(...rows)
    fill(down, NAME, from, ['L4'])
    expect(texts(down, NAME)).toEqual(['Kim', 'Kim', '', 'Kim', '', '', ''])
  }
  // Two orders are neighbours like this in a sorted sheet.
  const sorted = open(...rows)
  fill(sorted, NAME, ['L2', 'L3', 'L5'], ['L6', 'L7'])
  expect(texts(sorted, NAME).slice(-2)).toEqual(['Kim', 'Lee'])
  const right = open(...rows)
  const to = [...column(ITEM), ...column(ZIP)]
  writeCells(right, { ids: [] }, fillAcross(right.edits, ['L2', 'L3'], column(NAME), to), null)
  expect(texts(right, ITEM).slice(0, 4)).toEqual(['a', 'Kim', 'Kim', 'd'])
  expect(texts(right, ZIP).every(text => text === '')).toBe(true)
})

test('order numbers and postal codes are copied as they are', () => {
  const workbook = open(
    { [NUMBER]: 'A1', [ZIP]: '150-0041' },
    { [NUMBER]: 'A2', [ZIP]: '150-0042' },
    { [NUMBER]: 'B' },
  )
  fill(workbook, ZIP, ['L1', 'L2'], ['L3'])
  expect(texts(workbook, ZIP)[2]).toBe('150-0041')
})

test('filling to the right repeats the text; series do not continue there', () => {
  const workbook = open({ [NUMBER]: 'A', [NAME]: '山田' })
  const to = [...column('recipient.contact'), ...column(ZIP)]
  writeCells(workbook, { ids: [] }, fillAcross(workbook.edits, ['L1'], column(NAME), to), null)
  expect([texts(workbook, 'recipient.contact'), texts(workbook, ZIP)]).toEqual([['山田'], ['山田']])
})

test('a double click fills as far as the neighbouring column is filled, including all items of an order', () => {
  const workbook = open(
    { [NUMBER]: 'A', [ITEM]: 'a' },
    { [NUMBER]: 'B', [ITEM]: 'b' },
    { [ITEM]: 'c' },
    { [NUMBER]: 'C' },
    {},
  )
  const rows = workbook.draft.order
  expect(lastLineToFill(workbook.edits, rows, 0, column(NUMBER))).toBe(3)
  expect(lastLineToFill(workbook.edits, rows, 0, column(ITEM))).toBe(2)
  expect(lastLineToFill(workbook.edits, rows, 0, [...column(PRICE), ...column(ITEM)])).toBe(2)
  expect(lastLineToFill(workbook.edits, rows, 0, column(PRICE))).toBe(0)
})

const nextTexts = (texts: string[], kind: 'number' | 'integer' | 'text', count = 3) =>
  Array.from({ length: count }, (_, i) => continued(texts, kind)(i + 1))

test('numbers with equal differences continue, without rounding errors', () => {
  expect(nextTexts(['1', '2'], 'integer')).toEqual(['3', '4', '5'])
  expect(nextTexts(['0.1', '0.2'], 'number')).toEqual(['0.3', '0.4', '0.5'])
  expect(nextTexts(['10', '7.5'], 'number')).toEqual(['5', '2.5', '0'])
  expect(nextTexts(['1.50', '1.75'], 'number')).toEqual(['2.00', '2.25', '2.50'])
  expect(nextTexts(['9007199254740993', '9007199254740994'], 'integer', 1)).toEqual(['9007199254740995'])
})

test('a spelling with commas is kept, and full-width digits are numbers', () => {
  expect(nextTexts(['9,800', '9,900'], 'number', 2)).toEqual(['10,000', '10,100'])
  expect(nextTexts(['１', '３'], 'integer', 2)).toEqual(['5', '7'])
  expect(nextTexts(['-2', '-1'], 'integer')).toEqual(['0', '1', '2'])
})

test('a single number, and numbers with different steps, are repeated', () => {
  expect(nextTexts(['5'], 'integer', 2)).toEqual(['5', '5'])
  expect(nextTexts(['1', '2', '4'], 'integer', 4)).toEqual(['1', '2', '4', '1'])
  expect(nextTexts(['1', '1'], 'integer', 2)).toEqual(['1', '1'])
  expect(nextTexts(['1', ''], 'integer', 2)).toEqual(['1', ''])
})

test('texts that look like numbers are never continued as a series: order numbers, postal codes, phone numbers', () => {
  expect(nextTexts(['20240101', '20240102'], 'text', 2)).toEqual(['20240101', '20240102'])
  expect(nextTexts(['A-1', 'A-2'], 'text', 3)).toEqual(['A-1', 'A-2', 'A-1'])
  expect(nextTexts(['007', '008'], 'integer', 2)).toEqual(['007', '008'])
})
