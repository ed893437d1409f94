import { expect, test, vi } from 'vitest'
import { fillBlanks } from '@/lib/intake/fill-blanks'
import { hidden } from '@/lib/intake/imported'
import { originAt } from '@/lib/intake/origins'
import type { PostalPlace } from '@/lib/intake/postal'
import type { Texts } from '@/lib/sheet/draft'
import { sheets } from '@/lib/sheet/sheets'
import { Workbook } from '@/lib/sheet/workbook'
import { Typing } from './typing'

const ZIP = 'recipient.zipCode'
const CITY = 'recipient.city'
const NAME = 'recipient.name'
const IMPORTER_NAME = 'recipient.importerJapaneseName'
const places: Readonly<Record<string, PostalPlace>> = {
  '1500041': { state: '東京都', city: '渋谷区' },
  '0600001': { state: '北海道', city: '札幌市中央区' },
}

/** A sheet with an imported order, and somebody who types into it. */
function open() {
  const texts: Texts = {
    'orderInfo.mallOrderNumber': 'A-17',
    [hidden.source]: 'f:0:2',
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
  const typing = new Typing(workbook, { ids: [] }, count => followed.push(count), lookUp)
  const said = (column: string) => workbook.text({ line: 'L0', column })
  const type = (column: string, text: string) => typing.write({ line: 'L0', column }, text)
  return { workbook, followed, lookUp, said, type }
}

test('the importer is called what is typed as the recipient, and one undo takes back both', () => {
  const { workbook, said, type, followed, lookUp } = open()
  type(NAME, '鈴木 花子')
  expect([said(NAME), said(IMPORTER_NAME), followed]).toEqual(['鈴木 花子', '鈴木 花子', [1]])
  expect(originAt(workbook.draft.lines.get('L0')?.texts ?? {}, IMPORTER_NAME)?.kind).toBe('recipient')
  expect(lookUp).not.toHaveBeenCalled()
  workbook.undo()
  expect([said(NAME), said(IMPORTER_NAME), workbook.history.depth]).toEqual(['山田 太郎', '山田 太郎', 0])
  workbook.redo()
  expect(said(IMPORTER_NAME)).toBe('鈴木 花子')
})

test('what a typed postal code tells joins the act once it was looked up', async () => {
  const { workbook, said, type, lookUp } = open()
  type(ZIP, '060-0001')
  expect([said(ZIP), said(CITY)]).toEqual(['060-0001', '渋谷区'])
  await vi.waitFor(() => expect(said(CITY)).toBe('札幌市中央区'))
  expect(workbook.history.depth).toBe(1)
  workbook.undo()
  expect([said(ZIP), said(CITY)]).toEqual(['150-0041', '渋谷区'])
  // Known by now, it is one act from the start.
  type(ZIP, '060-0001')
  expect([said(CITY), workbook.history.depth, lookUp.mock.calls.length]).toEqual(['札幌市中央区', 1, 1])
})

test('what was done while a code was looked up stays', async () => {
  const { workbook, said, type, followed } = open()
  type(ZIP, '060-0001')
  type(CITY, '札幌市')
  await vi.waitFor(() => expect(followed).toHaveLength(2))
  const importer = ['ZipCode', 'State', 'City'].map(part => said(`recipient.importerJapanese${part}`))
  expect([said(ZIP), said(CITY), ...importer]).toEqual(['060-0001', '札幌市', '060-0001', '北海道', '札幌市'])
  for (let at = workbook.history.depth; at > 0; at--) workbook.undo()
  expect([said(ZIP), said(CITY)]).toEqual(['150-0041', '渋谷区'])
})

test('a code that is typed over while it is looked up tells nothing any more', async () => {
  const { workbook, said, type } = open()
  type(ZIP, '060-0001')
  type(ZIP, '150-0041')
  await vi.waitFor(() => expect(said(CITY)).toBe('渋谷区'))
  await new Promise(resolve => setImmediate(resolve))
  expect([said(ZIP), said(CITY), said('recipient.importerJapaneseZipCode')]).toEqual([
    '150-0041',
    '渋谷区',
    '150-0041',
  ])
  expect(workbook.history.depth).toBe(2)
})
