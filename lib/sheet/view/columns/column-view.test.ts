import { beforeEach, expect, test } from 'vitest'
import { sheets } from '@/lib/sheet/schema/sheets'
import { type ColumnLayout, defaultLayout } from './column-layout'
import { ColumnView, isSameLayout, relevantColumns } from './column-view'
import { foldGroup, resizeColumn, showRelevantOnly } from './layout-changes'

const sheet = sheets['orders/japan']
const NUMBER = 'orderInfo.mallOrderNumber'
const MAIL = 'recipient.email'
const optional = sheet.columns.find(column => !column.required && column.group === 'item')?.id ?? ''

let lines: { texts: Record<string, string> }[]
let failing: string[]
let saved: ColumnLayout[]
let view: ColumnView
const isShown = (id: string) => view.columns().some(column => column.id === id)

beforeEach(() => {
  lines = [{ texts: {} }]
  failing = []
  saved = []
  view = new ColumnView(sheet, defaultLayout, () => relevantColumns(sheet.columns, lines, failing))
  view.onChange = layout => saved.push(layout)
})

test('relevant columns are required, filled in any line, or failing', () => {
  lines = [{ texts: { [NUMBER]: 'A1' } }, { texts: { [optional]: 'x', [MAIL]: ' ' } }]
  failing = [MAIL]
  const relevantOnly = relevantColumns(sheet.columns, lines, [])
  expect(relevantOnly).toEqual(
    new Set([...sheet.columns.flatMap(column => (column.required ? [column.id] : [])), optional]),
  )
  expect(relevantColumns(sheet.columns, lines, failing)).toEqual(new Set([...relevantOnly, MAIL]))
})

test('a newly failing or filled column appears at once, and stays until a refresh', () => {
  view.change(showRelevantOnly(view.layout, true))
  expect(isShown(optional)).toBe(false)
  const before = view.columns()
  view.noteFailing(new Map([[NUMBER, 1]]))
  expect(view.columns()).toBe(before)
  view.noteFailing(new Map([[MAIL, 2]]))
  expect(isShown(MAIL)).toBe(true)
  expect(view.isHiddenWhenFilled(optional)).toBe(false)
  view.noteFilled([optional])
  expect([isShown(optional), view.unneeded.includes(optional)]).toEqual([true, false])
  lines = [{ texts: { [optional]: 'x' } }]
  view.refresh()
  expect([isShown(optional), isShown(MAIL)]).toEqual([true, false])
})

test('a filled column that the operator hid, or whose group is folded, stays hidden', () => {
  view.change(foldGroup(showRelevantOnly(view.layout, true), 'item', true))
  view.hide([MAIL])
  view.noteFilled([MAIL, optional])
  expect([isShown(MAIL), isShown(optional)]).toEqual([false, false])
  expect([MAIL, optional].map(id => view.isHiddenWhenFilled(id))).toEqual([true, true])
})

test('a revealed column is shown temporarily: it is not saved, and is hidden with its group', () => {
  view.fold(foldGroup(view.layout, 'item', true), 'item')
  expect(isShown(optional)).toBe(false)
  const before = saved.length
  expect(view.reveal(optional)).toBe(true)
  expect(view.reveal(optional)).toBe(false)
  expect([isShown(optional), view.isRevealed(optional), saved.length]).toEqual([true, true, before])
  view.fold(foldGroup(view.layout, 'item', true), 'item')
  expect(isShown(optional)).toBe(false)
})

test('failures in hidden columns are counted', () => {
  view.hide([MAIL])
  const { version } = view
  view.noteFailing(new Map([[NUMBER, 1]]))
  expect(view.version).toBe(version)
  view.noteFailing(new Map([[MAIL, 2]]))
  expect([view.hiddenFailures(), view.hiddenFailures([NUMBER]), view.version]).toEqual([2, 0, version + 1])
})

test('a column that the operator hides stays hidden, even if it was revealed', () => {
  view.hide([optional])
  view.reveal(optional)
  view.hide([optional])
  expect(isShown(optional)).toBe(false)
  view.show(optional)
  expect(isShown(optional)).toBe(true)
  expect(view.isRevealed(optional)).toBe(false)
  expect(saved.at(-1)).toEqual(defaultLayout)
})

test('another layout is applied as a whole and reported for saving', () => {
  view.hide([optional])
  view.reveal(optional)
  const wide = resizeColumn(defaultLayout, NUMBER, 300)
  view.setLayout({ ...wide, hidden: [optional] })
  expect(isShown(optional)).toBe(false)
  expect(view.columns()[0]?.width).toBe(300)
  expect(saved.at(-1)).toEqual({ ...wide, hidden: [optional] })
})

test('layouts with the same entries in another order are equal', () => {
  const one = resizeColumn(resizeColumn(defaultLayout, 'a', 50), 'b', 60)
  const other = resizeColumn(resizeColumn(defaultLayout, 'b', 60), 'a', 50)
  expect(isSameLayout(one, other)).toBe(true)
  expect(isSameLayout({ ...one, order: ['a', 'b'] }, { ...one, order: ['b', 'a'] })).toBe(false)
})
