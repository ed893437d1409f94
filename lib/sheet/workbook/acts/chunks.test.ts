import { expect, test, vi } from 'vitest'
import { preparePaste, writeCells, writeCellsGradually } from '@/lib/sheet/acts/cells'
import { insertLines, removeLines } from '@/lib/sheet/acts/lines'
import { byRank, type Patch } from '@/lib/sheet/draft/draft'
import { OrderStates } from '@/lib/sheet/judge/status/order-states'
import type { Line, Texts } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { pasteBlock } from '@/testing/sheet/paste-block'

const NUMBER = 'orderInfo.mallOrderNumber'
const COUNT = 2500

/** Mostly blank lines, because judging is not tested here. */
const lines = (from: number, count: number): Line[] =>
  Array.from({ length: count }, (_, i) => ({
    id: `L${from + i}`,
    rank: from + i,
    texts: textsOf(from + i),
  }))

const textsOf = (at: number): Texts =>
  at % 100 > 0 ? {} : { [NUMBER]: `N${at}`, 'items[].name': `item ${at}` }

const inserting = (inserted: readonly Line[]): Patch => ({ changes: [], inserted, removed: [] })

/** A workbook whose deferred tasks run when the test calls `run`. */
function open() {
  const workbook = new Workbook(sheets['orders/japan'], lines(0, 2))
  const later: (() => void)[] = []
  workbook.scheduleTask = work => later.push(work)
  const saved: Patch[] = []
  workbook.onPatch = patch => saved.push(patch)
  const run = () => {
    for (let work = later.shift(); work; work = later.shift()) work()
  }
  return { workbook, later, saved, run }
}

function importLines(workbook: Workbook) {
  const act = workbook.performInChunks(null)
  for (let from = 2; from < COUNT; from += 500) act.add(inserting(lines(from, 500)))
  act.end()
}

test('lines that are inserted in chunks are one act: one undo removes all of them, one redo restores them', () => {
  const { workbook, run, saved } = open()
  importLines(workbook)
  const whole = workbook.draft.order
  expect(whole).toHaveLength(2 + 2500)
  expect(workbook.history.depth).toBe(1)
  expect(saved).toHaveLength(5)
  workbook.undo()
  run()
  expect(workbook.draft.order).toEqual(['L0', 'L1'])
  expect(workbook.orderCount).toBe(1)
  workbook.redo()
  run()
  expect(workbook.draft.order).toEqual(whole)
  expect(workbook.orderCount).toBe(26)
})

test('a large undo lets the browser paint, and is completed before the next act', () => {
  const { workbook, later } = open()
  importLines(workbook)
  workbook.undo()
  expect(workbook.draft.order.length).toBeGreaterThan(2)
  expect(later.length).toBeGreaterThan(0)
  writeCells(workbook, { ids: [] }, new Map([['L0', { 'items[].name': 'typed' }]]), null)
  expect(workbook.draft.order).toEqual(['L0', 'L1'])
  workbook.undo()
  expect(workbook.text({ line: 'L0', column: 'items[].name' })).toBe('item 0')
})

test('a large undo removes lines from the bottom up, and their failures chunk by chunk', () => {
  const { workbook, later, run } = open()
  // So many lines that no order is judged during the last chunks; most are blank, and each chunk cuts an order.
  const many = lines(2, 28_000).map((line, i) => {
    const isOrder = i < 800 || i % 400 === 0 || i % 400 === 399
    const texts: Texts = isOrder ? { [NUMBER]: i < 800 ? line.id : `N${((i + 1) / 400) | 0}` } : {}
    return { ...line, texts }
  })
  const act = workbook.performInChunks(null)
  for (let from = 0; from < many.length; from += 400) act.add(inserting(many.slice(from, from + 400)))
  act.end()
  run()
  const { firstLines } = workbook.failures
  workbook.undo()
  expect(workbook.draft.order.slice(2)).toEqual(many.slice(0, -400).map(({ id }) => id))
  for (let left = firstLines.size; later.length > 0; left = firstLines.size) {
    later.shift()?.()
    expect(left - firstLines.size).toBeLessThanOrEqual(401)
  }
  expect(firstLines.size).toBe(1)
})

