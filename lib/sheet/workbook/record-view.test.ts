import { expect, test } from 'vitest'
import type { Line, Texts } from '@/lib/sheet/schema/line'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import { recordBeside, viewRecord } from './record-view'
import { Workbook } from './workbook'

const NUMBER = 'orderInfo.mallOrderNumber'
const PRICE = 'items[].price'

function workbookOf(id: SheetId, ...lines: Texts[]) {
  const workbook = new Workbook(
    sheets[id],
    lines.map((texts, i): Line => ({ id: `L${i + 1}`, rank: i, texts })),
  )
  workbook.begin()
  return workbook
}

const fieldOf = (workbook: Workbook, line: string, column: string) =>
  viewRecord(workbook, line)
    .sections.flatMap(section => section.fields)
    .find(field => field.column.id === column)

test('an order shows its own columns once under their headings, and item columns line by line', () => {
  const workbook = workbookOf('orders/japan', { [NUMBER]: 'A' }, { [PRICE]: '5' }, { [NUMBER]: 'B' })
  const view = viewRecord(workbook, 'L2')
  expect(view).toMatchObject({ firstLine: 'L1', lines: ['L1', 'L2'] })
  expect(view.sections.map(section => section.group)).toEqual([
    'orderInfo',
    'recipient',
    'packageInfo',
    'importer',
    'sender',
  ])
  const lines = view.linesIn(0, 9)
  expect(lines.map(line => [line.id, line.at])).toEqual([
    ['L1', 1],
    ['L2', 2],
  ])
  const shown = [...view.sections, ...lines.slice(0, 1)].flatMap(part =>
    part.fields.map(one => one.column.id),
  )
  expect(shown.toSorted()).toEqual(workbook.sheet.columns.map(column => column.id).toSorted())
})

test('a cell of an order is the one on the line with its text, with the marks of all lines', () => {
  const workbook = workbookOf(
    'orders/japan',
    { [NUMBER]: 'A', [PRICE]: '1' },
    { [NUMBER]: 'A', 'recipient.name': '山田' },
    {
      [NUMBER]: 'A',
      'recipient.name': '佐藤',
    },
  )
  const name = fieldOf(workbook, 'L1', 'recipient.name')
  expect(name).toMatchObject({ cell: { line: 'L2', column: 'recipient.name' }, text: '山田' })
  expect(name?.marks.map(mark => mark.code)).toEqual(['disagrees'])
  expect(fieldOf(workbook, 'L1', 'recipient.email')?.cell.line).toBe('L1')
})

test('a blank line is a record without texts', () => {
  const workbook = workbookOf('orders/japan', { [NUMBER]: 'A' })
  expect(viewRecord(workbook, 'spare')).toMatchObject({ firstLine: 'spare', lines: ['spare'] })
  expect(fieldOf(workbook, 'spare', NUMBER)).toMatchObject({ text: '', cell: { line: 'spare' } })
})

test('fields have the same names in every order, and unique names within one order', () => {
  const workbook = workbookOf('orders/japan', { [NUMBER]: 'A' }, { [PRICE]: '5' }, { [NUMBER]: 'B' })
  expect(fieldOf(workbook, 'L1', NUMBER)?.name).toBe(fieldOf(workbook, 'L3', NUMBER)?.name)
  const view = viewRecord(workbook, 'L1')
  const names = [...view.sections, ...view.linesIn(0, 2)].flatMap(part =>
    part.fields.map(field => field.name),
  )
  expect(new Set(names).size).toBe(names.length)
  expect(names.every(name => /^\w+$/.test(name))).toBe(true)
})

test('navigation goes from order to order, skips blank lines, and goes up from placeholder rows', () => {
  const workbook = workbookOf('orders/japan', { [NUMBER]: 'A' }, { [PRICE]: '5' }, {}, { [NUMBER]: 'B' })
  const beside = (line: string, step: 1 | -1) => recordBeside(workbook, viewRecord(workbook, line), step)
  expect([beside('L1', 1), beside('L2', 1), beside('L3', 1)]).toEqual(['L4', 'L4', 'L4'])
  expect([beside('L4', -1), beside('L3', -1), beside('spare', -1)]).toEqual(['L1', 'L1', 'L4'])
  expect([beside('L4', 1), beside('L1', -1), beside('spare', 1)]).toEqual([undefined, undefined, undefined])
})
