import { expect, test, vi } from 'vitest'
import { hidden } from '@/lib/intake/imported'
import { placeOf } from '@/lib/intake/line-place'
import { qoo10OrdersSample } from '@/lib/intake/recipes/samples/qoo10-orders'
import { sampleFile } from '@/lib/intake/recipes/samples/sample-file'
import { shopifyProductsSample } from '@/lib/intake/recipes/samples/shopify-products'
import { writeCells } from '@/lib/sheet/acts'
import type { Workbook } from '@/lib/sheet/workbook'
import { fileOf, NUMBER, openIntake } from './intake-fixture'
import { beforeOfReport, linesByFile } from './reopen'

const until = (isSo: () => boolean) => vi.waitFor(() => expect(isSo()).toBe(true), { timeout: 10_000 })
/** @param how as `openIntake` takes it */
const open = (how: Parameters<typeof openIntake>[0] = {}) => ({ ...openIntake(how), until })
const qoo10 = async () => fileOf(await sampleFile(qoo10OrdersSample), 'qoo10.csv')

test('files that are dropped together come in one after the other, and each original is kept', async () => {
  const { intake, numbers, until } = open()
  intake.take([await qoo10(), fileOf(`${NUMBER},recipient.name\nO-1,山田\n`, 'own.csv')])
  await until(() => intake.summaries.length === 2)
  expect(numbers()).toEqual(['88120034', '88120034', '88120035', 'O-1'])
  await until(() => intake.summaries.every(({ kept }) => kept.state === 'kept'))
  expect(intake.summaries.map(({ report }) => report.name)).toEqual(['own.csv', 'qoo10.csv'])
  expect(intake.stage).toBeUndefined()
})

test('a file that nobody knows is asked about, and comes in as it was mapped', async () => {
  const { intake, numbers, until } = open()
  intake.take([fileOf('가,나\nX-1,산\nX-2,강\n')])
  await until(() => intake.stage?.at === 'mapping')
  expect(numbers()).toEqual([])
  if (intake.stage?.at !== 'mapping') throw new Error('not asked')
  const { recipe, table, header } = intake.stage.report.understood
  intake.map({ ...recipe, fields: { [NUMBER]: { take: ['가'] } } }, { table, header })
  await until(() => intake.summaries.length === 1)
  expect(numbers()).toEqual(['X-1', 'X-2'])
})

test('what fills another sheet is not put into this one', async () => {
  const { intake, numbers, until } = open()
  intake.take([fileOf(await sampleFile(shopifyProductsSample), 'products.csv')])
  await until(() => intake.stage?.at === 'elsewhere')
  expect(numbers()).toEqual([])
})

test('a worker that dies is a sentence, and the next file comes in', async () => {
  const { intake, numbers, until } = open({ dying: ['bomb.xlsx'] })
  intake.take([fileOf('x', 'bomb.xlsx')])
  await until(() => intake.stage?.at === 'trouble')
  expect(intake.stage).toMatchObject({ name: 'bomb.xlsx', trouble: { code: 'gone' } })
  intake.take([await qoo10()])
  await until(() => intake.summaries.length === 1)
  expect(numbers()).toHaveLength(3)
})

test('a file that is called off lets the next one in', async () => {
  const { intake, numbers, until } = open()
  intake.take([await qoo10(), fileOf(`${NUMBER},recipient.name\nO-1,山田\n`, 'own.csv')])
  intake.cancel()
  await until(() => intake.summaries.length === 1)
  expect(numbers()).toEqual(['O-1'])
})

/** Fits two encodings: 가각 in CP949, half-width kana in Shift_JIS. */
const both = () => {
  const text = (content: string) => new TextEncoder().encode(content)
  const letters = Uint8Array.of(0xb0, 0xa1, 0xb0, 0xa2)
  const bytes = [...text(`${NUMBER},recipient.name\r\nE-1,`), ...letters, ...text('\r\n')]
  return fileOf(new Uint8Array(bytes), 'both.csv')
}
/** The reading that brought the first line. */
const readingIn = (workbook: Workbook) => {
  const [first = ''] = workbook.draft.order
  return placeOf(workbook.draft.lines.get(first)?.texts[hidden.source])?.reading ?? 'none'
}
const nameIn = (workbook: Workbook) =>
  workbook.text({ line: workbook.draft.order[0] ?? '', column: 'recipient.name' })

