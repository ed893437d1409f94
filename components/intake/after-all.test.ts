import { expect, test, vi } from 'vitest'
import { writeCells } from '@/lib/sheet/acts'
import type { Workbook } from '@/lib/sheet/workbook'
import { placesOf, stillAside } from './aside-places'
import { fileStanding } from './file-standing'
import type { Intake } from './intake'
import { fileOf, NUMBER, openIntake } from './intake-fixture'
import { beforeOfReport, linesByFile } from './reopen'

const ITEM = 'items[].name'

/** An order of which an item was cancelled, one that was cancelled, one that is shipped, and one to ship. */
const mixed = `상품주문번호,주문번호,수취인명,주문상태,상품명,수량
P1,N1,김민수,취소,지갑,1
P2,N1,김민수,결제완료,비니,1
P3,N2,이수진,취소완료,캔들,1
P4,N3,박지훈,배송중,가방,1
P5,N4,최유나,배송준비,모자,1
`

const until = (isSo: () => boolean) => vi.waitFor(() => expect(isSo()).toBe(true), { timeout: 10_000 })
const itemsIn = ({ draft }: Workbook) => draft.order.map(id => draft.lines.get(id)?.texts[ITEM])
const firstOf = ({ summaries }: Intake) => {
  const [summary] = summaries
  if (!summary) throw new Error('nothing came in')
  return summary
}
/** Numbers of orders of which something is not in the sheet, by what is told of them now. */
async function asideOf(workbook: Workbook, intake: Intake) {
  const { id, aside } = firstOf(intake).report
  const standing = await fileStanding(workbook, id, placesOf(aside), () => false)
  return stillAside(aside, standing?.there ?? new Set()).map(({ number }) => number)
}

async function openMixed() {
  const page = openIntake()
  page.intake.take([fileOf(mixed)])
  await until(() => page.intake.summaries.length === 1)
  return { ...page, id: firstOf(page.intake).report.id }
}

test('what was cancelled stays out, what was shipped comes in, both are told, and no row is lost', async () => {
  const { workbook, intake } = await openMixed()
  expect(itemsIn(workbook)).toEqual(['비니', '가방', '모자'])
  const { rows, orders, aside } = firstOf(intake).report
  expect({ rows, orders }).toEqual({ rows: 3, orders: 3 })
  expect(aside.map(({ means, number, isWhole, rows }) => [means, number, isWhole, rows])).toEqual([
    ['cancelled', 'N1', false, [2]],
    ['cancelled', 'N2', true, [4]],
    ['shipped', 'N3', true, [5]],
  ])
  expect(await asideOf(workbook, intake)).toEqual(['N1', 'N2'])
})

test('what was shipped is taken out by one act, and brought in again by another; what is registered stays', async () => {
  const { workbook, intake, told, out, id } = await openMixed()
  intake.takeOut(id, 'shipped')
  await until(() => out.length === 1)
  expect(out).toEqual([[1, 0]])
  expect(itemsIn(workbook)).toEqual(['비니', '모자'])
  expect(await asideOf(workbook, intake)).toEqual(['N1', 'N2', 'N3'])
  workbook.undo()
  expect(itemsIn(workbook)).toEqual(['비니', '가방', '모자'])
  expect(await asideOf(workbook, intake)).toEqual(['N1', 'N2'])
  workbook.redo()
  intake.afterAll(id, 'shipped')
  await until(() => told.length === 1)
  expect(itemsIn(workbook)).toEqual(['비니', '모자', '가방'])
  const lineIds = [workbook.draft.order[2] ?? '']
  workbook.hear([
    { lineIds, mallOrderNumber: 'N3', state: 'registered', fingerprint: '', orderId: '1', failures: [] },
  ])
  intake.takeOut(id, 'shipped')
  await until(() => out.length === 2)
  expect(out[1]).toEqual([1, 1])
  expect(itemsIn(workbook)).toEqual(['비니', '모자', '가방'])
})

test('it is brought in after all by one act: an item beside its order, whole orders below everything', async () => {
  const { workbook, intake, numbers, told, id } = await openMixed()
  intake.afterAll(id, 'cancelled')
  await until(() => told.length === 1)
  expect(itemsIn(workbook)).toEqual(['비니', '지갑', '가방', '모자', '캔들'])
  expect(numbers()).toEqual(['N1', 'N1', 'N3', 'N4', 'N2'])
  expect(told[0]).toMatchObject({ orders: 2 })
  expect(await asideOf(workbook, intake)).toEqual([])
  expect(workbook.index.orderOf(workbook.draft.order[1] ?? '')?.lines).toHaveLength(2)

  workbook.undo()
  expect(itemsIn(workbook)).toEqual(['비니', '가방', '모자'])
  expect(await asideOf(workbook, intake)).toEqual(['N1', 'N2'])
  workbook.redo()
  expect(await asideOf(workbook, intake)).toEqual([])
})

