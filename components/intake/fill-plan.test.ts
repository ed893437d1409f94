import { expect, test } from 'vitest'
import { filledCells } from '@/lib/intake/fill-blanks'
import { hidden } from '@/lib/intake/imported'
import { originAt } from '@/lib/intake/origins'
import { writeCells } from '@/lib/sheet/acts'
import { sheets } from '@/lib/sheet/sheets'
import { Workbook } from '@/lib/sheet/workbook'
import { planFill, planReviewed, writeInPieces } from './fill-plan'

const NUMBER = 'orderInfo.mallOrderNumber'
const SENDER = 'sender.name'
const preset = { name: 'Seoul', texts: { [SENDER]: 'Hanbit', warehouseId: '7' } }
const never = () => false

/** A sheet of so many orders, of one line each; those of `senders` say who sends them. */
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

test('the blanks of some orders are filled as one act, and one undo takes it back', async () => {
  const { workbook, sender } = open(300, { 1: 'Own shop' })
  const asked = await planFill(workbook, workbook.leads(), preset, never)
  if (!asked) throw new Error('called off')
  expect(filledCells(asked.plan)).toBe(599)
  await writeInPieces(workbook, asked.plan.writes, null)
  expect([sender(0), sender(1), sender(299)]).toEqual(['Hanbit', 'Own shop', 'Hanbit'])
  expect(originAt(workbook.line('L0').texts, SENDER)).toMatchObject({ kind: 'preset', of: 'Seoul' })
  workbook.undo()
  expect([sender(0), sender(1), sender(299)]).toEqual(['', 'Own shop', ''])
  expect(workbook.line('L0').texts[hidden.origins]).toBeUndefined()
})

test('what is typed while the plan is read stays, and so does what is at the service', async () => {
  const { workbook, sender } = open(3)
  workbook.hear([
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
  const asked = await planFill(workbook, workbook.leads(), preset, never)
  if (!asked) throw new Error('called off')
  writeCells(workbook, { ids: [] }, new Map([['L0', { [SENDER]: 'typed' }]]), null)
  await writeInPieces(workbook, asked.plan.writes, null)
  expect([sender(0), sender(1), sender(2)]).toEqual(['typed', 'Hanbit', ''])
})

test('a plan that is called off comes to nothing', async () => {
  const { workbook } = open(3)
  expect(await planFill(workbook, workbook.leads(), preset, () => true)).toBeUndefined()
})

test('cells that were to be looked at are found right where they are selected', async () => {
  const { workbook } = open(1)
  const split = { kind: 'split', text: '東京都', review: true }
  const origins = JSON.stringify({ 'recipient.state': split, 'recipient.city': { ...split, text: '渋谷区' } })
  const texts = { 'recipient.state': '東京都', 'recipient.city': '渋谷区', [hidden.origins]: origins }
  writeCells(workbook, { ids: [] }, new Map([['L0', texts]]), null)
  const { writes, cells } = planReviewed(workbook, [['L0', new Set(['recipient.state', NUMBER])]])
  expect(cells).toBe(1)
  await writeInPieces(workbook, writes, null)
  const line = workbook.line('L0').texts
  expect(originAt(line, 'recipient.state')?.review).toBeUndefined()
  expect(originAt(line, 'recipient.city')?.review).toBe(true)
})
