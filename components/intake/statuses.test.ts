import { expect, test, vi } from 'vitest'
import type { Intake } from './intake'
import { fileOf, openIntake } from './intake-fixture'
import type { Stage } from './stage'

/** A shop of its own: every heading is known but for what its codes mean. */
const headings = '주문번호,수취인명,연락처,우편번호,주소,注文状況,상품명,수량,판매가'
const order = (number: string, status: string) =>
  `${number},山田太郎,090-1234-5678,150-0041,神南1-2-3,${status},양말,1,1200`
const shop = (statuses: readonly string[], first = headings) =>
  [first, ...statuses.map((status, at) => order(`N${at}`, status))].join('\n')

const until = (isSo: () => boolean) => vi.waitFor(() => expect(isSo()).toBe(true), { timeout: 10_000 })
const asked = async (intake: Intake): Promise<Extract<Stage, { at: 'statuses' }>> => {
  await until(() => intake.stage?.at === 'statuses' || intake.summaries.length > 0)
  if (intake.stage?.at !== 'statuses') throw new Error('nothing was asked')
  return intake.stage
}

test('what only the shop knows is asked before anything comes in, once for each code, and the answer holds for all rows', async () => {
  const { intake, numbers } = openIntake()
  intake.take([fileOf(shop(['10', '31', '10', '31', '결제완료']))])
  const { outline, wish } = await asked(intake)
  expect(numbers()).toEqual([])
  expect(outline.statuses).toEqual([
    { heading: '注文状況', text: '10', number: 'N0' },
    { heading: '注文状況', text: '31', number: 'N1' },
  ])
  const answers = [
    { heading: ['注文状況'], means: 'open', is: ['10'] },
    { heading: ['注文状況'], means: 'cancelled', is: ['31'] },
  ] as const
  intake.answer({ ...wish, answers })
  await until(() => intake.summaries.length === 1)
  expect(numbers()).toEqual(['N0', 'N2', 'N4'])
  const [summary] = intake.summaries
  expect(summary?.report.aside.map(({ means, number }) => [means, number])).toEqual([
    ['cancelled', 'N1'],
    ['cancelled', 'N3'],
  ])

  // Read another way it is not asked about again, and brought in by one act.
  intake.again(summary?.report.id ?? '', { delimiter: ',' })
  await until(() => intake.stage === undefined)
  expect(numbers()).toEqual(['N0', 'N2', 'N4'])
  intake.afterAll(summary?.report.id ?? '', 'cancelled')
  await until(() => numbers().length === 5)
})

test('a file whose columns were mapped by hand is asked about its codes after that, by the same mapping', async () => {
  const { intake, numbers } = openIntake()
  intake.take([fileOf(shop(['31', '10'], headings.replace('상품명', '물건')))])
  await until(() => intake.stage?.at === 'mapping')
  if (intake.stage?.at !== 'mapping') throw new Error('nothing was asked')
  const { understood } = intake.stage.report
  const fields = { ...understood.recipe.fields, 'items[].name': { take: ['물건'] } }
  intake.map({ ...understood.recipe, id: 'mapped', fields }, understood)
  const { outline, wish } = await asked(intake)
  expect(outline.statuses.map(({ text }) => text)).toEqual(['31', '10'])
  intake.answer({ ...wish, answers: [{ heading: ['注文状況'], means: 'unpaid', is: ['31', '10'] }] })
  await until(() => intake.summaries.length === 1)
  expect(numbers()).toEqual([])
  expect(intake.summaries[0]?.report.aside.map(({ means }) => means)).toEqual(['unpaid', 'unpaid'])
})

test('unpaid orders are skipped and come in by one act; claims come in and are taken out by another', async () => {
  const { workbook, intake, numbers, told, out } = openIntake()
  intake.take([fileOf(shop(['入金待ち', '취소요청', '배송중', '결제완료'], headings))])
  await until(() => intake.summaries.length === 1)
  expect(numbers()).toEqual(['N1', 'N2', 'N3'])
  const id = intake.summaries[0]?.report.id ?? ''
  intake.afterAll(id, 'unpaid')
  await until(() => told.length === 1)
  expect(numbers()).toEqual(['N1', 'N2', 'N3', 'N0'])
  intake.takeOut(id, 'claim')
  await until(() => out.length === 1)
  expect(numbers()).toEqual(['N2', 'N3', 'N0'])
  workbook.undo()
  expect(numbers()).toEqual(['N1', 'N2', 'N3', 'N0'])
})
