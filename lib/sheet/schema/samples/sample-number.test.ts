import { expect, test } from 'vitest'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { isSampleNumber, markAsSample } from './sample-number'

const openSample = (id: 'orders/japan' | 'orders/general' | 'products') => {
  const sheet = sheets[id]
  const lines = markAsSample(sheet.sample(1), sheet.key).map((texts, rank) => ({
    id: `L${rank}`,
    rank,
    texts,
  }))
  const workbook = new Workbook(sheet, lines)
  workbook.begin()
  return workbook
}

for (const id of ['orders/japan', 'orders/general', 'products'] as const)
  test(`every sample record of ${id} is an error in production, and none is elsewhere`, () => {
    const workbook = openSample(id)
    const failing = workbook.count('failing')
    expect(failing).toBeLessThan(workbook.orderCount)
    workbook.serverFacts.setProduction(true)
    expect(workbook.count('failing')).toBe(workbook.orderCount)
    workbook.serverFacts.setProduction(false)
    expect(workbook.count('failing')).toBe(failing)
  })

test('a sample whose number an operator edits is an order of their own', () => {
  const workbook = openSample('orders/japan')
  workbook.serverFacts.setProduction(true)
  expect(workbook.statusOf('L0')).toBe('failing')
  const before = { 'orderInfo.mallOrderNumber': workbook.text({ line: 'L0', column: workbook.sheet.key }) }
  const after = { 'orderInfo.mallOrderNumber': 'A-1' }
  workbook.perform({ inserted: [], removed: [], changes: [{ line: 'L0', before, after }] }, null)
  expect(workbook.statusOf('L0')).toBe('unchecked')
})

test('only the number of a sample is one', () => {
  expect(
    ['SAMPLE-1120-7728', ' SAMPLE-1 ', '1120-7728', 'Sample-1', 'A-SAMPLE-1', ''].map(isSampleNumber),
  ).toEqual([true, true, false, false, false, false])
})

test('lines of an order that have no number of their own get none', () => {
  expect(markAsSample([{ n: 'A' }, { x: 'cup' }], 'n')).toEqual([{ n: 'SAMPLE-A' }, { x: 'cup' }])
})
