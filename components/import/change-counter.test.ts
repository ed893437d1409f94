import { expect, test } from 'vitest'
import { hiddenColumns } from '@/lib/import/recipe/hidden-columns'
import { writeCells } from '@/lib/sheet/acts/cells'
import type { Line } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { ChangeCounter } from './change-counter'
import { type FileStatus, fileStatus } from './summary/file-status'

const CITY = 'recipient.city'
const origins = JSON.stringify({ [CITY]: { kind: 'split', text: '渋谷区', review: true } })
const line = (row: number): Line => ({
  id: `L${row}`,
  rank: row,
  texts: {
    'orderInfo.mallOrderNumber': `A-${row}`,
    [CITY]: '渋谷区',
    [hiddenColumns.source]: `shop:0:${row}`,
    [hiddenColumns.origins]: origins,
  },
})

/** Runs all timers that are due. */
const turns = async () => {
  for (let turn = 0; turn < 5; turn++) await new Promise(resolve => setTimeout(resolve, 0))
}

test('lines are counted again after an edit, but not when orders are judged, nor while lines are still arriving', async () => {
  const workbook = new Workbook(sheets['orders/japan'], [line(2), line(3)])
  const counts: number[] = []
  let onCounted: (found: FileStatus) => void = () => {}
  const next = () =>
    new Promise<number>(resolve => {
      onCounted = ({ toReview }) => resolve(counts.push(toReview))
    })
  const first = next()
  const counting = new ChangeCounter(
    workbook,
    signal => fileStatus(workbook, 'shop', () => false, new Set(), signal),
    found => onCounted(found),
    0,
  )
  await first
  workbook.begin()
  await turns()
  const again = next()
  const act = workbook.performInChunks(null)
  act.add({ changes: [], inserted: [line(4)], removed: [] })
  await turns()
  act.add({ changes: [], inserted: [line(5)], removed: [] })
  act.end()
  await again
  const last = next()
  writeCells(workbook, { ids: [] }, new Map([['L2', { [CITY]: '新宿区' }]]), null)
  await last
  counting.end()
  expect(counts).toEqual([2, 4, 3])
})