test('a large removal lets the browser paint, and is completed before the next act', () => {
  const { workbook, later, saved, run } = open()
  importLines(workbook)
  run()
  const whole = [...workbook.draft.lines.values()]
  saved.length = 0
  removeLines(workbook, workbook.draft.order, null)
  expect(workbook.draft.order).toHaveLength(2502 - 102)
  expect(workbook.isActInProgress).toBe(true)
  expect(later.length).toBeGreaterThan(0)
  insertLines(workbook, null, ['new'], null)
  expect(workbook.draft.order).toEqual(['new'])
  expect(new Set(saved.flatMap(({ removed }) => removed.map(({ id }) => id))).size).toBe(2502)
  workbook.undo()
  workbook.undo()
  run()
  expect(workbook.isActInProgress).toBe(false)
  expect([...workbook.draft.lines.values()].toSorted(byRank)).toEqual(whole)
  expect(workbook.orderCount).toBe(26)
})

test('an order that keeps a line keeps its own texts when thousands of lines are removed', () => {
  const orders = Array.from({ length: COUNT }, (_, i): Line[] => [
    { id: `A${i}`, rank: 2 * i, texts: { [NUMBER]: `N${i}`, 'items[].name': 'first' } },
    { id: `B${i}`, rank: 2 * i + 1, texts: { 'items[].name': 'second' } },
  ])
  const workbook = new Workbook(sheets['orders/japan'], orders.flat())
  const firstLines = orders.map(([first]) => first?.id ?? '')
  const later: (() => void)[] = []
  workbook.scheduleTask = work => later.push(work)
  removeLines(workbook, firstLines, null)
  expect(workbook.draft.order.length).toBeGreaterThan(COUNT)
  workbook.finishActs()
  expect(workbook.orderCount).toBe(COUNT)
  expect(workbook.text({ line: 'B0', column: NUMBER })).toBe('N0')
  expect(workbook.text({ line: `B${COUNT - 1}`, column: NUMBER })).toBe(`N${COUNT - 1}`)
  workbook.undo()
  workbook.finishActs()
  expect([...workbook.draft.lines.values()].toSorted(byRank)).toEqual(orders.flat())
})

test('a redo during an undo restores everything', () => {
  const { workbook, run } = open()
  importLines(workbook)
  workbook.undo()
  workbook.redo()
  run()
  expect(workbook.draft.order).toHaveLength(2502)
  expect(workbook.history.canRedo).toBe(false)
})

test('a text that is typed during a chunked insert is its own act', () => {
  const { workbook, run } = open()
  const act = workbook.performInChunks(null)
  act.add(inserting(lines(2, 500)))
  writeCells(workbook, { ids: [] }, new Map([['L0', { 'items[].name': 'typed' }]]), null)
  act.add(inserting(lines(502, 500)))
  act.end()
  workbook.undo()
  run()
  expect(workbook.draft.order).toEqual(['L0', 'L1'])
  expect(workbook.text({ line: 'L0', column: 'items[].name' })).toBe('typed')
})

test('a read-only operator cannot insert lines', () => {
  const { workbook } = open()
  workbook.isReadOnly = true
  importLines(workbook)
  expect(workbook.draft.order).toHaveLength(2)
  expect(workbook.history.canUndo).toBe(false)
})

test('a cancelled edit leaves nothing behind and nothing to undo', () => {
  const { workbook, run } = open()
  const act = workbook.performInChunks(null)
  act.add(inserting(lines(2, 500)))
  act.add({ changes: [], inserted: [], removed: lines(0, 1) })
  act.cancel()
  run()
  expect(workbook.draft.order).toEqual(['L0', 'L1'])
  expect([workbook.history.canUndo, workbook.history.canRedo]).toEqual([false, false])
})

test('during a large insert the first orders get their marks at once, the others at the end', () => {
  const { workbook, run } = open()
  const orders = Array.from({ length: 600 }, (_, i) => ({
    id: `M${i}`,
    rank: 10 + i,
    texts: { [NUMBER]: `M${i}`, 'items[].name': 'item' },
  }))
  const act = workbook.performInChunks(null)
  for (let from = 0; from < 600; from += 200) act.add(inserting(orders.slice(from, from + 200)))
  run()
  const judged = () => orders.filter(({ id }) => workbook.failures.of(id).length > 0).length
  expect(workbook.failures.of('M0')).not.toEqual([])
  expect(workbook.isJudging).toBe(true)
  expect(judged()).toBeLessThan(600)
  act.end()
  run()
  expect(judged()).toBe(600)
  expect(workbook.isJudging).toBe(false)
})

test('an edit that changed nothing is not an act, so redo stays possible', () => {
  const { workbook } = open()
  writeCells(workbook, { ids: [] }, new Map([['L0', { [NUMBER]: 'X' }]]), null)
  workbook.undo()
  const act = workbook.performInChunks(null)
  act.add(inserting([]))
  expect(act.end()).toBe(false)
  workbook.redo()
  expect(workbook.draft.lines.get('L0')?.texts[NUMBER]).toBe('X')
})

