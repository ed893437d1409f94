import { expect, test } from 'vitest'
import { sheets } from '@/lib/sheet/schema/sheets'
import type { CellRange } from '@/lib/sheet/view/ranges'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { openTestSource, testWords } from '@/testing/workbench/test-source'

const sheet = sheets['orders/japan']
const NUMBER = sheet.key
const NAME = 'recipient.name'

const saidKeys = new Map([
  ['joined', 'joined'],
  ['ordersJoined', 'joined'],
  ['joinedAgain', 'joined again'],
  ['separatedAgain', 'separate again'],
])

/** Orders of one row each to one recipient, and what their acts announce about joined orders. */
function open(...numbers: string[]) {
  const lines = numbers.map((number, i) => ({
    id: `L${i}`,
    rank: 1024 * (i + 1),
    texts: { [NUMBER]: number, [NAME]: '山田 太郎' },
  }))
  const workbook = new Workbook(sheet, lines)
  const later: (() => void)[] = []
  workbook.scheduleTask = work => later.push(work)
  const message: typeof testWords.message = (key, values = {}) =>
    saidKeys.has(key) ? `<${Object.values(values)} ${saidKeys.get(key)}>` : ''
  const { source, announced } = openTestSource(workbook, { ...testWords, message })
  const at = source.columns().findIndex(({ id }) => id === NUMBER)
  return {
    workbook,
    source,
    /** The cells of the numbers of some rows. */
    cells: (top: number, bottom = top): CellRange => ({ top, bottom, left: at, right: at }),
    rows: (top: number, bottom = top): CellRange => ({
      ...{ top, bottom, left: 0, right: source.columns().length - 1 },
      whole: 'lines',
    }),
    /** How many rows each order has. */
    orders: () => [...workbook.index.all()].map(order => order.lines.length),
    announced,
    finish: () => workbook.finishActs(),
  }
}

const clip = (text: string) => ({ text, html: '' })

test('a number that is pasted, filled or dragged beside the same one says which orders are one now', () => {
  const pasted = open('A-1', 'A-2', 'A-3')
  pasted.source.paste([pasted.cells(1)], clip('A-3'), () => {})
  expect(pasted.announced.splice(0)).toEqual(['<A-3 joined>'])
  pasted.source.undo()
  expect(pasted.announced.splice(0)).toEqual(['<1 separate again>'])
  expect(pasted.orders()).toEqual([1, 1, 1])

  const filled = open('A-1', 'A-2', 'A-3')
  filled.source.fillFrom([filled.cells(0, 2)], 'above')
  expect(filled.announced).toEqual(['<2 joined>'])

  const dragged = open('A-1', 'A-2', 'A-3')
  dragged.source.fillOn(dragged.cells(1), dragged.cells(2))
  expect(dragged.announced).toEqual(['<A-2 joined>'])
})

test('a number that is deleted or cut says that its rows are items of the order above', async () => {
  const cleared = open('A-1', 'A-2', 'A-3')
  cleared.source.clear([cleared.cells(1)])
  expect(cleared.announced).toEqual(['<A-1 joined>'])
  expect(cleared.orders()).toEqual([2, 1])

  const cut = open('A-1', 'A-2', 'A-3')
  await cut.source.copy([cut.cells(2)], true, () => true)
  expect(cut.announced).toEqual(['<A-2 joined>'])
})

test('an order that lacks its number, and joins another one without, is counted', () => {
  const { source, cells, announced } = open('A-1', 'A-2')
  source.clear([cells(0, 1)])
  expect(announced).toEqual(['<1 joined>'])
})

test('rows that are deleted or moved from between two orders of one number say that these are one now', () => {
  const removed = open('A-1', 'A-2', 'A-1')
  removed.source.removeLines([removed.rows(1)])
  expect(removed.announced).toEqual(['<A-1 joined>'])

  const moved = open('A-1', 'A-2', 'A-1')
  moved.source.moveLines([moved.rows(1)], 1)
  expect(moved.announced).toEqual(['<A-1 joined>'])
})

test('thousands of deleted rows say what they have joined once all are gone', () => {
  const between = Array.from({ length: 3_000 }, (_, i) => `N-${i}`)
  const { source, rows, announced, orders, finish } = open('A-1', ...between, 'A-1')
  source.removeLines([rows(1, 3_000)])
  expect(announced).toEqual([])
  finish()
  expect(announced).toEqual(['<A-1 joined>'])
  expect(orders()).toEqual([2])
})

test('a pasted order of several rows is one order, and joins none', () => {
  const { source, cells, announced, orders } = open('A-1')
  source.paste([cells(1)], clip(`B-1\nB-1\nB-2`), () => {})
  expect(announced).toEqual([])
  expect(orders()).toEqual([1, 2, 1])
})

test('numbers that a large paste moves up by a row join no orders, although it comes in chunks', () => {
  // So much text is pasted gradually.
  const numbers = Array.from({ length: 5_001 }, (_, i) => `N-${i}`.padEnd(210, 'x'))
  const { source, cells, announced, orders, finish } = open(...numbers.slice(0, -1))
  source.paste([cells(0)], clip(numbers.slice(1).join('\n')), () => {})
  finish()
  expect(announced).toEqual([])
  expect(orders()).toHaveLength(5_000)
})

test('undo and redo say which orders they join or separate, also of thousands of rows, and nothing of other rows', () => {
  const cleared = open('A-1', 'A-2', 'A-3')
  cleared.source.clear([cleared.cells(1, 2)])
  cleared.announced.length = 0
  cleared.source.undo()
  cleared.source.redo()
  expect(cleared.announced).toEqual(['<2 separate again>', '<2 joined again>'])

  const split = open('A-1', '', 'A-3')
  split.source.write({ line: 'L1', column: NUMBER }, 'A-2')
  split.source.undo()
  expect(split.announced).toEqual(['<1 joined again>'])

  const removed = open('A-1', 'A-2', 'A-3')
  removed.source.removeLines([removed.rows(1)])
  removed.source.undo()
  expect(removed.announced).toEqual([])

  const large = open(...Array.from({ length: 3_000 }, (_, i) => `N-${i}`))
  large.source.clear([large.cells(0, 2_999)])
  large.finish()
  large.announced.length = 0
  large.source.undo()
  expect(large.announced).toEqual([])
  large.source.redo()
  large.finish()
  expect(large.announced).toEqual(['<2999 separate again>', '<2999 joined again>'])
})

test('undo during an import says which orders it separates, as it does without one', () => {
  const { workbook, source, cells, announced, orders } = open('A-1', 'A-2', 'A-3')
  source.clear([cells(1)])
  announced.length = 0
  const edit = workbook.performInChunks(null)
  const imported = (id: string, rank: number) => ({ id, rank, texts: { [NUMBER]: id } })
  edit.add({ changes: [], inserted: [imported('I-1', 9_000)], removed: [] })
  source.undo()
  edit.add({ changes: [], inserted: [imported('I-2', 10_000)], removed: [] })
  edit.end()
  expect(announced).toEqual(['<1 separate again>'])
  expect(orders()).toEqual([1, 1, 1, 1, 1])
})
