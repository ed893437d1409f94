import { expect, test } from 'vitest'
import { countFilledCells } from '@/lib/import/lines/fill/plan-fill'
import { hiddenColumns } from '@/lib/import/recipe/hidden-columns'
import { originAt } from '@/lib/import/recipe/values/origins'
import { writeCells } from '@/lib/sheet/acts/cells'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { planFill, planReviewed, writeInChunks } from './plan'

const NUMBER = 'orderInfo.mallOrderNumber'
const SENDER = 'sender.name'
const preset = { name: 'Seoul', texts: { [SENDER]: 'Hanbit', warehouseId: '7' } }
const never = new AbortController().signal

/** A sheet of orders of one line each. @param senders the sender of some of them, by position */
function open(count: number, senders: Readonly<Record<number, string>> = {}) {
  const lines = Array.from({ length: count }, (_, at) => ({
    id: `L${at}`,
    rank: at,
    texts: { [NUMBER]: `N${at}`, ...(senders[at] !== undefined && { [SENDER]: senders[at] }) } as Record<
      string,
      string
    >,
  }))
  const workbook = new Workbook(sheets['orders/japan'], lines)
  const sender = (at: number) => workbook.text({ line: `L${at}`, column: SENDER })
  return { workbook, sender }
}

test('the blank cells of some orders are filled as one step, which one undo takes back', async () => {
  const { workbook, sender } = open(300, { 1: 'Own shop' })
  const planned = await planFill(workbook, workbook.firstLines(), preset, never)
  if (!planned) throw new Error('the search was cancelled')
  expect(countFilledCells(planned.plan)).toBe(599)
  expect(await writeInChunks(workbook, planned.plan.writes, null)).toBe(599)
  expect([sender(0), sender(1), sender(299)]).toEqual(['Hanbit', 'Own shop', 'Hanbit'])
  expect(originAt(workbook.line('L0').texts, SENDER)).toMatchObject({ kind: 'preset', of: 'Seoul' })
  workbook.undo()
  expect([sender(0), sender(1), sender(299)]).toEqual(['', 'Own shop', ''])
  expect(workbook.line('L0').texts[hiddenColumns.origins]).toBeUndefined()
})

test('cells that are typed while the plan is open keep their text, and so do orders at the service', async () => {
  const { workbook, sender } = open(3)
  workbook.serverFacts.addOutcomes([
    {
      mallOrderNumber: 'N2',
      lineIds: ['L2'],
      state: 'registered',
      checkedAt: '2026-11-21T00:00:00.000Z',
      fingerprint: '',
      failures: [],
      position: 0,
      orderId: '1',
    },
  ])
  const planned = await planFill(workbook, workbook.firstLines(), preset, never)
  if (!planned) throw new Error('the search was cancelled')
  writeCells(workbook, { ids: [] }, new Map([['L0', { [SENDER]: 'typed' }]]), null)
  await writeInChunks(workbook, planned.plan.writes, null)
  expect([sender(0), sender(1), sender(2)]).toEqual(['typed', 'Hanbit', ''])
})

test('a cell that was typed meanwhile leaves the other blank cells of its row to be filled, and is not counted', async () => {
  const { workbook, sender } = open(2)
  const planned = await planFill(workbook, workbook.firstLines(), preset, never)
  if (!planned) throw new Error('the search was cancelled')
  const origin = { kind: 'split', text: '渋谷区' }
  const meanwhile = {
    [SENDER]: 'typed',
    'recipient.city': '渋谷区',
    [hiddenColumns.origins]: JSON.stringify({ 'recipient.city': origin }),
  }
  writeCells(workbook, { ids: [] }, new Map([['L0', meanwhile]]), null)
  expect(await writeInChunks(workbook, planned.plan.writes, null)).toBe(3)
  expect([sender(0), sender(1)]).toEqual(['typed', 'Hanbit'])
  const line = workbook.line('L0').texts
  expect(line.warehouseId).toBe('7')
  expect(originAt(line, 'warehouseId')).toMatchObject({ kind: 'preset', of: 'Seoul' })
  expect(originAt(line, 'recipient.city')).toEqual(origin)
  expect(JSON.parse(line[hiddenColumns.origins] ?? '')).not.toHaveProperty([SENDER])
})

test('a cancelled plan returns nothing', async () => {
  const { workbook } = open(3)
  expect(await planFill(workbook, workbook.firstLines(), preset, AbortSignal.abort())).toBeUndefined()
})

test('cells that need a review are confirmed where they are selected', async () => {
  const { workbook } = open(1)
  const split = { kind: 'split', text: '東京都', review: true }
  const origins = JSON.stringify({ 'recipient.state': split, 'recipient.city': { ...split, text: '渋谷区' } })
  const texts = { 'recipient.state': '東京都', 'recipient.city': '渋谷区', [hiddenColumns.origins]: origins }
  writeCells(workbook, { ids: [] }, new Map([['L0', texts]]), null)
  const { writes, cells } = planReviewed(workbook, [['L0', new Set(['recipient.state', NUMBER])]])
  expect(cells).toBe(1)
  await writeInChunks(workbook, writes, null)
  const line = workbook.line('L0').texts
  expect(originAt(line, 'recipient.state')?.review).toBeUndefined()
  expect(originAt(line, 'recipient.city')?.review).toBe(true)
})
