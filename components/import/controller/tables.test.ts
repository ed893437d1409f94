import { expect, test } from 'vitest'
import { archiveOf } from '@/testing/files/zip'
import { awaitMapping, chooseMapping, fileOf, openImports, until } from '@/testing/import/import-harness'
import { plainHeadings as headings, plainOrder as order } from '@/testing/import/plain-orders'
import { linesByFile, readingOfReport } from './files/reopen'
import type { ImportController } from './import-controller'

const turned = (row: readonly string[]) => row.toReversed()
const renamed = headings.map(heading => (heading === '商品名' ? '品名' : heading))

/** Two halves of an export, the second with its columns in reverse order, and one with other names of columns. */
const archive = archiveOf({
  'march_1.csv': [headings, order('A1'), order('A2')],
  'march_2.csv': [turned(headings), turned(order('B1'))],
  'april.csv': [
    [...renamed, '備考'],
    [...order('C1'), '-'],
  ],
  'readme.csv': [['読んでください']],
})
const unknown = archiveOf({
  'march_1.csv': [headings.with(0, '受付'), order('A1')],
  'march_2.csv': [headings.with(0, '受付'), order('B1')],
})

const reportOf = ({ summaries }: ImportController, at = 0) => {
  const report = summaries[at]?.report
  if (!report) throw new Error('nothing came in')
  return report
}
async function choose(importer: ImportController, table: number) {
  await until(() => importer.stage.at === 'choosing')
  importer.chooseOptions({ table })
  const mapping = await awaitMapping(importer)
  chooseMapping(importer, mapping.recipe, mapping)
  await until(() => importer.summaries.length > 0)
}

test('files of an archive with the same columns are imported together when one of them is chosen, and the others are offered', async () => {
  const { importer, numbers } = openImports()
  importer.addFiles([fileOf(archive, 'orders.zip')])
  await choose(importer, 0)
  expect(numbers()).toEqual(['A1', 'A2', 'B1'])
  const report = reportOf(importer)
  expect(report.combinedTables).toEqual([1])
  expect(report.otherTables.map(({ name, rows }) => [name, rows])).toEqual([['april.csv', 1]])

  await importer.importTable(report.id, 2)
  const mapping = await awaitMapping(importer)
  chooseMapping(importer, mapping.recipe, mapping)
  await until(() => importer.summaries.length === 2)
  expect(numbers()).toEqual(['A1', 'A2', 'B1', 'C1'])
  expect(reportOf(importer).mapping.table).toBe(2)
})

test('a mapping applies to all files with those columns, at first and whenever it is changed', async () => {
  const { importer, numbers, workbook } = openImports()
  importer.addFiles([fileOf(unknown, 'orders.zip')])
  const mapping = await awaitMapping(importer)
  const recipe = {
    ...mapping.recipe,
    id: 'mapped',
    fields: { ...mapping.recipe.fields, 'orderInfo.mallOrderNumber': { take: ['受付'] } },
  }
  chooseMapping(importer, recipe, mapping)
  await until(() => importer.summaries.length === 1)
  expect(numbers()).toEqual(['A1', 'B1'])

  const { id } = reportOf(importer)
  await importer.editMapping(id)
  await until(() => importer.stage.at === 'mapping')
  chooseMapping(
    importer,
    { ...recipe, fields: { ...recipe.fields, 'items[].name': { take: ['単価'] } } },
    mapping,
  )
  await until(() => importer.stage.at === 'idle')
  expect(numbers()).toEqual(['A1', 'B1'])

  // In another editing session it is read as before, with both files.
  const report = reportOf(importer)
  const later = openImports({ workbook, original: fileOf(unknown, 'orders.zip') })
  const of = (await linesByFile(workbook)).get(id)
  if (!of) throw new Error('nothing of it is there')
  later.importer.reopen({ id, name: report.name, before: readingOfReport(report), of })
  await until(() => later.importer.stage.at === 'idle')
  expect(reportOf(later.importer)).toMatchObject({ rows: 2, combinedTables: [1] })
})

test('one of several files with the same columns can be imported by itself', async () => {
  const { importer, numbers } = openImports()
  importer.addFiles([fileOf(archive, 'orders.zip')])
  await choose(importer, 0)
  importer.readAgain(reportOf(importer).id, { table: 1, onlyThisTable: true })
  const mapping = await awaitMapping(importer)
  chooseMapping(importer, mapping.recipe, mapping)
  await until(() => importer.stage.at === 'idle')
  expect(numbers()).toEqual(['B1'])
  expect(reportOf(importer).otherTables.map(({ name }) => name)).toEqual(['march_1.csv', 'april.csv'])
})

test('a column with texts only in the second table is asked about, with a sample', async () => {
  const { importer } = openImports()
  const wide = [...headings, '階・号室の別記']
  const zip = archiveOf({
    '1.csv': [wide, [...order('A1'), '']],
    '2.csv': [wide, [...order('B1'), 'パークビル4階']],
  })
  importer.addFiles([fileOf(zip, 'orders.zip')])
  await until(() => importer.stage.at === 'mapping')
  if (importer.stage.at !== 'mapping') throw new Error('no question was shown')
  expect(importer.stage.report.unused).toEqual([
    { column: 10, heading: '階・号室の別記', sample: 'パークビル4階', isUnread: true },
  ])
})
