import { expect, test, vi } from 'vitest'
import { plainHeadings as headings, plainOrder as order } from '@/lib/intake/fixtures/plain-orders'
import { archiveOf } from '@/lib/intake/fixtures/zip'
import type { Intake } from './intake'
import { fileOf, openIntake } from './intake-fixture'
import { beforeOfReport, linesByFile } from './reopen'

const turned = (row: readonly string[]) => row.toReversed()
const renamed = headings.map(heading => (heading === '商品名' ? '品名' : heading))

/** Two halves of an export, the second with its columns turned round, and one whose columns are called otherwise. */
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

const until = (isSo: () => boolean) => vi.waitFor(() => expect(isSo()).toBe(true), { timeout: 10_000 })
const reportOf = ({ summaries }: Intake, at = 0) => {
  const report = summaries[at]?.report
  if (!report) throw new Error('nothing came in')
  return report
}
async function choose(intake: Intake, table: number) {
  await until(() => intake.stage?.at === 'choosing')
  intake.answer({ table })
  await until(() => intake.stage?.at === 'mapping')
  if (intake.stage?.at !== 'mapping') throw new Error('nothing was asked')
  const { understood } = intake.stage.report
  intake.map(understood.recipe, understood)
  await until(() => intake.summaries.length > 0)
}

test('files of an archive with the same columns come in together though one of them was chosen; others are offered, and none is lost', async () => {
  const { intake, numbers } = openIntake()
  intake.take([fileOf(archive, 'orders.zip')])
  await choose(intake, 0)
  expect(numbers()).toEqual(['A1', 'A2', 'B1'])
  const report = reportOf(intake)
  expect(report.alike).toEqual([1])
  expect(report.others.map(({ name, rows }) => [name, rows])).toEqual([['april.csv', 1]])

  await intake.takeTable(report.id, 2)
  await until(() => intake.stage?.at === 'mapping')
  if (intake.stage?.at !== 'mapping') throw new Error('nothing was asked')
  const { understood } = intake.stage.report
  intake.map(understood.recipe, understood)
  await until(() => intake.summaries.length === 2)
  expect(numbers()).toEqual(['A1', 'A2', 'B1', 'C1'])
  expect(reportOf(intake).understood.table).toBe(2)
})

test('a mapping that is made by hand takes all files with those columns, the first time and whenever it is changed', async () => {
  const { intake, numbers, workbook } = openIntake()
  intake.take([fileOf(unknown, 'orders.zip')])
  await until(() => intake.stage?.at === 'mapping')
  if (intake.stage?.at !== 'mapping') throw new Error('nothing was asked')
  const { understood } = intake.stage.report
  const recipe = {
    ...understood.recipe,
    id: 'mapped',
    fields: { ...understood.recipe.fields, 'orderInfo.mallOrderNumber': { take: ['受付'] } },
  }
  intake.map(recipe, understood)
  await until(() => intake.summaries.length === 1)
  expect(numbers()).toEqual(['A1', 'B1'])

  const { id } = reportOf(intake)
  await intake.mapAgain(id)
  await until(() => intake.stage?.at === 'mapping')
  intake.map({ ...recipe, fields: { ...recipe.fields, 'items[].name': { take: ['単価'] } } }, understood)
  await until(() => intake.stage === undefined)
  expect(numbers()).toEqual(['A1', 'B1'])

  // In another sitting it is read as it was, with both.
  const report = reportOf(intake)
  const later = openIntake({ workbook, original: fileOf(unknown, 'orders.zip') })
  const of = (await linesByFile(workbook)).get(id)
  if (!of) throw new Error('nothing of it is there')
  await later.intake.reopen({ id, name: report.name, before: beforeOfReport(report), of })
  expect(reportOf(later.intake)).toMatchObject({ rows: 2, alike: [1] })
})

test('whoever wants one of them alone gets that one', async () => {
  const { intake, numbers } = openIntake()
  intake.take([fileOf(archive, 'orders.zip')])
  await choose(intake, 0)
  intake.again(reportOf(intake).id, { table: 1, isAlone: true })
  await until(() => intake.stage?.at === 'mapping')
  if (intake.stage?.at !== 'mapping') throw new Error('nothing was asked')
  const { understood } = intake.stage.report
  intake.map(understood.recipe, understood)
  await until(() => intake.stage === undefined)
  expect(numbers()).toEqual(['B1'])
  expect(reportOf(intake).others.map(({ name }) => name)).toEqual(['march_1.csv', 'april.csv'])
})

test('a column that only the second table has texts in is asked about, and shown with them', async () => {
  const { intake } = openIntake()
  const wide = [...headings, '階・号室の別記']
  const zip = archiveOf({
    '1.csv': [wide, [...order('A1'), '']],
    '2.csv': [wide, [...order('B1'), 'パークビル4階']],
  })
  intake.take([fileOf(zip, 'orders.zip')])
  await until(() => intake.stage?.at === 'mapping')
  if (intake.stage?.at !== 'mapping') throw new Error('nothing was asked')
  expect(intake.stage.report.unused).toEqual([
    { column: 10, heading: '階・号室の別記', sample: 'パークビル4階', isUnread: true },
  ])
})
