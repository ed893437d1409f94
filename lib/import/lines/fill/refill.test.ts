import { expect, test } from 'vitest'
import { hiddenColumns } from '@/lib/import/recipe/hidden-columns'
import { originAt } from '@/lib/import/recipe/values/origins'
import type { Line, LineId, Texts } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import { fillBlanks } from '@/testing/import/fill-blanks'
import { refillOrder, refillTyped } from './refill'

const japan = sheets['orders/japan']
const STATE = 'recipient.state'
const CITY = 'recipient.city'
const IMPORTER_NAME = 'recipient.importerJapaneseName'
const IMPORTER_CODE = 'recipient.importerJapaneseZipCode'
const IMPORTER_STATE = 'recipient.importerJapaneseState'

const postal = (digits: string) =>
  ({ '1500041': { state: '東京都', city: '渋谷区' }, '0600001': { state: '北海道', city: '札幌市中央区' } })[
    digits
  ]

/** An imported order after its blank cells were filled. */
function imported(...all: Texts[]): Line[] {
  const lines = all.map(
    (texts, at): Line => ({
      id: `L${at}`,
      rank: at,
      texts: { 'orderInfo.mallOrderNumber': 'A-17', [hiddenColumns.source]: `f:0:${at + 2}`, ...texts },
    }),
  )
  const { writes } = fillBlanks(lines, japan, { postal })
  return lines.map(line => ({ ...line, texts: { ...line.texts, ...writes.get(line.id) } }))
}

/** The first line once some of its texts were repaired. */
function repaired(order: readonly Line[], texts: Texts): Texts {
  const changes = new Map<LineId, Texts>([['L0', texts]])
  return { ...order[0]?.texts, ...texts, ...refillOrder(order, changes, japan, postal).get('L0') }
}

test('the importer, the prefecture and the city follow a repaired postal code', () => {
  const order = imported({ 'recipient.name': '山田 太郎', 'recipient.zipCode': '150-0041' })
  expect(order[0]?.texts[CITY]).toBe('渋谷区')
  const texts = repaired(order, { 'recipient.zipCode': '060-0001' })
  expect([texts[STATE], texts[CITY]]).toEqual(['北海道', '札幌市中央区'])
  expect([texts[IMPORTER_CODE], texts[IMPORTER_STATE]]).toEqual(['060-0001', '北海道'])
  expect(originAt(texts, CITY)).toMatchObject({ kind: 'postal-code', of: '060-0001' })
  expect(originAt(texts, IMPORTER_CODE)).toMatchObject({ kind: 'recipient' })
})

test('cells that a damaged postal code left blank are filled once it is repaired', () => {
  const order = imported({ 'recipient.zipCode': '600001' })
  expect([order[0]?.texts[CITY], order[0]?.texts[IMPORTER_CODE]]).toEqual([undefined, undefined])
  const texts = repaired(order, { 'recipient.zipCode': '060-0001' })
  expect([texts[CITY], texts[IMPORTER_CODE]]).toEqual(['札幌市中央区', '060-0001'])
})

test('the importer’s name follows the repaired recipient', () => {
  const order = imported({ 'recipient.name': '山田\u200b 太郎' })
  expect(repaired(order, { 'recipient.name': '山田 太郎' })[IMPORTER_NAME]).toBe('山田 太郎')
})

test('a copy that is repaired with the recipient keeps its origin', () => {
  const order = imported({ 'recipient.name': '山田\u200b 太郎' })
  const texts = repaired(order, { 'recipient.name': '山田 太郎', [IMPORTER_NAME]: '山田 太郎' })
  expect(originAt(texts, IMPORTER_NAME)).toMatchObject({ kind: 'recipient', text: '山田 太郎' })
})

test('typed texts and texts of the file stay', () => {
  const order = imported({
    'recipient.name': '山田 太郎',
    [IMPORTER_NAME]: '鈴木 花子',
    [CITY]: '目黒区',
    'recipient.zipCode': '150-0041',
  })
  const texts = repaired(order, { 'recipient.name': '山田 次郎', 'recipient.zipCode': '060-0001' })
  expect([texts[IMPORTER_NAME], texts[CITY]]).toEqual(['鈴木 花子', '目黒区'])
})