test('what was brought in is not brought twice, and what was deleted of it is told of again', async () => {
  const { workbook, intake, told, id } = await openMixed()
  intake.afterAll(id, 'cancelled')
  await until(() => told.length === 1)
  intake.afterAll(id, 'cancelled')
  await until(() => told.length === 2)
  expect(told[1]).toEqual({ orders: 0, first: undefined })
  expect(itemsIn(workbook)).toEqual(['비니', '지갑', '가방', '모자', '캔들'])
  const line = workbook.draft.lines.get(workbook.draft.order[4] ?? '')
  workbook.perform({ changes: [], inserted: [], removed: line ? [line] : [] }, null)
  expect(await asideOf(workbook, intake)).toEqual(['N2'])
})

test('the item of an order that is registered stands below, for nothing joins what is at the service', async () => {
  const { workbook, intake, numbers, told, id } = await openMixed()
  const [first = ''] = workbook.draft.order
  workbook.hear([
    {
      lineIds: [first],
      mallOrderNumber: 'N1',
      state: 'registered',
      fingerprint: '',
      orderId: '1',
      failures: [],
    },
  ])
  intake.afterAll(id, 'cancelled')
  await until(() => told.length === 1)
  expect(numbers()).toEqual(['N1', 'N3', 'N4', 'N1', 'N2'])
})

test('read another way, a file keeps what was brought in of it, and what was typed there', async () => {
  const { workbook, intake, told, id } = await openMixed()
  intake.afterAll(id, 'cancelled')
  await until(() => told.length === 1)
  const candle = workbook.draft.order[4] ?? ''
  writeCells(workbook, { ids: [] }, new Map([[candle, { 'recipient.name': '이수정' }]]), null)
  intake.again(id, { delimiter: ',' })
  await until(
    () =>
      intake.stage === undefined && workbook.draft.order[3] !== candle && !workbook.draft.lines.has(candle),
  )
  expect(itemsIn(workbook)).toEqual(['지갑', '비니', '캔들', '가방', '모자'])
  const [, , line = ''] = workbook.draft.order
  expect(workbook.text({ line, column: 'recipient.name' })).toBe('이수정')
  expect(firstOf(intake).brought.typed).toBe(1)
  expect(await asideOf(workbook, intake)).toEqual([])
})

test('a file of nothing but cancelled orders leaves the sheet as it was, and says so', async () => {
  const { workbook, intake, told } = openIntake()
  intake.take([fileOf('상품주문번호,주문번호,수취인명,주문상태,상품명,수량\nP1,N1,김민수,취소완료,지갑,1\n')])
  await until(() => intake.summaries.length === 1)
  expect(itemsIn(workbook)).toEqual([])
  expect(workbook.history.newest).toBeUndefined()
  expect(firstOf(intake).report).toMatchObject({ rows: 0, orders: 0 })
  intake.afterAll(firstOf(intake).report.id, 'cancelled')
  await until(() => told.length === 1)
  expect(itemsIn(workbook)).toEqual(['지갑'])
})

test('of a file that is not open any more its original is fetched, and brings in what it had left out', async () => {
  const { workbook, intake, told } = openIntake({ original: fileOf(mixed) })
  intake.take([fileOf(mixed), fileOf(`${NUMBER},recipient.name\nO-1,山田\n`, 'own.csv')])
  await until(() => intake.summaries.length === 2)
  const { report } = intake.summaries[1] ?? firstOf(intake)
  intake.afterAll(report.id, 'cancelled')
  await until(() => told.length === 1)
  expect(itemsIn(workbook)).toEqual(['비니', '지갑', '가방', '모자', undefined, '캔들'])
})

test('in another sitting a file tells what it left out, and what was taken out since', async () => {
  const { workbook, intake, out, id } = await openMixed()
  intake.takeOut(id, 'shipped')
  await until(() => out.length === 1)
  const { report } = firstOf(intake)
  const later = openIntake({ workbook, original: fileOf(mixed) })
  const of = (await linesByFile(workbook)).get(id)
  if (!of) throw new Error('nothing of it is there')
  await later.intake.reopen({ id, name: report.name, before: beforeOfReport(report), of })
  expect(await asideOf(workbook, later.intake)).toEqual(['N1', 'N2', 'N3'])
})
