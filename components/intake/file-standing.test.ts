import { expect, test } from 'vitest'
import { hidden } from '@/lib/intake/imported'
import { write } from '@/lib/sheet/edits'
import { sheets } from '@/lib/sheet/sheets'
import { Workbook } from '@/lib/sheet/workbook'
import { fileStanding } from './file-standing'

const CITY = 'recipient.city'
const doubtful = JSON.stringify({ [CITY]: { kind: 'split', text: '渋谷区', review: true } })
const lineOf = (row: number, number: string) => ({
  id: `L${row}`,
  rank: row,
  texts: {
    'orderInfo.mallOrderNumber': number,
    [CITY]: '渋谷区',
    [hidden.source]: `shop:0:${row}`,
    [hidden.origins]: doubtful,
  },
})
const open = () =>
  new Workbook(sheets['orders/japan'], [
    lineOf(2, 'A-1'),
    lineOf(3, 'A-1'),
    lineOf(4, 'A-2'),
    { ...lineOf(5, 'A-3'), texts: { ...lineOf(5, 'A-3').texts, [hidden.source]: 'other:0:5' } },
  ])
const count = (workbook: Workbook) => fileStanding(workbook, 'shop', new Set(), () => false)

test('cells to look at are those that the sheet shows, of this file alone', async () => {
  const found = await count(open())
  expect(found).toEqual({ toReview: 2, first: { line: 'L2', column: CITY }, locked: 0, there: new Set() })
})

test('a cell that was typed over, or found right, is no longer to be looked at', async () => {
  const workbook = open()
  const typed = new Map([['L2', { [CITY]: '新宿区' }]])
  workbook.perform(write(workbook.edits, typed).patch, null)
  const right = new Map([['L4', { [hidden.origins]: doubtful.replace(',"review":true', '') }]])
  workbook.perform(write(workbook.edits, right).patch, null)
  expect((await count(workbook))?.toReview).toBeLessThan(2)
  workbook.undo()
  workbook.undo()
  expect(await count(workbook)).toMatchObject({ toReview: 2 })
})

test('orders that are registered are counted as such, and need no look any more', async () => {
  const workbook = open()
  workbook.hear([
    {
      lineIds: ['L2', 'L3'],
      mallOrderNumber: 'A-1',
      state: 'registered',
      fingerprint: '',
      orderId: '1',
      failures: [],
    },
  ])
  expect(await count(workbook)).toEqual({
    toReview: 1,
    first: { line: 'L4', column: CITY },
    locked: 2,
    there: new Set(),
  })
})
