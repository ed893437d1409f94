import { describe, expect, test } from 'vitest'
import type { Line } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { pageOf, recordsInView } from './record-order'

const NUMBER = 'orderInfo.mallOrderNumber'
const line = (id: string, number: string): Line => ({
  id,
  rank: 0,
  texts: number === '' ? {} : { [NUMBER]: number },
})

describe('the cards of a sheet', () => {
  test('are one for each order, in the order of the sheet, and none for a blank row', () => {
    const b: Line = { id: 'b', rank: 0, texts: { 'items[].name': 'cup' } }
    const lines = [line('a', 'A-1'), b, line('c', ''), line('d', 'A-2')]
    expect(recordsInView(new Workbook(sheets['orders/japan'], lines))).toEqual(['a', 'd'])
  })

  test('are those that the filter shows', () => {
    const workbook = new Workbook(sheets['orders/japan'], [line('a', 'A-1'), line('d', 'A-2')])
    const columns = new Map([[NUMBER, { texts: new Set(['A-2']), except: false, contains: '' }]])
    workbook.arrange({ sort: null, filter: { status: null, failure: null, columns } })
    expect(recordsInView(workbook)).toEqual(['d'])
  })
})

test('the last order of a page is on it, and the next one on the page after it', () => {
  expect([0, 49, 50, 99, 100].map(position => pageOf(position, 50))).toEqual([0, 0, 1, 1, 2])
  expect(pageOf(-1, 50)).toBe(0)
})
