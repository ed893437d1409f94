import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { preparePaste, writeCells, writeCellsGradually } from '@/lib/sheet/acts/cells'
import { insertLines, removeLines } from '@/lib/sheet/acts/lines'
import { byRank, type Patch } from '@/lib/sheet/draft/draft'
import { OrderStates } from '@/lib/sheet/judge/status/order-states'
import { Grouper } from '@/lib/sheet/orders/grouping'
import type { Line, LineId, Texts } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { pasteBlock } from '@/testing/sheet/paste-block'

const NUMBER = 'orderInfo.mallOrderNumber'
const ITEM = 'items[].name'
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

afterEach(() => vi.restoreAllMocks())

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

const type = (workbook: Workbook, line: LineId, text: string) =>
  writeCells(workbook, { ids: [] }, new Map([[line, { [ITEM]: text }]]), null)

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

test('a text that is typed during an import is its own act above the import: no imported row outlives the undo', () => {
  const { workbook, run } = open()
  const act = workbook.performInChunks(null)
  act.add(inserting(lines(2, 500)))
  type(workbook, 'L100', 'typed')
  act.add(inserting(lines(502, 500)))
  const step = act.end()
  expect(workbook.history.done.map(one => one === step)).toEqual([true, false])
  workbook.undo()
  expect(workbook.text({ line: 'L100', column: ITEM })).toBe('item 100')
  expect(workbook.draft.order).toHaveLength(2 + 1000)
  workbook.undo()
  run()
  expect(workbook.draft.order).toEqual(['L0', 'L1'])
  workbook.redo()
  workbook.redo()
  run()
  expect(workbook.draft.order).toHaveLength(2 + 1000)
  expect(workbook.text({ line: 'L100', column: ITEM })).toBe('typed')
})

test('a text that is undone during an import can still be redone after it', () => {
  const { workbook } = open()
  const act = workbook.performInChunks(null)
  act.add(inserting(lines(2, 100)))
  type(workbook, 'L100', 'typed')
  workbook.undo()
  act.add(inserting(lines(102, 100)))
  act.end()
  workbook.redo()
  expect(workbook.text({ line: 'L100', column: ITEM })).toBe('typed')
  expect(workbook.history.depth).toBe(2)
})

/** A step of an import that reads a file again, or of an operator meanwhile; positions wrap around. */
type DuringImport =
  | { readonly kind: 'replace' | 'insert' | 'delete'; readonly at: number }
  | { readonly kind: 'type'; readonly at: number; readonly text: string }
const at = fc.nat(20)
const byOperator = [
  fc.record({ kind: fc.constant('type' as const), at, text: fc.constantFrom('x', 'y') }),
  fc.record({ kind: fc.constant('delete' as const), at }),
]
const duringImport = (kind: 'replace' | 'insert') =>
  fc.array(fc.oneof(fc.record({ kind: fc.constant(kind), at }), ...byOperator), { maxLength: 8 })

test('undo and redo of everything restores the draft, whatever an operator does during an import', () => {
  fc.assert(
    fc.property(duringImport('replace'), duringImport('insert'), (first, then) => {
      const all = lines(0, 8).map(line => ({ ...line, texts: { [NUMBER]: line.id, [ITEM]: 'old' } }))
      const workbook = new Workbook(sheets['orders/japan'], all)
      const shown = () => workbook.draft.order.map(line => [line, workbook.text({ line, column: ITEM })])
      const before = shown()
      const act = workbook.performInChunks(null)
      const steps: readonly DuringImport[] = [...first, ...then]
      for (const [i, step] of steps.entries()) {
        const { order } = workbook.draft
        const line = workbook.draft.lines.get(order[step.at % Math.max(1, order.length)] ?? '')
        const added = { id: `N${i}`, rank: 100 + i, texts: { [NUMBER]: `N${i}`, [ITEM]: 'new' } }
        if (step.kind === 'insert') act.add(inserting([added]))
        else if (!line) continue
        else if (step.kind === 'replace') act.add({ changes: [], inserted: [], removed: [line] })
        else if (step.kind === 'type') type(workbook, line.id, step.text)
        else removeLines(workbook, [line.id], null)
      }
      act.end()
      const after = shown()
      while (workbook.history.canUndo) workbook.undo()
      expect(shown()).toEqual(before)
      while (workbook.history.canRedo) workbook.redo()
      expect(shown()).toEqual(after)
    }),
    { numRuns: 40 },
  )
})

