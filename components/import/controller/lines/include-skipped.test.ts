import { expect, test } from 'vitest'
import { linesByFile, readingOfReport } from '@/components/import/controller/files/reopen'
import type { ImportController } from '@/components/import/controller/import-controller'
import { fileStatus } from '@/components/import/summary/file-status'
import { writeCells } from '@/lib/sheet/acts/cells'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import { fileOf, NUMBER, openImports, until } from '@/testing/import/import-harness'
import { rowPlacesOf, stillSkipped } from './skipped-rows'

const ITEM = 'items[].name'

/** Four orders: one with a cancelled item, one cancelled, one shipped, one to ship. */
const mixed = `상품주문번호,주문번호,수취인명,주문상태,상품명,수량
P1,N1,김민수,취소,지갑,1
P2,N1,김민수,결제완료,비니,1
P3,N2,이수진,취소완료,캔들,1
P4,N3,박지훈,배송중,가방,1
P5,N4,최유나,배송준비,모자,1
`

const itemsIn = ({ draft }: Workbook) => draft.order.map(id => draft.lines.get(id)?.texts[ITEM])
const firstOf = ({ summaries }: ImportController) => {
  const [summary] = summaries
  if (!summary) throw new Error('nothing came in')
  return summary
}
/** Numbers of orders that are not wholly in the sheet, by the reason that is shown now. */
async function skippedNumbers(workbook: Workbook, importer: ImportController) {
  const { id, skippedOrders } = firstOf(importer).report
  const places = rowPlacesOf(skippedOrders)
  const status = await fileStatus(workbook, id, () => true, places, new AbortController().signal)
  return stillSkipped(skippedOrders, status?.present ?? new Set()).map(({ number }) => number)
}

async function openMixed() {
  const page = openImports()
  page.importer.addFiles([fileOf(mixed)])
  await until(() => page.importer.summaries.length === 1)
  return { ...page, id: firstOf(page.importer).report.id }
}

test('cancelled orders are skipped, shipped ones imported, both are reported, and no row is lost', async () => {
  const { workbook, importer } = await openMixed()
  expect(itemsIn(workbook)).toEqual(['비니', '가방', '모자'])
  const { rows, orders, skippedOrders } = firstOf(importer).report
  expect({ rows, orders }).toEqual({ rows: 3, orders: 3 })
  expect(skippedOrders.map(({ means, number, isWhole, rows }) => [means, number, isWhole, rows])).toEqual([
    ['cancelled', 'N1', false, [2]],
    ['cancelled', 'N2', true, [4]],
    ['shipped', 'N3', true, [5]],
  ])
  expect(await skippedNumbers(workbook, importer)).toEqual(['N1', 'N2'])
})

test('shipped orders are removed by one step and imported again by another; a registered order stays', async () => {
  const { workbook, importer, included, removed, id } = await openMixed()
  importer.removeRows(id, 'shipped')
  await until(() => removed.length === 1)
  expect(removed).toEqual([[1, 0]])
  expect(itemsIn(workbook)).toEqual(['비니', '모자'])
  expect(await skippedNumbers(workbook, importer)).toEqual(['N1', 'N2', 'N3'])
  workbook.undo()
  expect(itemsIn(workbook)).toEqual(['비니', '가방', '모자'])
  expect(await skippedNumbers(workbook, importer)).toEqual(['N1', 'N2'])
  workbook.redo()
  importer.includeSkipped(id, 'shipped')
  await until(() => included.length === 1)
  expect(itemsIn(workbook)).toEqual(['비니', '모자', '가방'])
  const lineIds = [workbook.draft.order[2] ?? '']
  workbook.serverFacts.addOutcomes([
    { lineIds, mallOrderNumber: 'N3', state: 'registered', fingerprint: '', orderId: '1', failures: [] },
  ])
  importer.removeRows(id, 'shipped')
  await until(() => removed.length === 2)
  expect(removed[1]).toEqual([1, 1])
  expect(itemsIn(workbook)).toEqual(['비니', '모자', '가방'])
})

test('skipped orders are included by one step: items below their order, whole orders below all lines', async () => {
  const { workbook, importer, numbers, included, id } = await openMixed()
  importer.includeSkipped(id, 'cancelled')
  await until(() => included.length === 1)
  expect(itemsIn(workbook)).toEqual(['비니', '지갑', '가방', '모자', '캔들'])
  expect(numbers()).toEqual(['N1', 'N1', 'N3', 'N4', 'N2'])
  expect(included[0]).toMatchObject({ orders: 2 })
  expect(await skippedNumbers(workbook, importer)).toEqual([])
  expect(workbook.index.orderOf(workbook.draft.order[1] ?? '')?.lines).toHaveLength(2)

  workbook.undo()
  expect(itemsIn(workbook)).toEqual(['비니', '가방', '모자'])
  expect(await skippedNumbers(workbook, importer)).toEqual(['N1', 'N2'])
  workbook.redo()
  expect(await skippedNumbers(workbook, importer)).toEqual([])
})