test('undo of a file that was read another way is told of as it was read before, and can be read again from there', async () => {
  const { workbook, intake, until } = open()
  intake.take([both()])
  await until(() => intake.summaries.length === 1 || intake.stage?.at === 'trouble')
  if (intake.stage) intake.answer({ encoding: 'euc-kr' })
  await until(() => intake.summaries.length === 1)
  const [first] = intake.summaries
  const id = first?.report.id ?? ''
  const before = nameIn(workbook)
  const other = first?.report.text?.encoding === 'euc-kr' ? 'shift_jis' : 'euc-kr'
  intake.again(id, { encoding: other })
  await until(() => intake.summaries[0]?.report.text?.encoding === other)
  expect(nameIn(workbook)).not.toBe(before)

  workbook.undo()
  expect(nameIn(workbook)).toBe(before)
  expect(intake.summaries.map(({ report }) => report.text)).toEqual([first?.report.text])
  await intake.follow()
  expect(await intake.rows({ file: id, table: 0, reading: readingIn(workbook) }, [2])).toEqual([
    [2, ['E-1', before]],
  ])

  workbook.redo()
  await intake.follow()
  expect(intake.summaries.map(({ report }) => report.text?.encoding)).toEqual([other])
  expect(await intake.rows({ file: id, table: 0, reading: readingIn(workbook) }, [2])).toEqual([
    [2, ['E-1', nameIn(workbook)]],
  ])
})

test('what was read another way is traced as it stands when undo goes back over a file that came after it', async () => {
  const { workbook, intake, until, kept } = open()
  intake.take([both()])
  await until(() => intake.summaries.length === 1 || intake.stage?.at === 'trouble')
  if (intake.stage) intake.answer({ encoding: 'euc-kr' })
  await until(() => intake.summaries.length === 1)
  const id = intake.summaries[0]?.report.id ?? ''
  const traced = () => kept.get(`${id}:${readingIn(workbook)}`)
  const before = nameIn(workbook)
  intake.again(id, { encoding: 'shift_jis' })
  await until(() => !intake.stage && nameIn(workbook) !== before)
  const after = nameIn(workbook)
  intake.take([await qoo10()])
  await until(() => intake.summaries.length === 2 && intake.summaries.every(one => one.kept.state === 'kept'))
  expect(traced()).toEqual(['E-1', after])

  workbook.undo()
  workbook.undo()
  expect(nameIn(workbook)).toBe(before)
  expect(traced()).toEqual(['E-1', before])
  workbook.redo()
  expect(traced()).toEqual(['E-1', after])
})

test('of a file whose orders are partly at the service the rest is opened as it was read last', async () => {
  const { workbook, intake, until } = open()
  intake.take([await qoo10()])
  await until(() => intake.summaries.length === 1)
  const lineIds = workbook.draft.order.slice(0, 2)
  const sent = { mallOrderNumber: '88120034', state: 'registered', fingerprint: '', orderId: '1' } as const
  workbook.hear([{ ...sent, lineIds, failures: [] }])
  const { report } = intake.summaries[0] ?? { report: undefined }
  if (!report) throw new Error('nothing was brought')
  const { recipe, table, header } = report.understood
  intake.again(report.id, { recipe: { ...recipe, name: 'mine' }, table, header })
  await until(() => !intake.stage && intake.summaries[0]?.report.understood.by === 'remembered')
  expect(readingIn(workbook)).toBe('')
  expect((await linesByFile(workbook)).get(report.id)).toMatchObject({
    lines: 3,
    reading: intake.summaries[0]?.report.reading,
  })
  expect(intake.summaries[0]?.report.reading).not.toBe('')
})

test('what was typed into a file stays when it is read another way, also where it stood in letters that were wrong', async () => {
  const { workbook, intake, until } = open()
  intake.take([both()])
  await until(() => intake.summaries.length === 1 || intake.stage?.at === 'trouble')
  if (intake.stage) intake.answer({ encoding: 'euc-kr' })
  await until(() => intake.summaries.length === 1)
  const type = (column: string, text: string) =>
    writeCells(workbook, { ids: [] }, new Map([[workbook.draft.order[0] ?? '', { [column]: text }]]), null)
  type('recipient.city', '渋谷区')
  const id = intake.summaries[0]?.report.id ?? ''
  intake.again(id, { encoding: 'shift_jis' })
  await until(() => !intake.stage && nameIn(workbook).startsWith('ｰ'))
  expect(intake.summaries[0]?.brought.typed).toBe(1)
  type('recipient.name', '山田')
  intake.again(id, { encoding: 'euc-kr' })
  await until(() => !intake.stage && intake.summaries[0]?.report.text?.encoding === 'euc-kr')
  const said = (column: string) => workbook.text({ line: workbook.draft.order[0] ?? '', column })
  expect(['recipient.name', 'recipient.city'].map(said)).toEqual(['山田', '渋谷区'])
  expect(workbook.draft.order).toHaveLength(1)
})

