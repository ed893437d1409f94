import { expect, test, vi } from 'vitest'
import type { PostalPlace } from '@/lib/import/lines/fill/postal'
import { hiddenColumns } from '@/lib/import/recipe/hidden-columns'
import { originAt } from '@/lib/import/recipe/values/origins'
import { emptyPatch } from '@/lib/sheet/draft/draft'
import type { Texts } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { fillBlanks } from '@/testing/import/fill-blanks'
import { TypedTextWriter } from './typed-text'

const ZIP = 'recipient.zipCode'
const CITY = 'recipient.city'
const NAME = 'recipient.name'
const IMPORTER_NAME = 'recipient.importerJapaneseName'
const places: Readonly<Record<string, PostalPlace>> = {
  '1500041': { state: '東京都', city: '渋谷区' },
  '0600001': { state: '北海道', city: '札幌市中央区' },
}

/** A sheet with an imported order, and an operator who types into it. */
function open() {
  const texts: Texts = {
    'orderInfo.mallOrderNumber': 'A-17',
    [hiddenColumns.source]: 'f:0:2',
    [NAME]: '山田 太郎',
    [ZIP]: '150-0041',
  }
  const [line] = [{ id: 'L0', rank: 1, texts }]
  const { writes } = fillBlanks([line], sheets['orders/japan'], { postal: digits => places[digits] })
  const workbook = new Workbook(sheets['orders/japan'], [
    { ...line, texts: { ...texts, ...writes.get('L0') } },
  ])
  const followed: number[] = []
  const lookUp = vi.fn(async () => (digits: string) => places[digits])
  const typing = new TypedTextWriter(workbook, { ids: [] }, count => followed.push(count), lookUp)
  const textIn = (column: string) => workbook.text({ line: 'L0', column })
  const type = (column: string, text: string) => typing.write({ line: 'L0', column }, text)
  return { workbook, followed, lookUp, textIn, type }
}

test('the importer gets the typed name of the recipient, and one undo reverts both', () => {
  const { workbook, textIn, type, followed, lookUp } = open()
  type(NAME, '鈴木 花子')
  expect([textIn(NAME), textIn(IMPORTER_NAME), followed]).toEqual(['鈴木 花子', '鈴木 花子', [1]])
  expect(originAt(workbook.draft.lines.get('L0')?.texts ?? {}, IMPORTER_NAME)?.kind).toBe('recipient')
  expect(lookUp).not.toHaveBeenCalled()
  workbook.undo()
  expect([textIn(NAME), textIn(IMPORTER_NAME), workbook.history.depth]).toEqual(['山田 太郎', '山田 太郎', 0])
  workbook.redo()
  expect(textIn(IMPORTER_NAME)).toBe('鈴木 花子')
})

test('the place of a typed postal code joins the act once it is looked up', async () => {
  const { workbook, textIn, type, lookUp } = open()
  type(ZIP, '060-0001')
  expect([textIn(ZIP), textIn(CITY)]).toEqual(['060-0001', '渋谷区'])
  await expect.poll(() => textIn(CITY)).toBe('札幌市中央区')
  expect(workbook.history.depth).toBe(1)
  workbook.undo()
  expect([textIn(ZIP), textIn(CITY)]).toEqual(['150-0041', '渋谷区'])
  // The place is known now, so it is one act from the start.
  type(ZIP, '060-0001')
  expect([textIn(CITY), workbook.history.depth, lookUp.mock.calls.length]).toEqual(['札幌市中央区', 1, 1])
})

test('acts during the lookup of a code stay', async () => {
  const { workbook, textIn, type, followed } = open()
  type(ZIP, '060-0001')
  type(CITY, '札幌市')
  await expect.poll(() => followed).toHaveLength(2)
  const importer = ['ZipCode', 'State', 'City'].map(part => textIn(`recipient.importerJapanese${part}`))
  expect([textIn(ZIP), textIn(CITY), ...importer]).toEqual([
    '060-0001',
    '札幌市',
    '060-0001',
    '北海道',
    '札幌市',
  ])
  for (let at = workbook.history.depth; at > 0; at--) workbook.undo()
  expect([textIn(ZIP), textIn(CITY)]).toEqual(['150-0041', '渋谷区'])
})

test('a code that is overwritten during its lookup fills nothing', async () => {
  const { workbook, textIn, type } = open()
  type(ZIP, '060-0001')
  type(ZIP, '150-0041')
  await expect.poll(() => textIn(CITY)).toBe('渋谷区')
  await new Promise(resolve => setImmediate(resolve))
  expect([textIn(ZIP), textIn(CITY), textIn('recipient.importerJapaneseZipCode')]).toEqual([
    '150-0041',
    '渋谷区',
    '150-0041',
  ])
  expect(workbook.history.depth).toBe(2)
})

test('a large fill that begins during the lookup of a code stays, and can be undone', async () => {
  const { workbook, textIn, type, followed } = open()
  const later: (() => void)[] = []
  workbook.scheduleTask = work => later.push(work)
  type(ZIP, '060-0001')
  const fill = {
    ...emptyPatch,
    changes: [{ line: 'L0', before: { [NAME]: '山田 太郎' }, after: { [NAME]: 'all' } }],
  }
  const steps = function* () {
    yield
    return { patch: fill, at: null }
  }
  workbook.performGradually(steps(), () => {})
  await expect.poll(() => followed).toHaveLength(1)
  for (let work = later.shift(); work; work = later.shift()) work()
  expect([textIn(NAME), textIn(ZIP), textIn(CITY)]).toEqual(['all', '060-0001', '札幌市中央区'])
  for (let at = workbook.history.depth; at > 0; at--) workbook.undo()
  expect([textIn(NAME), textIn(ZIP), textIn(CITY)]).toEqual(['山田 太郎', '150-0041', '渋谷区'])
})

test('a city that a colleague types during the lookup of a code stays', async () => {
  const { workbook, textIn, type, followed } = open()
  type(ZIP, '060-0001')
  const change = { line: 'L0', before: { [CITY]: '渋谷区' }, after: { [CITY]: '小樽市' } }
  workbook.applyRemote({ ...emptyPatch, changes: [change] })
  await expect.poll(() => followed).toHaveLength(1)
  expect([textIn(ZIP), textIn('recipient.state'), textIn(CITY)]).toEqual(['060-0001', '北海道', '小樽市'])
  workbook.undo()
  expect([textIn(ZIP), textIn(CITY)]).toEqual(['150-0041', '小樽市'])
})

test('a typed name of a code is stored as the code, and one undo reverts it', () => {
  const { workbook, textIn, type } = open()
  const [declared, country] = ['orderInfo.isExportDeclaration', 'recipient.country']
  type(declared, 'はい')
  type(country, '일본')
  type(declared, 'perhaps')
  expect([textIn(declared), textIn(country)]).toEqual(['perhaps', 'JP'])
  workbook.undo()
  expect(textIn(declared)).toBe('true')
})
