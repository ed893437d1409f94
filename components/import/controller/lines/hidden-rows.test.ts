import { expect, test } from 'vitest'
import { cellList } from '@/components/import/summary/sentences'
import { row, textRow, xlsxOf } from '@/testing/files/xlsx-parts'
import { awaitMapping, chooseMapping, fileOf, openImports, until } from '@/testing/import/import-harness'
import { plainHeadings as headings, plainOrder as order } from '@/testing/import/plain-orders'

const book = xlsxOf({
  rows:
    textRow(1, headings) +
    textRow(2, order('A1')) +
    textRow(3, order('A2'), 'hidden="1"') +
    textRow(4, order('A3'), 'hidden="1"') +
    row(6, '<c r="A6"><f>A2</f></c>', '<c r="B6"><f>B2</f></c>'),
  hiddenRows: textRow(1, headings) + textRow(2, order('Z1')),
})

async function open() {
  const page = openImports()
  page.importer.addFiles([fileOf(book, 'orders.xlsx')])
  await until(() => page.importer.summaries.length === 1)
  const report = page.importer.summaries[0]?.report
  if (!report) throw new Error('nothing came in')
  return { ...page, report }
}

test('hidden rows are imported and reported; skipping removes them as one step, which undo takes back', async () => {
  const { importer, workbook, numbers, removed, report } = await open()
  expect(numbers()).toEqual(['A1', 'A2', 'A3'])
  expect(report.hiddenRows).toEqual(['0:3', '0:4'])
  await importer.removeRows(report.id, 'hidden')
  expect([numbers(), removed]).toEqual([['A1'], [[2, 0]]])
  workbook.undo()
  expect(numbers()).toEqual(['A1', 'A2', 'A3'])
})

test('formulas without a result are listed by their cells', async () => {
  const { unsolved } = (await open()).report
  expect(unsolved && [unsolved.count, cellList('en', unsolved)]).toEqual([2, 'A6, B6'])
})

test('a hidden sheet of orders is not imported but offered, and can be imported', async () => {
  const { importer, numbers, report } = await open()
  expect(report.otherTables).toEqual([{ at: 1, name: '지난달', isHidden: true, rows: 1 }])
  await importer.importTable(report.id, 1)
  const mapping = await awaitMapping(importer)
  chooseMapping(importer, mapping.recipe, mapping)
  await until(() => importer.summaries.length === 2)
  expect(numbers()).toEqual(['A1', 'A2', 'A3', 'Z1'])
})