test('a file of an earlier sitting is fetched, told of again and read another way; its lines are not doubled', async () => {
  const earlier = open()
  earlier.intake.take([await qoo10()])
  await earlier.until(() => earlier.intake.summaries[0]?.kept.state === 'kept')
  const { report } = earlier.intake.summaries[0] ?? { report: undefined }
  if (!report) throw new Error('nothing was brought')

  const { workbook, intake, numbers, until } = open({
    workbook: earlier.workbook,
    original: await qoo10(),
  })
  expect(intake.summaries).toEqual([])
  const of = (await linesByFile(workbook)).get(report.id)
  if (!of) throw new Error('no line of it')
  expect(of).toMatchObject({ lines: 3, tables: [0] })
  await intake.reopen({ id: report.id, name: report.name, before: beforeOfReport(report), of })
  expect(intake.summaries[0]?.report.understood).toMatchObject({ by: 'recipe', fed: report.understood.fed })
  expect(numbers()).toEqual(['88120034', '88120034', '88120035'])

  const { recipe, table, header } = report.understood
  const rest = Object.fromEntries(Object.entries(recipe.fields).filter(([id]) => id !== 'recipient.name'))
  intake.again(report.id, { recipe: { ...recipe, fields: rest }, table, header })
  await until(() => intake.summaries[0]?.report.understood.by === 'remembered')
  expect(numbers()).toEqual(['88120034', '88120034', '88120035'])
  expect(nameIn(workbook)).toBe('')
})

test('where the original cannot be had, that is said, and the sheet stays as it was', async () => {
  const earlier = open()
  earlier.intake.take([await qoo10()])
  await earlier.until(() => earlier.intake.summaries.length === 1)
  const { report } = earlier.intake.summaries[0] ?? { report: undefined }
  if (!report) throw new Error('nothing was brought')
  const { intake, numbers } = open({ workbook: earlier.workbook })
  const of = { first: undefined, lines: 3, tables: [0], reading: '' }
  await intake.reopen({ id: report.id, name: report.name, before: beforeOfReport(report), of })
  expect(intake.stage).toMatchObject({ at: 'trouble', trouble: { code: 'away' } })
  expect(numbers()).toHaveLength(3)
})

test('of two files the newer one is undone alone, and the older one can be read another way still', async () => {
  const original = await qoo10()
  const { workbook, intake, numbers, until } = open({ original })
  intake.take([original, fileOf(`${NUMBER},recipient.name\nO-1,山田\n`, 'own.csv')])
  await until(
    () => intake.summaries.every(({ kept }) => kept.state === 'kept') && intake.summaries.length === 2,
  )
  workbook.undo()
  expect(intake.summaries.map(({ report }) => report.name)).toEqual(['qoo10.csv'])
  const [left] = intake.summaries
  if (!left) throw new Error('nothing is left')
  expect(intake.canRead(left)).toBe(true)
  intake.mapAgain(left.report.id)
  await until(() => intake.stage?.at === 'mapping')
  expect(numbers()).toEqual(['88120034', '88120034', '88120035'])
})

test('a summary that was closed is told of again when it is asked for', async () => {
  const { workbook, intake, until } = open()
  intake.take([await qoo10()])
  await until(() => intake.summaries[0]?.kept.state === 'kept')
  const [summary] = intake.summaries
  if (!summary) throw new Error('nothing was brought')
  const { report } = summary
  intake.dismiss(report.id)
  expect(intake.isShown(summary)).toBe(false)
  const of = (await linesByFile(workbook)).get(report.id)
  if (!of) throw new Error('no line of it')
  await intake.reopen({ id: report.id, name: report.name, before: beforeOfReport(report), of })
  expect(intake.summaries.filter(intake.isShown)).toHaveLength(1)
})
