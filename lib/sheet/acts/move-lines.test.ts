import { expect, test } from 'vitest'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { appendLine, duplicateLines } from './lines'
import { moveLines } from './move-lines'

const sheet = sheets['orders/japan']
const NUMBER = 'orderInfo.mallOrderNumber'
const NAME = 'recipient.name'
const ITEM = 'items[].name'

/** Orders A (two items), B (one item) and C (three items). */
function open() {
  const texts: Record<string, string>[] = [
    { [NUMBER]: 'A', [NAME]: '山田', [ITEM]: 'a1' },
    { [ITEM]: 'a2' },
    { [NUMBER]: 'B', [NAME]: '佐藤', [ITEM]: 'b1' },
    { [NUMBER]: 'C', [NAME]: '鈴木', [ITEM]: 'c1' },
    { [NUMBER]: 'C', [ITEM]: 'c2' },
    { [ITEM]: 'c3' },
  ]
  const workbook = new Workbook(
    sheet,
    texts.map((text, i) => ({ id: text[ITEM] ?? '', rank: i + 1, texts: text })),
  )
  workbook.scheduleTask = work => work()
  workbook.begin()
  return workbook
}
const orders = (workbook: Workbook) =>
  workbook.firstLines().map(firstLine => {
    const lines = workbook.index.orderOf(firstLine)?.lines ?? []
    const texts = [NUMBER, NAME].map(column => workbook.text({ line: firstLine, column }))
    return [...texts, ...lines].join(' ')
  })
const before = ['A 山田 a1 a2', 'B 佐藤 b1', 'C 鈴木 c1 c2 c3']

test('an order moves past its neighbour as a whole, whichever of its lines are selected', () => {
  const workbook = open()
  expect(moveLines(workbook, ['b1'], -1, null)).toEqual({ lines: 1, of: 'orders' })
  expect(orders(workbook)).toEqual(['B 佐藤 b1', 'A 山田 a1 a2', 'C 鈴木 c1 c2 c3'])
  expect(moveLines(workbook, ['a2', 'c1'], -1, null)).toEqual({ lines: 5, of: 'orders' })
  expect(orders(workbook)).toEqual(['A 山田 a1 a2', 'C 鈴木 c1 c2 c3', 'B 佐藤 b1'])
  expect(moveLines(workbook, ['a1', 'a2'], 1, null)).toEqual({ lines: 2, of: 'orders' })
  expect(orders(workbook)).toEqual(['C 鈴木 c1 c2 c3', 'A 山田 a1 a2', 'B 佐藤 b1'])
  for (let i = 0; i < 3; i++) workbook.undo()
  expect(orders(workbook)).toEqual(before)
})

test('an item moves within its order, and the order’s own texts stay on its first line', () => {
  const workbook = open()
  expect(moveLines(workbook, ['c1'], 1, null)).toEqual({ lines: 1, of: 'items' })
  expect(orders(workbook)).toEqual(['A 山田 a1 a2', 'B 佐藤 b1', 'C 鈴木 c2 c1 c3'])
  expect(moveLines(workbook, ['c1', 'c3'], -1, null)).toEqual({ lines: 2, of: 'items' })
  expect(orders(workbook)[2]).toBe('C 鈴木 c1 c3 c2')
  expect(moveLines(workbook, ['c1'], -1, null)).toEqual({ why: 'itemEdge' })
  expect(workbook.text({ line: 'c1', column: ITEM })).toBe('c1')
  workbook.undo()
  workbook.undo()
  expect(orders(workbook)).toEqual(before)
})

test('lines do not move at the edge, in a sorted sheet, or if they are not neighbours', () => {
  const workbook = open()
  expect(moveLines(workbook, ['a1', 'a2'], -1, null)).toEqual({ why: 'edge' })
  expect(moveLines(workbook, ['c1', 'c2', 'c3'], 1, null)).toEqual({ why: 'edge' })
  expect(moveLines(workbook, ['a1', 'c1'], 1, null)).toEqual({ why: 'notAdjacent' })
  expect(moveLines(workbook, ['spare'], 1, null)).toEqual({ why: 'nothing' })
  workbook.sortBy({ column: NUMBER, descending: true }, null)
  expect(moveLines(workbook, ['b1'], 1, null)).toEqual({ why: 'sorted' })
})

test('in a filtered sheet an order moves past its visible neighbour', () => {
  const workbook = open()
  const only = { texts: new Set(['a1', 'c1']), except: false, contains: '' }
  const shown = { status: null, failure: null, columns: new Map([[ITEM, only]]) }
  workbook.arrange({ sort: null, filter: shown })
  expect(workbook.visible).toEqual(['a1', 'a2', 'c1', 'c2', 'c3'])
  moveLines(workbook, ['c2', 'c1', 'c3'], -1, null)
  expect(workbook.visible).toEqual(['c1', 'c2', 'c3', 'a1', 'a2'])
  workbook.clearFilter()
  expect(orders(workbook)).toEqual(['C 鈴木 c1 c2 c3', 'A 山田 a1 a2', 'B 佐藤 b1'])
})

test('when no double is left between two ranks, all lines get new ranks', () => {
  const workbook = new Workbook(sheet, [
    { id: 'a', rank: 1, texts: { [NUMBER]: 'A' } },
    { id: 'b', rank: 1 + Number.EPSILON, texts: { [NUMBER]: 'B' } },
    { id: 'c', rank: 2, texts: { [NUMBER]: 'C' } },
  ])
  moveLines(workbook, ['c'], -1, null)
  expect(workbook.draft.order).toEqual(['a', 'c', 'b'])
  workbook.undo()
  expect(workbook.draft.order).toEqual(['a', 'b', 'c'])
})

test('a duplicate is another item of its order, and becomes its own order under another number', () => {
  const workbook = open()
  const { copies } = duplicateLines(workbook, [['b1']], () => 'copy', null)
  expect(copies).toEqual(['copy'])
  expect(orders(workbook)[1]).toBe('B 佐藤 b1 copy')
  workbook.perform(
    {
      changes: [{ line: 'copy', before: { [NUMBER]: 'B' }, after: { [NUMBER]: 'B2' } }],
      inserted: [],
      removed: [],
    },
    null,
  )
  expect(orders(workbook).slice(1, 3)).toEqual(['B 佐藤 b1', 'B2 佐藤 copy'])
})

test('copies of lines of several orders neither split an order nor add items to other orders', () => {
  const workbook = open()
  const ids = ['x', 'y', 'z', 'w']
  duplicateLines(workbook, [['a2', 'b1', 'c1'], ['c3']], () => ids.shift() ?? '', null)
  expect(orders(workbook)).toEqual([
    ...before.slice(0, 2),
    'C 鈴木 c1 c2 c3 w',
    'A  x',
    'B 佐藤 y',
    'C 鈴木 z',
  ])
})

test('an item is added at the end of its order, whichever of its lines is active', () => {
  const workbook = open()
  expect(appendLine(workbook, 'c1', 'new', null)).toEqual({ line: 'new' })
  expect(orders(workbook)[2]).toBe('C 鈴木 c1 c2 c3 new')
  expect(appendLine(workbook, 'spare', 'lost', null)).toEqual({ why: 'blank' })
  workbook.undo()
  expect(orders(workbook)).toEqual(before)
})
