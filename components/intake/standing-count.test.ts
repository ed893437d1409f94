import { expect, test } from 'vitest'
import { hidden } from '@/lib/intake/imported'
import { writeCells } from '@/lib/sheet/acts'
import type { Line } from '@/lib/sheet/draft'
import { sheets } from '@/lib/sheet/sheets'
import { Workbook } from '@/lib/sheet/workbook'
import type { FileStanding } from './file-standing'
import { StandingCount } from './standing-count'

const CITY = 'recipient.city'
const origins = JSON.stringify({ [CITY]: { kind: 'split', text: '渋谷区', review: true } })
const line = (row: number): Line => ({
  id: `L${row}`,
  rank: row,
  texts: {
    'orderInfo.mallOrderNumber': `A-${row}`,
    [CITY]: '渋谷区',
    [hidden.source]: `shop:0:${row}`,
    [hidden.origins]: origins,
  },
})

/** Lets what is due be done. */
const turns = async () => {
  for (let turn = 0; turn < 5; turn++) await new Promise(resolve => setTimeout(resolve, 0))
}

test('lines are counted again after an edit, and neither because orders are judged nor while more of them come', async () => {
  const workbook = new Workbook(sheets['orders/japan'], [line(2), line(3)])
  const heard: number[] = []
  let hear: (found: FileStanding) => void = () => {}
  const next = () =>
    new Promise<number>(resolve => {
      hear = ({ toReview }) => resolve(heard.push(toReview))
    })
  const first = next()
  const counting = new StandingCount(workbook, { id: 'shop', aside: [], unseen: [] }, found => hear(found), 0)
  await first
  workbook.begin()
  await turns()
  const again = next()
  const act = workbook.performInPieces(null)
  act.add({ changes: [], inserted: [line(4)], removed: [] })
  await turns()
  act.add({ changes: [], inserted: [line(5)], removed: [] })
  act.end()
  await again
  const last = next()
  writeCells(workbook, { ids: [] }, new Map([['L2', { [CITY]: '新宿区' }]]), null)
  await last
  counting.end()
  expect(heard).toEqual([2, 4, 3])
})
