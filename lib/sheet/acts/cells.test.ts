import { expect, test } from 'vitest'
import { fingerprint, writeJson } from '@/lib/sheet/codecs/json'
import { finish } from '@/lib/sheet/codecs/steps'
import { assemble } from '@/lib/sheet/judge/assemble'
import { sampleOrders } from '@/lib/sheet/schema/samples/japan-orders'
import { sheets } from '@/lib/sheet/schema/sheets'
import type { CellRange } from '@/lib/sheet/view/ranges'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { pasteBlock } from '@/testing/sheet/paste-block'
import { blockSteps, copiedCellsOf, sameText, writeCells } from './cells'
import { duplicateLines, insertLines, removeLines } from './lines'
import { moveLines } from './move-lines'

const sheet = sheets['orders/japan']
const ids = sheet.columns.map(column => column.id)
const NAME = ids.indexOf('recipient.name')
const PRICE = ids.indexOf('items[].price')
const range = (top: number, bottom: number, left: number, right: number): CellRange => ({
  top,
  bottom,
  left,
  right,
})

/** Three orders of one item each; the second is registered. */
function open() {
  const workbook = new Workbook(
    sheet,
    sampleOrders(3).map((texts, i) => ({ id: `L${i + 1}`, rank: i + 1, texts })),
  )
  workbook.scheduleTask = work => work()
  workbook.begin()
  const order = workbook.index.orderOf('L2')
  if (!order) throw new Error('the second order is gone')
  const payload = writeJson(assemble(workbook.draft, order, sheet).record)
  workbook.serverFacts.addOutcomes([
    {
      mallOrderNumber: 'x',
      lineIds: order.lines,
      state: 'registered',
      fingerprint: fingerprint(payload),
      failures: [],
      payload,
      position: 0,
    },
  ])
  return workbook
}
const screen = (workbook: Workbook) => ({
  rows: workbook.visible,
  filled: workbook.visible.length,
  columns: sheet.columns,
})
/** The texts of copied cells. */
function copied(workbook: Workbook, ranges: CellRange[]) {
  const cells = copiedCellsOf(workbook, screen(workbook), ranges)
  return cells ? finish(blockSteps(workbook, cells)) : []
}

const texts = (workbook: Workbook, column: number) =>
  workbook.visible.map(line => workbook.text({ line, column: ids[column] ?? '' }))
const paste = (workbook: Workbook, block: string[][], ...ranges: CellRange[]) =>
  pasteBlock(
    workbook,
    { ids: [] },
    block,
    { ...screen(workbook), ranges },
    () => [],
    () => 'new',
  )

test('texts for the locked lines of registered orders are reported and not pasted; all others are', () => {
  const workbook = open()
  const before = texts(workbook, NAME)[1]
  const pasted = paste(workbook, [['a'], ['b'], ['c']], range(0, 0, NAME, NAME))
  expect([pasted.locked, pasted.firstLocked]).toEqual([1, ['b']])
  expect(texts(workbook, NAME)).toEqual(['a', before, 'c'])
})

test('numbers that are sent in another spelling are counted, and their cells keep the pasted text', () => {
  const workbook = open()
  const { respelled: otherwise } = paste(
    workbook,
    [['1,200'], ['1,300'], ['１２']],
    range(0, 0, PRICE, PRICE),
  )
  expect(otherwise).toEqual({ cells: 2, text: '1,200', sent: '1200' })
  expect(texts(workbook, PRICE)[2]).toBe('１２')
})

test('registered lines are not filled, moved or duplicated', () => {
  const workbook = open()
  const writes = sameText(screen(workbook), [range(0, 2, NAME, NAME + 1)], 'x')
  expect(writeCells(workbook, { ids: [] }, writes, null).locked).toBe(2)
  expect(moveLines(workbook, ['L2'], 1, null)).toEqual({ why: 'locked' })
  expect(moveLines(workbook, ['L3'], -1, null)).toEqual({ lines: 1, of: 'orders' })
  expect(workbook.visible).toEqual(['L1', 'L3', 'L2'])
  expect(duplicateLines(workbook, [['L3', 'L2']], () => 'copy', null)).toEqual({
    copies: ['copy'],
    locked: 1,
  })
})

test('several ranges are copied as one block without the cells between them', () => {
  const workbook = open()
  const ranges = [range(2, 2, NAME, NAME), range(0, 0, NAME, NAME)]
  expect(copied(workbook, ranges)).toEqual([[texts(workbook, NAME)[0]], [texts(workbook, NAME)[2]]])
})

