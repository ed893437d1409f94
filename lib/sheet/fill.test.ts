import { expect, test } from 'vitest'
import { writeCells } from './acts'
import { endBeside, fillAcross, fillLines } from './fill'
import { sheets } from './sheets'
import { Workbook } from './workbook'

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
  workbook.defer = work => work()
  workbook.begin()
  return workbook
}
const texts = (workbook: Workbook, id: string) =>
  workbook.draft.order.map(line => workbook.text({ line, column: id }))
const fill = (workbook: Workbook, id: string, from: string[], to: string[], counts = true) =>
  writeCells(
    workbook,
    { ids: [] },
    fillLines(workbook.edits, { from, to, columns: column(id), counts }),
    null,
  )

test('prices of items go on counting downwards and upwards; without counting they are repeated', () => {
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

test("an order's own cells count once an order: lines that continue it are passed over", () => {
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

test('order numbers and postal codes are copied as they are', () => {
  const workbook = open(
    { [NUMBER]: 'A1', [ZIP]: '150-0041' },
    { [NUMBER]: 'A2', [ZIP]: '150-0042' },
    { [NUMBER]: 'B' },
  )
  fill(workbook, ZIP, ['L1', 'L2'], ['L3'])
  expect(texts(workbook, ZIP)[2]).toBe('150-0041')
})

test('to the right a text goes into every field; fields do not count on', () => {
  const workbook = open({ [NUMBER]: 'A', [NAME]: '山田' })
  const to = [...column('recipient.contact'), ...column(ZIP)]
  writeCells(workbook, { ids: [] }, fillAcross(workbook.edits, ['L1'], column(NAME), to), null)
  expect([texts(workbook, 'recipient.contact'), texts(workbook, ZIP)]).toEqual([['山田'], ['山田']])
})

test('a double click fills as far as the column beside goes on; what an order says goes on through its items', () => {
  const workbook = open(
    { [NUMBER]: 'A', [ITEM]: 'a' },
    { [NUMBER]: 'B', [ITEM]: 'b' },
    { [ITEM]: 'c' },
    { [NUMBER]: 'C' },
    {},
  )
  const rows = workbook.draft.order
  expect(endBeside(workbook.edits, rows, 0, column(NUMBER))).toBe(3)
  expect(endBeside(workbook.edits, rows, 0, column(ITEM))).toBe(2)
  expect(endBeside(workbook.edits, rows, 0, [...column(PRICE), ...column(ITEM)])).toBe(2)
  expect(endBeside(workbook.edits, rows, 0, column(PRICE))).toBe(0)
})
