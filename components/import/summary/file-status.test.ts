import { expect, test } from 'vitest'
import { hiddenColumns } from '@/lib/import/recipe/hidden-columns'
import { writeTexts } from '@/lib/sheet/orders/edits'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { fileStatus } from './file-status'

const CITY = 'recipient.city'
const doubtful = JSON.stringify({ [CITY]: { kind: 'split', text: '渋谷区', review: true } })
const lineOf = (row: number, number: string) => ({
  id: `L${row}`,
  rank: row,
  texts: {
    'orderInfo.mallOrderNumber': number,
    [CITY]: '渋谷区',
    [hiddenColumns.source]: `shop:0:${row}`,
    [hiddenColumns.origins]: doubtful,
  },
})
const open = () =>
  new Workbook(sheets['orders/japan'], [
    lineOf(2, 'A-1'),
    lineOf(3, 'A-1'),
    lineOf(4, 'A-2'),
    { ...lineOf(5, 'A-3'), texts: { ...lineOf(5, 'A-3').texts, [hiddenColumns.source]: 'other:0:5' } },
  ])
const count = (workbook: Workbook) =>
  fileStatus(workbook, 'shop', () => false, new Set(), new AbortController().signal)

test('the cells that need a review are those that the sheet shows, and only of this file', async () => {
  const found = await count(open())
  expect(found).toMatchObject({
    toReview: 2,
    firstToReview: { line: 'L2', column: CITY },
    locked: 0,
    present: new Set(),
  })
})

test('a cell that was overwritten or confirmed needs no review any more', async () => {
  const workbook = open()
  const typed = new Map([['L2', { [CITY]: '新宿区' }]])
  workbook.perform(writeTexts(workbook.edits, typed).patch, null)
  const right = new Map([['L4', { [hiddenColumns.origins]: doubtful.replace(',"review":true', '') }]])
  workbook.perform(writeTexts(workbook.edits, right).patch, null)
  expect((await count(workbook))?.toReview).toBeLessThan(2)
  workbook.undo()
  workbook.undo()
  expect(await count(workbook)).toMatchObject({ toReview: 2 })
})

test('registered orders count as locked, and need no review any more', async () => {
  const workbook = open()
  workbook.serverFacts.addOutcomes([
    {
      lineIds: ['L2', 'L3'],
      mallOrderNumber: 'A-1',
      state: 'registered',
      fingerprint: '',
      orderId: '1',
      failures: [],
    },
  ])
  expect(await count(workbook)).toMatchObject({
    toReview: 1,
    firstToReview: { line: 'L4', column: CITY },
    locked: 2,
    present: new Set(),
  })
})

test('what its orders lack is counted by their own rows; registered orders lack nothing', async () => {
  const workbook = open()
  const sender = new Map([['L5', { 'sender.name': 'Hanbit' }]])
  workbook.perform(writeTexts(workbook.edits, sender).patch, null)
  expect((await count(workbook))?.missing.columns).toContain('sender.name')
  const own = new Map([['L4', { 'sender.name': 'Hanbit' }]])
  workbook.perform(writeTexts(workbook.edits, own).patch, null)
  expect((await count(workbook))?.missing.columns).not.toContain('sender.name')
})