test('an included item goes below its own order, not below the one with its number in a second report', async () => {
  const { workbook, importer, included } = openImports()
  const [headings, ...rows] = mixed.trimEnd().split('\n')
  importer.addFiles([fileOf([headings, ...rows, headings, rows[1]].join('\n'))])
  await until(() => importer.summaries.length === 1)
  importer.includeSkipped(firstOf(importer).report.id, 'cancelled')
  await until(() => included.length === 1)
  expect(itemsIn(workbook)).toEqual(['비니', '지갑', '가방', '모자', '비니', '캔들'])
  expect(workbook.index.orderOf(workbook.draft.order[0] ?? '')?.lines).toHaveLength(2)
})

test('included orders are not imported twice, and deleted ones are reported as skipped again', async () => {
  const { workbook, importer, included, id } = await openMixed()
  importer.includeSkipped(id, 'cancelled')
  await until(() => included.length === 1)
  importer.includeSkipped(id, 'cancelled')
  await until(() => included.length === 2)
  expect(included[1]).toEqual({ orders: 0, first: undefined })
  expect(itemsIn(workbook)).toEqual(['비니', '지갑', '가방', '모자', '캔들'])
  const line = workbook.draft.lines.get(workbook.draft.order[4] ?? '')
  workbook.perform({ changes: [], inserted: [], removed: line ? [line] : [] }, null)
  expect(await skippedNumbers(workbook, importer)).toEqual(['N2'])
})

test('an included item of a registered order goes below all lines, because that order is closed', async () => {
  const { workbook, importer, numbers, included, id } = await openMixed()
  const [first = ''] = workbook.draft.order
  workbook.serverFacts.addOutcomes([
    {
      lineIds: [first],
      mallOrderNumber: 'N1',
      state: 'registered',
      fingerprint: '',
      orderId: '1',
      failures: [],
    },
  ])
  importer.includeSkipped(id, 'cancelled')
  await until(() => included.length === 1)
  expect(numbers()).toEqual(['N1', 'N3', 'N4', 'N1', 'N2'])
})

test('a file that is read another way keeps its included orders and their typed texts', async () => {
  const { workbook, importer, included, id } = await openMixed()
  importer.includeSkipped(id, 'cancelled')
  await until(() => included.length === 1)
  const candle = workbook.draft.order[4] ?? ''
  writeCells(workbook, { ids: [] }, new Map([[candle, { 'recipient.name': '이수정' }]]), null)
  importer.readAgain(id, { delimiter: ',' })
  await until(
    () =>
      importer.stage.at === 'idle' && workbook.draft.order[3] !== candle && !workbook.draft.lines.has(candle),
  )
  expect(itemsIn(workbook)).toEqual(['지갑', '비니', '캔들', '가방', '모자'])
  const [, , line = ''] = workbook.draft.order
  expect(workbook.text({ line, column: 'recipient.name' })).toBe('이수정')
  expect(firstOf(importer).result.keptEdits).toBe(1)
  expect(await skippedNumbers(workbook, importer)).toEqual([])
})

test('a file with only cancelled orders leaves the sheet as it was, and reports that', async () => {
  const { workbook, importer, included } = openImports()
  importer.addFiles([
    fileOf('상품주문번호,주문번호,수취인명,주문상태,상품명,수량\nP1,N1,김민수,취소완료,지갑,1\n'),
  ])
  await until(() => importer.summaries.length === 1)
  expect(itemsIn(workbook)).toEqual([])
  expect(workbook.history.newest).toBeUndefined()
  expect(firstOf(importer).report).toMatchObject({ rows: 0, orders: 0 })
  importer.includeSkipped(firstOf(importer).report.id, 'cancelled')
  await until(() => included.length === 1)
  expect(itemsIn(workbook)).toEqual(['지갑'])
})

test('skipped orders of a file that is not open are imported from its stored original', async () => {
  const { workbook, importer, included } = openImports({ original: fileOf(mixed) })
  importer.addFiles([fileOf(mixed), fileOf(`${NUMBER},recipient.name\nO-1,山田\n`, 'own.csv')])
  await until(() => importer.summaries.length === 2)
  const { report } = importer.summaries[1] ?? firstOf(importer)
  importer.includeSkipped(report.id, 'cancelled')
  await until(() => included.length === 1)
  expect(itemsIn(workbook)).toEqual(['비니', '지갑', '가방', '모자', undefined, '캔들'])
})

test('in a later session a file reports what it skipped, and what was removed since', async () => {
  const { workbook, importer, removed, id } = await openMixed()
  importer.removeRows(id, 'shipped')
  await until(() => removed.length === 1)
  const { report } = firstOf(importer)
  const later = openImports({ workbook, original: fileOf(mixed) })
  const of = (await linesByFile(workbook)).get(id)
  if (!of) throw new Error('nothing of it is there')
  later.importer.reopen({ id, name: report.name, before: readingOfReport(report), of })
  await until(() => later.importer.stage.at === 'idle')
  expect(await skippedNumbers(workbook, later.importer)).toEqual(['N1', 'N2', 'N3'])
})