/** A block with headings. Three lines each have the number of one order. */
const block = [
  [NUMBER, 'items[].name', 'recipient.country'],
  ...Array.from({ length: COUNT }, (_, i) => [`P${Math.floor(i / 3)}`, `item ${i}`, '일본']),
]

/** Where and what the tests below paste. */
const pasteInto = (workbook: Workbook) => {
  let count = 0
  const { visible } = workbook
  const ranges = [{ top: 1, left: 0, bottom: 1, right: 0 }]
  const target = { rows: visible, filled: visible.length, columns: workbook.sheet.columns, ranges }
  return [workbook, { ids: [] }, block, target, () => [], () => `P${count++}`] as const
}

test('a large block that is pasted gradually is the same as one that is pasted at once, and one act', () => {
  const once = open()
  pasteBlock(...pasteInto(once.workbook))
  const { workbook, run, later } = open()
  let ended = 0
  workbook.performGradually(preparePaste(...pasteInto(workbook)), () => ended++)
  expect(workbook.draft.order).toEqual(['L0', 'L1'])
  expect(workbook.isActInProgress).toBe(true)
  run()
  expect(ended).toBe(1)
  expect(workbook.isActInProgress).toBe(false)
  expect(workbook.draft.order).toEqual(once.workbook.draft.order)
  expect([...workbook.draft.order].map(id => workbook.draft.lines.get(id))).toEqual(
    [...once.workbook.draft.order].map(id => once.workbook.draft.lines.get(id)),
  )
  expect(workbook.orderCount).toBe(once.workbook.orderCount)
  expect(workbook.history.depth).toBe(1)
  workbook.undo()
  run()
  expect(later).toEqual([])
  expect(workbook.draft.order).toEqual(['L0', 'L1'])
  expect(workbook.text({ line: 'L1', column: NUMBER })).toBe('')
})

test('an act that follows a large paste finds all of its lines', () => {
  const { workbook, run } = open()
  let ended = 0
  workbook.performGradually(preparePaste(...pasteInto(workbook)), () => ended++)
  workbook.finishActs()
  writeCells(workbook, { ids: [] }, new Map([['P0', { [NUMBER]: 'typed' }]]), null)
  expect(ended).toBe(1)
  expect(workbook.draft.order).toHaveLength(1 + COUNT)
  expect(workbook.text({ line: 'P0', column: NUMBER })).toBe('typed')
  workbook.undo()
  expect(workbook.text({ line: 'P0', column: NUMBER })).toBe('P0')
  workbook.undo()
  run()
  expect(workbook.draft.order).toEqual(['L0', 'L1'])
  expect(ended).toBe(1)
})

test('undo right after a large paste undoes the paste, and not the act before it', () => {
  const { workbook, run } = open()
  writeCells(workbook, { ids: [] }, new Map([['L0', { [NUMBER]: 'before' }]]), null)
  workbook.performGradually(preparePaste(...pasteInto(workbook)), () => {})
  workbook.undo()
  run()
  expect(workbook.draft.order).toEqual(['L0', 'L1'])
  expect(workbook.text({ line: 'L0', column: NUMBER })).toBe('before')
})

test('a paste that changes nothing leaves no act behind', () => {
  const { workbook, run } = open()
  const nothing = (function* () {
    yield
    return { patch: { changes: [], inserted: [], removed: [] }, at: null }
  })()
  let ended = 0
  workbook.performGradually(nothing, () => ended++)
  run()
  expect([ended, workbook.isActInProgress, workbook.history.depth]).toEqual([1, false, 0])
})

test('an act that makes all lines one order judges that order at its end, and not in between', () => {
  const orders = Array.from({ length: COUNT }, (_, i) => ({
    id: `S${i}`,
    rank: i,
    texts: { [NUMBER]: `S${i}` },
  }))
  const workbook = new Workbook(sheets['orders/japan'], orders)
  const later: (() => void)[] = []
  workbook.scheduleTask = work => later.push(work)
  const judged = vi.spyOn(OrderStates.prototype, 'judge')
  const writes = new Map(orders.map(({ id }) => [id, { [NUMBER]: 'one' }]))
  writeCellsGradually(workbook, { ids: [] }, writes, null, () => {})
  for (let work = later.shift(); work; work = later.shift()) work()
  const sizes = judged.mock.calls.map(([{ lines }]) => lines.length).filter(size => size > 120)
  judged.mockRestore()
  expect(workbook.orderCount).toBe(1)
  expect(sizes).toEqual([COUNT])
})
