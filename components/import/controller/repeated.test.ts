import { expect, test } from 'vitest'
import { fileOf, openImports, until } from '@/testing/import/import-harness'
import { linesByFile, readingOfReport } from './files/reopen'
import type { ImportController } from './import-controller'
import type { Stage } from './state/state'

const headings = '주문번호,수취인명,연락처,우편번호,주소,상품명,수량,판매가'
const order = (number: string, item: string) =>
  `${number},山田太郎,090-1234-5678,150-0041,神南1-2-3,${item},1,1200`
const rows = [order('N1', '양말'), order('N1', '모자'), order('N2', '컵')]
const twice = [headings, ...rows, ...rows].join('\n')

async function repeatedQuestion(importer: ImportController): Promise<Extract<Stage, { at: 'repeated' }>> {
  await until(() => importer.stage.at === 'repeated' || importer.summaries.length > 0)
  if (importer.stage.at !== 'repeated') throw new Error('no question was shown')
  return importer.stage
}

test('rows that occur twice are asked about before anything is imported', async () => {
  const { importer, numbers } = openImports()
  importer.addFiles([fileOf(twice)])
  const { outline } = await repeatedQuestion(importer)
  expect(numbers()).toEqual([])
  expect(outline.repeatedRows).toEqual({ rows: 3, orders: 2, first: ['N1', 'N2'] })
})

test('imported once, the repeated rows are listed, stay out in other readings, and one step adds them', async () => {
  const { importer, numbers } = openImports()
  importer.addFiles([fileOf(twice)])
  const { options } = await repeatedQuestion(importer)
  importer.chooseOptions({ ...options, repeated: 'once' })
  await until(() => importer.summaries.length === 1)
  expect(numbers()).toEqual(['N1', 'N1', 'N2'])
  const report = () => importer.summaries[0]?.report
  expect(report()?.skippedOrders.map(({ means, number }) => [means, number])).toEqual([
    ['repeated', 'N1'],
    ['repeated', 'N2'],
  ])
  importer.readAgain(report()?.id ?? '', { delimiter: ',' })
  await until(() => importer.stage.at === 'idle')
  expect(numbers()).toEqual(['N1', 'N1', 'N2'])
  importer.includeSkipped(report()?.id ?? '', 'repeated')
  await until(() => numbers().length === 6)
  importer.readAgain(report()?.id ?? '', { delimiter: ',' })
  await until(() => importer.stage.at === 'idle')
  expect(numbers().length).toBe(6)
})

test('an order with two equal items is imported with both, and is not asked about again', async () => {
  const { importer, numbers } = openImports()
  importer.addFiles([fileOf([headings, rows[0], rows[0], rows[2]].join('\n'))])
  const { options } = await repeatedQuestion(importer)
  importer.chooseOptions({ ...options, repeated: 'all' })
  await until(() => importer.summaries.length === 1)
  expect(numbers()).toEqual(['N1', 'N1', 'N2'])
  expect(importer.summaries[0]?.report.skippedOrders).toEqual([])
  importer.readAgain(importer.summaries[0]?.report.id ?? '', { delimiter: ',' })
  await until(() => importer.stage.at !== 'reading' && importer.stage.at !== 'importing')
  expect([importer.stage.at, numbers()]).toEqual(['idle', ['N1', 'N1', 'N2']])
})

test('a cancelled order with two equal items is imported anyway with both, where all rows are imported', async () => {
  const { importer, numbers } = openImports()
  const withStatus = (row: string, status: string) => `${row},${status}`
  const [sock, , cup] = rows
  const cancelled = withStatus(sock ?? '', '취소완료')
  const content = [withStatus(headings, '주문상태'), cancelled, cancelled, withStatus(cup ?? '', '결제완료')]
  importer.addFiles([fileOf(content.join('\n'))])
  const { options } = await repeatedQuestion(importer)
  importer.chooseOptions({ ...options, repeated: 'all' })
  await until(() => importer.summaries.length === 1)
  expect(numbers()).toEqual(['N2'])
  importer.includeSkipped(importer.summaries[0]?.report.id ?? '', 'cancelled')
  await until(() => importer.stage.at === 'idle' && numbers().length > 1)
  expect(numbers()).toEqual(['N2', 'N1', 'N1'])
})

test.each(['once', 'all'] as const)(
  'in a later session the rows in the sheet say what was chosen (%s)',
  async repeated => {
    const earlier = openImports()
    earlier.importer.addFiles([fileOf(twice)])
    const { options } = await repeatedQuestion(earlier.importer)
    earlier.importer.chooseOptions({ ...options, repeated })
    await until(() => earlier.importer.summaries[0]?.upload.state === 'kept')
    const before = earlier.numbers()
    const { report } = earlier.importer.summaries[0] ?? {}
    const of = report && (await linesByFile(earlier.workbook)).get(report.id)
    if (!of) throw new Error('no line of it')

    const { importer, numbers } = openImports({ workbook: earlier.workbook, original: fileOf(twice) })
    importer.reopen({ id: report.id, name: report.name, before: readingOfReport(report), of })
    await until(() => importer.stage.at === 'idle' && importer.summaries.length === 1)
    importer.readAgain(report.id, { delimiter: ',' })
    await until(() => importer.stage.at !== 'reading' && importer.stage.at !== 'importing')
    expect([importer.stage.at, numbers()]).toEqual(['idle', before])
  },
)