test('an import stays in progress, and none of it is saved, when a fill that began meanwhile ends', () => {
  const { workbook, run } = open()
  let ended = 0
  workbook.onActEnd = () => ended++
  importLines(workbook)
  run()
  expect([workbook.isActInProgress, ended]).toEqual([false, 1])
  const act = workbook.performInChunks(null)
  act.add(inserting(lines(5000, 10)))
  const writes = new Map(workbook.draft.order.map(line => [line, { [ITEM]: 'shirt' }]))
  writeCellsGradually(workbook, { ids: [] }, writes, null, () => {})
  run()
  expect(workbook.text({ line: 'L2000', column: ITEM })).toBe('shirt')
  expect([workbook.isActInProgress, ended]).toEqual([true, 1])
  act.add(inserting(lines(5010, 10)))
  act.end()
  expect([workbook.isActInProgress, ended]).toEqual([false, 2])
})

test('a cancelled import stays in progress until all of it is reverted, also when a fill waits', () => {
  const { workbook, run } = open()
  importLines(workbook)
  run()
  const writes = new Map(workbook.draft.order.map(line => [line, { [ITEM]: 'shirt' }]))
  const act = workbook.performInChunks(null)
  act.add(inserting(lines(5000, 10)))
  writeCellsGradually(workbook, { ids: [] }, writes, null, () => {})
  const imported: boolean[] = []
  workbook.onActEnd = () => imported.push(workbook.draft.lines.has('L5000'))
  act.cancel()
  run()
  expect(imported).toEqual([false])
  expect(workbook.isActInProgress).toBe(false)
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
  expect(act.end()).toBeUndefined()
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

/** One order per row, all to one recipient, and how many rows an act groups until it is applied. */
function openOneRecipient() {
  const texts = (i: number) => ({ [NUMBER]: `N${i}`, 'recipient.name': '山田 太郎' })
  const rows = Array.from({ length: COUNT }, (_, i) => ({ id: `L${i}`, rank: i + 1, texts: texts(i) }))
  const workbook = new Workbook(sheets['orders/japan'], rows)
  // Judging does not matter here.
  workbook.scheduleTask = () => {}
  const grouped = vi.spyOn(Grouper.prototype, 'begins')
  const rowsGrouped = (act: () => void): number => {
    grouped.mockClear()
    act()
    workbook.finishActs()
    return grouped.mock.calls.length
  }
  return { workbook, rowsGrouped, write: (text: (i: number) => string) => writeNumbers(workbook, text) }
}

function writeNumbers(workbook: Workbook, text: (i: number) => string) {
  const writes = new Map(workbook.visible.map((id, i) => [id, { [NUMBER]: text(i) }]))
  writeCellsGradually(workbook, { ids: [] }, writes, null, () => {})
}

test.each([
  ['cleared', () => ''],
  ['replaced by one number', () => 'X'],
  ['written over those of a sorted sheet', (i: number) => `B${i >> 8}`],
])('numbers that are %s, and undo and redo, group each row of the order once', (_, text) => {
  const { workbook, rowsGrouped, write } = openOneRecipient()
  expect(workbook.orderCount).toBe(COUNT)
  workbook.sortBy({ column: NUMBER, descending: true }, null)
  workbook.finishActs()
  const most = 2 * COUNT
  expect(rowsGrouped(() => write(text))).toBeLessThan(most)
  expect(workbook.orderCount).toBeLessThan(COUNT / 100)
  expect(rowsGrouped(() => workbook.undo())).toBeLessThan(most)
  expect(workbook.orderCount).toBe(COUNT)
  expect(rowsGrouped(() => workbook.redo())).toBeLessThan(most)
  expect(workbook.orderCount).toBeLessThan(COUNT / 100)
})