test('a copy stays if no new text is found', () => {
  const order = imported({ 'recipient.zipCode': '150-0041' })
  expect(repaired(order, { 'recipient.zipCode': '999-9999' })[CITY]).toBe('渋谷区')
})

test('blank cells of lines without a file are left to the operator', () => {
  const order = [{ id: 'L0', rank: 0, texts: { 'recipient.zipCode': '600001' } }]
  const changes = new Map([['L0', { 'recipient.zipCode': '060-0001' }]])
  expect(refillOrder(order, changes, japan, postal).size).toBe(0)
})

test('the other lines of an order get no repeats', () => {
  const order = imported({ 'recipient.zipCode': '150-0041' }, { 'items[].name': '지갑' })
  const changes = new Map([['L0', { 'recipient.zipCode': '060-0001' }]])
  expect([...refillOrder(order, changes, japan, postal).keys()]).toEqual(['L0'])
})

/** The first line after an operator typed some of its texts. */
function typed(order: readonly Line[], texts: Texts): Texts {
  const changes = new Map<LineId, Texts>([['L0', texts]])
  return { ...order[0]?.texts, ...texts, ...refillTyped(order, changes, japan, postal).get('L0') }
}

const recipientOf = (texts: Texts = {}) =>
  imported({ 'recipient.name': '山田 太郎', 'recipient.zipCode': '150-0041', ...texts })

test('copies follow a typed text', () => {
  const texts = typed(recipientOf(), { 'recipient.zipCode': '060-0001' })
  expect([texts[STATE], texts[CITY], texts[IMPORTER_CODE], texts[IMPORTER_STATE]]).toEqual([
    '北海道',
    '札幌市中央区',
    '060-0001',
    '北海道',
  ])
  expect(originAt(texts, CITY)).toMatchObject({ kind: 'postal-code', of: '060-0001' })
  expect(texts[IMPORTER_NAME]).toBe('山田 太郎')
  expect(typed(recipientOf(), { 'recipient.name': '鈴木 花子' })[IMPORTER_NAME]).toBe('鈴木 花子')
})

test('a city that is typed over the postal code’s is copied to the importer', () => {
  const texts = typed(recipientOf(), { [CITY]: '目黒区' })
  expect([texts[CITY], texts['recipient.importerJapaneseCity']]).toEqual(['目黒区', '目黒区'])
  expect(originAt(texts, CITY)).toBeUndefined()
})

test('cells that a damaged postal code left blank are filled once the right code is typed', () => {
  const texts = typed(imported({ 'recipient.zipCode': '600001' }), { 'recipient.zipCode': '060-0001' })
  expect([texts[CITY], texts[IMPORTER_CODE]]).toEqual(['札幌市中央区', '060-0001'])
})

test('edited and blanked cells stay when another cell is typed', () => {
  const [line] = recipientOf()
  if (!line) throw new Error('nothing was imported')
  const edited = [{ ...line, texts: { ...line.texts, [IMPORTER_NAME]: '鈴木 花子', [CITY]: '' } }]
  const named = typed(edited, { 'recipient.name': '山田 次郎' })
  expect([named[IMPORTER_NAME], named[CITY]]).toEqual(['鈴木 花子', ''])
  expect(typed(edited, { 'recipient.zipCode': '060-0001' })[CITY]).toBe('')
  // A corrected code does not fill it either.
  const wrong = [{ ...line, texts: { ...line.texts, 'recipient.zipCode': '150', [CITY]: '' } }]
  expect(typed(wrong, { 'recipient.zipCode': '060-0001' })[CITY]).toBe('')
  // No other cell is derived from a telephone number.
  expect(refillTyped(edited, new Map([['L0', { 'recipient.contact': '1' }]]), japan, postal).size).toBe(0)
})

test('a copy without a new text stays and is marked for review', () => {
  const texts = typed(recipientOf(), { 'recipient.name': 'John Smith' })
  expect(texts[IMPORTER_NAME]).toBe('山田 太郎')
  expect(originAt(texts, IMPORTER_NAME)).toMatchObject({ kind: 'recipient', review: true })
  expect(originAt(texts, CITY)?.review).toBeUndefined()
})