test('a registered order keeps its sent texts when a line that joined it later is changed, removed or moved', () => {
  const workbook = open()
  const free = sheet.columns.find(
    ({ id, scope }) => scope === 'record' && workbook.text({ line: 'L2', column: id }) === '',
  )
  const number = workbook.text({ line: 'L2', column: sheet.key })
  const sent = workbook.draft.lines.get('L2')
  const put = (id: string, below: string) => {
    insertLines(workbook, below, [id], null)
    writeCells(workbook, { ids: [] }, new Map([[id, { [sheet.key]: number, [free?.id ?? '']: 'x' }]]), null)
    expect(workbook.index.orderOf(id)?.lines).toContain('L2')
  }
  put('above', 'L1')
  writeCells(workbook, { ids: [] }, new Map([['above', { [sheet.key]: 'another' }]]), null)
  expect(workbook.draft.lines.get('L2')).toEqual(sent)
  workbook.undo()
  removeLines(workbook, ['above'], null)
  expect(workbook.draft.lines.get('L2')).toEqual(sent)
  put('below', 'L2')
  expect(moveLines(workbook, ['below'], -1, null)).toEqual({ why: 'locked' })
  expect(workbook.draft.lines.get('L2')).toEqual(sent)
})

test('a tiled block with a short row leaves the missing cells unchanged', () => {
  const workbook = open()
  const columns = sheet.columns.filter(({ kind, scope }) => kind === 'text' && scope === 'item').slice(0, 4)
  const ids = columns.map(({ id }) => id)
  const before = Object.fromEntries(ids.map(id => [id, 'before']))
  writeCells(workbook, { ids: [] }, new Map(['L1', 'L3'].map(line => [line, before])), null)
  const target = { rows: ['L1', 'L3'], filled: 2, columns, ranges: [range(0, 1, 0, 3)] }
  pasteBlock(
    workbook,
    { ids: [] },
    [['a', 'b'], ['c']],
    target,
    () => [],
    () => 'new',
  )
  const textsOf = (line: string) => ids.map(column => workbook.text({ line, column }))
  expect([textsOf('L1'), textsOf('L3')]).toEqual([
    ['a', 'b', 'a', 'b'],
    ['c', 'before', 'c', 'before'],
  ])
})

test('undo restores whole overwritten lines exactly, including their hidden texts', () => {
  const HIDDEN = '[].$number'
  const carried = sampleOrders(6).map((order, i) => ({
    id: `L${i + 1}`,
    rank: i + 1,
    // Some lines have all columns in their order, some have an additional one, some only few.
    texts:
      [
        Object.fromEntries(ids.map(id => [id, order[id] ?? ''])),
        { ...order, [HIDDEN]: 'A-1' },
        { [sheet.key]: 'B' },
      ][i % 3] ?? {},
  }))
  const workbook = new Workbook(sheet, carried)
  const block = carried.map((_, i) => ids.map(id => `${i} of ${id}`))
  const all = () => workbook.visible.map(id => ids.map(column => workbook.text({ line: id, column })))
  const before = all()
  paste(workbook, block, range(0, 0, 0, 0))
  expect(all()).toEqual(block)
  expect(workbook.text({ line: 'L2', column: HIDDEN })).toBe('A-1')
  workbook.undo()
  expect(all()).toEqual(before)
  expect(workbook.text({ line: 'L2', column: HIDDEN })).toBe('A-1')
  workbook.redo()
  expect(all()).toEqual(block)
})

const DECLARED = ids.indexOf('orderInfo.isExportDeclaration')
const COUNTRY = ids.indexOf('recipient.country')

test('pasted names of codes become the codes, in any language; other texts stay as they are', () => {
  const workbook = open()
  const { plan } = paste(workbook, [['はい'], ['예'], ['maybe']], range(0, 2, DECLARED, DECLARED))
  // The second order is registered.
  expect(texts(workbook, DECLARED)).toEqual(['true', 'false', 'maybe'])
  expect(plan.named).toEqual({ cells: 2, text: 'はい', code: 'true' })
  expect(paste(workbook, [['일본'], ['JP'], ['Atlantis']], range(0, 2, COUNTRY, COUNTRY)).plan.named).toEqual(
    {
      cells: 1,
      text: '일본',
      code: 'JP',
    },
  )
  expect(texts(workbook, COUNTRY)).toEqual(['JP', 'JP', 'Atlantis'])
  workbook.undo()
  workbook.undo()
  expect(texts(workbook, DECLARED)).toEqual(['false', 'false', 'false'])
})

test('one text fills columns of codes with the code that it names, and other columns as it is', () => {
  const workbook = open()
  const writes = sameText(screen(workbook), [range(0, 0, COUNTRY, COUNTRY + 1)], '日本')
  expect([...writes.values()]).toEqual([{ [ids[COUNTRY] ?? '']: 'JP', [ids[COUNTRY + 1] ?? '']: '日本' }])
})

test('codes are copied as they are sent, whatever was typed', () => {
  const workbook = open()
  const [declared, country] = [ids[DECLARED] ?? '', ids[COUNTRY] ?? '']
  writeCells(workbook, { ids: [] }, new Map([['L1', { [declared]: '예', [country]: 'jp' }]]), null)
  const [first] = copied(workbook, [range(0, 0, 0, ids.length - 1)])
  expect([first?.[DECLARED], first?.[COUNTRY], first?.[PRICE]]).toEqual([
    'true',
    'JP',
    workbook.text({ line: 'L1', column: ids[PRICE] ?? '' }),
  ])
})
