import { expect, test, vi } from 'vitest'
import { qoo10OrdersSample } from '@/lib/intake/recipes/samples/qoo10-orders'
import { sampleFile } from '@/lib/intake/recipes/samples/sample-file'
import { shopifyProductsSample } from '@/lib/intake/recipes/samples/shopify-products'
import { sheets } from '@/lib/sheet/sheets'
import { Workbook } from '@/lib/sheet/workbook'
import { Intake } from './intake'
import { type OpenFile, WorkerGone } from './open-file'
import { Reader } from './reader'

const NUMBER = 'orderInfo.mallOrderNumber'

/** A file that is read in this very process; `dies`: whatever reads it has gone. */
function openHere(id: string, file: File, dies: boolean): OpenFile {
  let reader: Reader | undefined
  const known = () => {
    if (!reader || dies) throw new WorkerGone()
    return reader
  }
  return {
    id,
    name: file.name,
    read: async wish => {
      const bytes = new Uint8Array(await file.arrayBuffer())
      reader ??= new Reader({ id, name: file.name, bytes, sheet: 'orders/japan', remembered: [] })
      return known().read(wish)
    },
    lines: async most => known().take(most),
    rows: async (table, numbers) => known().rows(table, numbers),
    excerpt: async () => {
      const excerpt = known().excerpt()
      if (!excerpt) throw new WorkerGone()
      return excerpt
    },
    keep: async () => ({ state: 'kept' }),
    close: () => undefined,
  }
}

function open(dying: readonly string[] = []) {
  const workbook = new Workbook(sheets['orders/japan'], [])
  let made = 0
  const intake = new Intake({
    workbook,
    sheet: 'orders/japan',
    newId: () => `file${++made}-`,
    remembered: async () => [],
    draftId: () => 'draft',
    commit: () => undefined,
    onBrought: () => undefined,
    open: (id, file) => openHere(id, file, dying.includes(file.name)),
  })
  const numbers = () => workbook.draft.order.map(line => workbook.text({ line, column: NUMBER }))
  const until = (isSo: () => boolean) => vi.waitFor(() => expect(isSo()).toBe(true), { timeout: 10_000 })
  return { workbook, intake, numbers, until }
}

const fileOf = (content: Uint8Array | string, name = 'orders.csv') => new File([content as BlobPart], name)
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
  const { intake, numbers, until } = open(['bomb.xlsx'])
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
