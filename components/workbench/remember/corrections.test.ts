import { expect, test } from 'vitest'
import { hiddenColumns } from '@/lib/import/recipe/hidden-columns'
import { originJson, withOrigins } from '@/lib/import/recipe/values/origins'
import { writeCells } from '@/lib/sheet/acts/cells'
import { removeLines } from '@/lib/sheet/acts/lines'
import type { Texts } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { correctionAt, correctionOf, joinedCorrection } from './corrections'

const NUMBER = 'orderInfo.mallOrderNumber'
const NAME = 'items[].name'
const STATE = 'recipient.state'

/** A draft of lines from a file, one order each. */
function open(...lines: Texts[]) {
  return new Workbook(
    sheets['orders/japan'],
    lines.map((texts, at) => ({
      ...{ id: `L${at + 1}`, rank: at },
      texts: { [NUMBER]: `N${at + 1}`, [hiddenColumns.source]: `file:0:${at + 2}`, ...texts },
    })),
  )
}
const write = (workbook: Workbook, writes: Record<string, Texts>) =>
  writeCells(workbook, { ids: [] }, new Map(Object.entries(writes)), null)
const newest = (workbook: Workbook) => {
  const step = workbook.history.newest
  if (!step) throw new Error('nothing was done')
  return step
}
const texts = (correction: ReturnType<typeof correctionOf>) =>
  correction?.cells.map(({ line, column, imported, after }) => [line, column.id, imported, after])

test('a typed cell is a correction of the text of the file', () => {
  const workbook = open({ [STATE]: '東京' })
  write(workbook, { L1: { [STATE]: '東京都' } })
  const correction = correctionOf(workbook, newest(workbook))
  expect(texts(correction)).toEqual([['L1', STATE, '東京', '東京都']])
  expect(correction).toMatchObject({ file: 'file', deleted: [] })
})

test('a cell that was typed twice is a correction of the text of the file, not of the first attempt', () => {
  const workbook = open({ [STATE]: '東京' })
  write(workbook, { L1: { [STATE]: '東京と' } })
  write(workbook, { L1: { [STATE]: '東京都' } })
  expect(texts(correctionOf(workbook, newest(workbook)))).toEqual([['L1', STATE, '東京', '東京都']])
})

test('a cell that got its old text back is not a correction', () => {
  const workbook = open({ [STATE]: '東京' })
  write(workbook, { L1: { [STATE]: 'x' } })
  write(workbook, { L1: { [STATE]: '東京' } })
  expect(correctionOf(workbook, newest(workbook))).toBeUndefined()
})

test('a text that Lading filled counts as blank in the file, and one that a rule wrote as a text of the file', () => {
  const filled = { [STATE]: '東京都', [NAME]: 'bag' }
  const origins = [
    originJson(STATE, { kind: 'preset', text: '東京都', of: 'Preset' }),
    originJson(NAME, { kind: 'rule', text: 'bag', of: 'Rule', rule: 'r', before: '[SALE] bag' }),
  ]
  const workbook = open({ ...filled, [hiddenColumns.origins]: withOrigins(filled, origins.join(',')) })
  write(workbook, { L1: { [STATE]: '大阪府', [NAME]: 'red bag' } })
  expect(texts(correctionOf(workbook, newest(workbook)))).toEqual([
    ['L1', STATE, '', '大阪府'],
    ['L1', NAME, '[SALE] bag', 'red bag'],
  ])
})

test('lines without a file, order numbers and cells that follow from others are not corrections', () => {
  const workbook = open({ [STATE]: '東京' }, { [hiddenColumns.source]: '', [STATE]: '東京' })
  const derived = { [NAME]: 'copied' }
  const origins = withOrigins(derived, originJson(NAME, { kind: 'recipient', text: 'copied' }))
  write(workbook, {
    L1: { [NUMBER]: 'other', ...derived, [hiddenColumns.origins]: origins },
    L2: { [STATE]: '東京都' },
  })
  expect(correctionOf(workbook, newest(workbook))).toBeUndefined()
})

test('what a preset filled by hand is a correction of a blank cell', () => {
  const workbook = open({})
  const filled = { [STATE]: '東京都' }
  const origins = withOrigins(filled, originJson(STATE, { kind: 'preset', text: '東京都', of: 'Preset' }))
  write(workbook, { L1: { ...filled, [hiddenColumns.origins]: origins } })
  expect(texts(correctionOf(workbook, newest(workbook)))).toEqual([['L1', STATE, '', '東京都']])
})

test('deleted lines say whether anything of their order is left', () => {
  const workbook = open({ [NAME]: 'bag' }, { [NUMBER]: 'N1', [NAME]: 'wrapping' }, { [NAME]: 'cap' })
  removeLines(workbook, ['L2', 'L3'], null)
  const correction = correctionOf(workbook, newest(workbook))
  expect(correction?.deleted.map(({ isWholeOrder, textOf }) => [textOf(NAME), isWholeOrder])).toEqual([
    ['wrapping', false],
    ['cap', true],
  ])
})

test('a cell that was corrected earlier is found by its place', () => {
  const workbook = open({ [STATE]: '東京', [NAME]: 'bag' }, { [STATE]: '大阪' })
  write(workbook, { L1: { [STATE]: '東京都' } })
  write(workbook, { L2: { [STATE]: '大阪府' } })
  expect(texts(correctionAt(workbook, { line: 'L1', column: STATE }))).toEqual([
    ['L1', STATE, '東京', '東京都'],
  ])
  expect(correctionAt(workbook, { line: 'L1', column: NAME })).toBeUndefined()
})

test('two acts in one line are joined, because a text may have been divided', () => {
  const workbook = open({ [STATE]: '東京都 渋谷区' }, {})
  write(workbook, { L1: { [STATE]: '東京都' } })
  write(workbook, { L1: { 'recipient.city': '渋谷区' } })
  expect(texts(joinedCorrection(workbook, newest(workbook)))?.map(([, column]) => column)).toEqual([
    STATE,
    'recipient.city',
  ])
  write(workbook, { L2: { [STATE]: '大阪府' } })
  expect(joinedCorrection(workbook, newest(workbook))).toBeUndefined()
})
