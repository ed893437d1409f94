import { expect, test } from 'vitest'
import { writeCells } from '@/lib/sheet/acts/cells'
import { moveLines } from '@/lib/sheet/acts/move-lines'
import type { Line } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import { noFilter } from '@/lib/sheet/view/arrangement'
import { noColumnFilter } from '@/lib/sheet/view/column-filter'
import { Workbook } from './workbook'

const NUMBER = 'orderInfo.mallOrderNumber'
const NAME = 'recipient.name'

/** A workbook whose deferred tasks run when the test calls `run`. The numbers fall from line to line. */
function open(count = 5001) {
  const lines = Array.from(
    { length: count },
    (_, i): Line => ({ id: `L${i}`, rank: i, texts: { [NUMBER]: `N${count - i}`, [NAME]: `name ${i % 7}` } }),
  )
  const workbook = new Workbook(sheets['orders/japan'], lines)
  const later: (() => void)[] = []
  workbook.scheduleTask = work => later.push(work)
  const run = () => {
    for (let work = later.shift(); work; work = later.shift()) work()
  }
  const whole = workbook.draft.order
  return { workbook, run, whole, upwards: whole.toReversed() }
}

const by = (column: string, descending = false) => ({ column, descending })

test('few lines are sorted at once', () => {
  const { workbook, upwards } = open(5000)
  let sorted = 0
  workbook.sortBy(by(NUMBER), null, () => sorted++)
  expect([workbook.view.isArranging, sorted]).toEqual([false, 1])
  expect(workbook.visible).toEqual(upwards)
})

test('many lines are sorted after a paint: the arrangement is known at once, and the lines stay until then', () => {
  const { workbook, run, whole, upwards } = open()
  let sorted = 0
  workbook.sortBy(by(NUMBER), null, () => sorted++)
  expect(workbook.arrangement.sort).toEqual(by(NUMBER))
  expect([workbook.view.isArranging, workbook.view.isOutdated, sorted]).toEqual([true, false, 0])
  expect(workbook.view.orderCount).toBe(5001)
  expect(workbook.visible).toEqual(whole)
  run()
  expect([workbook.view.isArranging, sorted]).toEqual([false, 1])
  expect(workbook.visible).toEqual(upwards)
  run()
  expect(sorted).toBe(1)
})

test('an act during a sort finds the lines sorted', () => {
  const { workbook, run, upwards } = open()
  let sorted = 0
  workbook.sortBy(by(NUMBER), null, () => sorted++)
  writeCells(workbook, { ids: [] }, new Map([['L3', { [NUMBER]: 'N0' }]]), null)
  expect(sorted).toBe(1)
  expect(workbook.visible).toEqual(upwards)
  expect(workbook.view.isOutdated).toBe(true)
  expect(moveLines(workbook, ['L3'], 1, null)).toEqual({ why: 'sorted' })
  run()
  expect(sorted).toBe(1)
  expect(workbook.visible).toEqual(upwards)
})

test('a sort replaces one that has not been applied yet, and each can be undone', () => {
  const { workbook, run, whole, upwards } = open()
  const sorted: string[] = []
  workbook.sortBy(by(NUMBER), null, () => sorted.push('up'))
  workbook.sortBy(by(NUMBER, true), null, () => sorted.push('down'))
  run()
  expect(sorted).toEqual(['down'])
  expect(workbook.visible).toEqual(whole)
  workbook.undo()
  run()
  expect(workbook.visible).toEqual(upwards)
  workbook.undo()
  run()
  expect(workbook.visible).toBe(workbook.draft.order)
  workbook.redo()
  expect(workbook.view.isArranging).toBe(true)
  run()
  expect(workbook.visible).toEqual(upwards)
})

test('a sort that is undone before it is applied leaves the order of the draft', () => {
  const { workbook, run } = open()
  workbook.sortBy(by(NUMBER), null)
  workbook.undo()
  run()
  expect(workbook.arrangement.sort).toBeNull()
  expect(workbook.visible).toBe(workbook.draft.order)
})

test('a sort that is removed before it is applied is not reported', () => {
  const { workbook, run } = open()
  const sorted: string[] = []
  workbook.sortBy(by(NUMBER), null, () => sorted.push('sorted'))
  workbook.sortBy(null, null, () => sorted.push('unsorted'))
  run()
  expect(sorted).toEqual(['unsorted'])
  expect(workbook.visible).toBe(workbook.draft.order)
})

test('the undo of a sort goes to the cell that was active, so it sorts at once', () => {
  const { workbook, run, upwards } = open()
  workbook.sortBy(by(NUMBER), null)
  run()
  const cell = { line: 'L5', column: NAME }
  workbook.sortBy(null, cell)
  expect(workbook.undo()).toEqual(cell)
  expect(workbook.visible).toEqual(upwards)
})

test('a filter and the changes of others during a sort are in its result', () => {
  const { workbook, run, upwards } = open()
  let sorted = 0
  workbook.sortBy(by(NUMBER), null, () => sorted++)
  const change = { line: 'L0', before: { [NUMBER]: 'N5001' }, after: { [NUMBER]: 'N0' } }
  const added = { id: 'new', rank: 5001, texts: { [NUMBER]: 'N0 b', [NAME]: 'name 0' } }
  workbook.applyRemote({ changes: [change], inserted: [added], removed: [] })
  expect(workbook.visible).toHaveLength(5002)
  const columns = new Map([[NAME, { ...noColumnFilter, texts: new Set(['name 0']), except: false }]])
  workbook.arrange({ ...workbook.arrangement, filter: { ...noFilter, columns } })
  expect(sorted).toBe(1)
  expect(workbook.visible).toEqual([
    'L0',
    'new',
    ...upwards.filter(id => id !== 'L0' && Number(id.slice(1)) % 7 === 0),
  ])
  run()
  expect(workbook.view.isOutdated).toBe(false)
})
