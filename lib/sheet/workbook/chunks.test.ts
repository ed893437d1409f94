import { expect, test } from 'vitest'
import { writeCells } from '@/lib/sheet/acts/cells'
import type { Patch } from '@/lib/sheet/draft/draft'
import type { Line, Texts } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from './workbook'

const NUMBER = 'orderInfo.mallOrderNumber'
const COUNT = 2500

/** Most are blank: what is to be seen here is not how orders are judged. */
const lines = (from: number, count: number): Line[] =>
  Array.from({ length: count }, (_, i) => ({
    id: `L${from + i}`,
    rank: from + i,
    texts: textsOf(from + i),
  }))

const textsOf = (at: number): Texts =>
  at % 100 > 0 ? {} : { [NUMBER]: `N${at}`, 'items[].name': `item ${at}` }

const inserting = (inserted: readonly Line[]): Patch => ({ changes: [], inserted, removed: [] })

/** A workbook whose work after the paint is done when the test says so. */
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

function bring(workbook: Workbook) {
  const act = workbook.performInChunks(null)
  for (let from = 2; from < COUNT; from += 500) act.add(inserting(lines(from, 500)))
  act.end()
}

test('lines that come in pieces are one act: one undo takes all of them back, one redo brings them again', () => {
  const { workbook, run, saved } = open()
  bring(workbook)
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

test('a large undo lets the browser paint, and the next act finds it completed', () => {
  const { workbook, later } = open()
  bring(workbook)
  workbook.undo()
  expect(workbook.draft.order.length).toBeGreaterThan(2)
  expect(later.length).toBeGreaterThan(0)
  writeCells(workbook, { ids: [] }, new Map([['L0', { 'items[].name': 'typed' }]]), null)
  expect(workbook.draft.order).toEqual(['L0', 'L1'])
  workbook.undo()
  expect(workbook.text({ line: 'L0', column: 'items[].name' })).toBe('item 0')
})

test('a large undo takes lines out from below, and what failed in them goes with each piece', () => {
  const { workbook, later, run } = open()
  // So many that no order is judged any more while the last ones go; most are blank, and each piece cuts an order.
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

test('a redo before the undo is done brings everything back', () => {
  const { workbook, run } = open()
  bring(workbook)
  workbook.undo()
  workbook.redo()
  run()
  expect(workbook.draft.order).toHaveLength(2502)
  expect(workbook.history.canRedo).toBe(false)
})

test('what is typed while lines still come is an act of its own', () => {
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

test('who may look only brings nothing in', () => {
  const { workbook } = open()
  workbook.isReadOnly = true
  bring(workbook)
  expect(workbook.draft.order).toHaveLength(2)
  expect(workbook.history.canUndo).toBe(false)
})

test('what is called off leaves nothing behind, and nothing to undo', () => {
  const { workbook, run } = open()
  const act = workbook.performInChunks(null)
  act.add(inserting(lines(2, 500)))
  act.add({ changes: [], inserted: [], removed: lines(0, 1) })
  act.cancel()
  run()
  expect(workbook.draft.order).toEqual(['L0', 'L1'])
  expect([workbook.history.canUndo, workbook.history.canRedo]).toEqual([false, false])
})

test('while many orders come the first have their marks at once, and the others have theirs when all have come', () => {
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

test('an edit of which nothing came is no act: what was undone can still be done again', () => {
  const { workbook } = open()
  writeCells(workbook, { ids: [] }, new Map([['L0', { [NUMBER]: 'X' }]]), null)
  workbook.undo()
  const act = workbook.performInChunks(null)
  act.add(inserting([]))
  expect(act.end()).toBe(false)
  workbook.redo()
  expect(workbook.draft.lines.get('L0')?.texts[NUMBER]).toBe('X')
})
