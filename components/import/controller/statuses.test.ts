import { expect, test } from 'vitest'
import { awaitMapping, chooseMapping, fileOf, openImports, until } from '@/testing/import/import-harness'
import type { ImportController } from './import-controller'
import type { Stage } from './state/state'

/** A shop of its own: every heading is known, only the meaning of its codes is not. */
const headings = '주문번호,수취인명,연락처,우편번호,주소,注文状況,상품명,수량,판매가'
const order = (number: string, status: string) =>
  `${number},山田太郎,090-1234-5678,150-0041,神南1-2-3,${status},양말,1,1200`
const shop = (statuses: readonly string[], first = headings) =>
  [first, ...statuses.map((status, at) => order(`N${at}`, status))].join('\n')

const statusQuestion = async (importer: ImportController): Promise<Extract<Stage, { at: 'statuses' }>> => {
  await until(() => importer.stage.at === 'statuses' || importer.summaries.length > 0)
  if (importer.stage.at !== 'statuses') throw new Error('no question was shown')
  return importer.stage
}

test('statuses that only the shop knows are asked for before the import, once per code, and the answer holds for all rows', async () => {
  const { importer, numbers } = openImports()
  importer.addFiles([fileOf(shop(['10', '31', '10', '31', '결제완료']))])
  const { outline, options } = await statusQuestion(importer)
  expect(numbers()).toEqual([])
  expect(outline.statuses).toEqual([
    { heading: '注文状況', text: '10', number: 'N0' },
    { heading: '注文状況', text: '31', number: 'N1' },
  ])
  const answers = [
    { heading: ['注文状況'], means: 'open', is: ['10'] },
    { heading: ['注文状況'], means: 'cancelled', is: ['31'] },
  ] as const
  importer.chooseOptions({ ...options, answers })
  await until(() => importer.summaries.length === 1)
  expect(numbers()).toEqual(['N0', 'N2', 'N4'])
  const [summary] = importer.summaries
  expect(summary?.report.skippedOrders.map(({ means, number }) => [means, number])).toEqual([
    ['cancelled', 'N1'],
    ['cancelled', 'N3'],
  ])

  // After another reading its meaning is not asked again, and one action imports it.
  importer.readAgain(summary?.report.id ?? '', { delimiter: ',' })
  await until(() => importer.stage.at === 'idle')
  expect(numbers()).toEqual(['N0', 'N2', 'N4'])
  importer.includeSkipped(summary?.report.id ?? '', 'cancelled')
  await until(() => numbers().length === 5)
})

test('unknown statuses of a file are asked for after its mapping, with that mapping', async () => {
  const { importer, numbers } = openImports()
  importer.addFiles([fileOf(shop(['31', '10'], headings.replace('상품명', '물건')))])
  const mapping = await awaitMapping(importer)
  const fields = { ...mapping.recipe.fields, 'items[].name': { take: ['물건'] } }
  chooseMapping(importer, { ...mapping.recipe, id: 'mapped', fields }, mapping)
  const { outline, options } = await statusQuestion(importer)
  expect(outline.statuses.map(({ text }) => text)).toEqual(['31', '10'])
  importer.chooseOptions({
    ...options,
    answers: [{ heading: ['注文状況'], means: 'unpaid', is: ['31', '10'] }],
  })
  await until(() => importer.summaries.length === 1)
  expect(numbers()).toEqual([])
  expect(importer.summaries[0]?.report.skippedOrders.map(({ means }) => means)).toEqual(['unpaid', 'unpaid'])
})

test('unpaid orders are skipped and included by one step; claims are imported and removed by another', async () => {
  const { workbook, importer, numbers, included, removed } = openImports()
  importer.addFiles([fileOf(shop(['入金待ち', '취소요청', '배송중', '결제완료'], headings))])
  await until(() => importer.summaries.length === 1)
  expect(numbers()).toEqual(['N1', 'N2', 'N3'])
  const id = importer.summaries[0]?.report.id ?? ''
  importer.includeSkipped(id, 'unpaid')
  await until(() => included.length === 1)
  expect(numbers()).toEqual(['N1', 'N2', 'N3', 'N0'])
  importer.removeRows(id, 'claim')
  await until(() => removed.length === 1)
  expect(numbers()).toEqual(['N2', 'N3', 'N0'])
  workbook.undo()
  expect(numbers()).toEqual(['N1', 'N2', 'N3', 'N0'])
})
