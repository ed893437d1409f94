import { expect, test, vi } from 'vitest'
import { plainHeadings as headings, plainOrder as order } from '@/lib/intake/fixtures/plain-orders'
import { row, textRow, xlsxOf } from '@/lib/intake/fixtures/xlsx'
import { cellList } from './cell-list'
import { fileOf, openIntake } from './intake-fixture'

const book = xlsxOf({
  rows:
    textRow(1, headings) +
    textRow(2, order('A1')) +
    textRow(3, order('A2'), 'hidden="1"') +
    textRow(4, order('A3'), 'hidden="1"') +
    row(6, '<c r="A6"><f>A2</f></c>', '<c r="B6"><f>B2</f></c>'),
  hiddenRows: textRow(1, headings) + textRow(2, order('Z1')),
})

const until = (isSo: () => boolean) => vi.waitFor(() => expect(isSo()).toBe(true), { timeout: 10_000 })

async function open() {
  const page = openIntake()
  page.intake.take([fileOf(book, 'orders.xlsx')])
  await until(() => page.intake.summaries.length === 1)
  const report = page.intake.summaries[0]?.report
  if (!report) throw new Error('nothing came in')
  return { ...page, report }
}

test('hidden rows come in and are told; skipped, they go as one act, which undo takes back', async () => {
  const { intake, workbook, numbers, out, report } = await open()
  expect(numbers()).toEqual(['A1', 'A2', 'A3'])
  expect(report.unseen).toEqual(['0:3', '0:4'])
  await intake.takeOut(report.id, 'hidden')
  expect([numbers(), out]).toEqual([['A1'], [[2, 0]]])
  workbook.undo()
  expect(numbers()).toEqual(['A1', 'A2', 'A3'])
})

test('formulas without a result are named by their cells', async () => {
  const { unsolved } = (await open()).report
  expect(unsolved && [unsolved.count, cellList(unsolved)]).toEqual([2, 'A6, B6'])
})

test('a hidden sheet of orders is offered, neither imported nor passed over, and comes in when asked', async () => {
  const { intake, numbers, report } = await open()
  expect(report.others).toEqual([{ at: 1, name: '지난달', isHidden: true, rows: 1 }])
  await intake.takeTable(report.id, 1)
  await until(() => intake.stage?.at === 'mapping')
  if (intake.stage?.at !== 'mapping') throw new Error('nothing was asked')
  const { understood } = intake.stage.report
  intake.map(understood.recipe, understood)
  await until(() => intake.summaries.length === 2)
  expect(numbers()).toEqual(['A1', 'A2', 'A3', 'Z1'])
})
