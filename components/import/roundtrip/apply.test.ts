import { expect, test } from 'vitest'
import type { ReimportedCell, ReimportPlan } from '@/lib/import/roundtrip/plan'
import type { Line } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { applyRoundTrip } from './apply'

const NUMBER = 'orderInfo.mallOrderNumber'
const NAME = 'items[].name'
const TO = 'recipient.name'
const COUNT = 300

/** Orders of three lines each, all with the same recipient. */
const lines: readonly Line[] = Array.from({ length: COUNT }, (_, at) => ({
  id: `L${at}`,
  rank: (at + 1) * 1024,
  texts: { [NUMBER]: `N${Math.floor(at / 3)}`, [NAME]: `item ${at}`, [TO]: 'Kim' },
}))

const nothing: ReimportPlan = {
  changed: [],
  conflicting: [],
  added: [],
  duplicates: [],
  missing: [],
  gone: [],
  locked: [],
}

function open() {
  const workbook = new Workbook(sheets['orders/japan'], lines)
  const later: (() => void)[] = []
  workbook.scheduleTask = work => later.push(work)
  const settle = () => {
    for (let work = later.shift(); work; work = later.shift()) work()
  }
  let made = 0
  const texts = () => workbook.draft.order.map(id => workbook.draft.lines.get(id)?.texts)
  return { workbook, settle, texts, newId: () => `new${made++}` }
}

const cell = (at: number, column: string, here: string, there: string): ReimportedCell => ({
  line: `L${at}`,
  column,
  here,
  there,
})

const everyName = lines.map((_, at) => cell(at, NAME, `item ${at}`, `corrected ${at}`))
const everyTo = lines.filter((_, at) => at % 3 === 0).map((_, order) => cell(order * 3, TO, 'Kim', 'Lee'))
const choice = { theirs: new Set<ReimportedCell>(), withAdded: true }

test('hundreds of corrected cells and added rows are one step, which one undo takes back', async () => {
  const { workbook, settle, texts, newId } = open()
  const before = texts()
  const added = Array.from({ length: 150 }, (_, at) => ({
    row: at + 2,
    texts: { [NUMBER]: `X${at}`, [NAME]: 'added' },
  }))
  const progress: number[] = []
  const plan = { ...nothing, changed: [...everyName, ...everyTo], added }
  const applied = await applyRoundTrip(workbook, plan, choice, {
    ...{ newId, at: null },
    onProgress: done => progress.push(done),
  })
  expect(applied).toEqual({ cells: 400, lines: 300, added: 150, first: { line: 'L0', column: NAME } })
  expect(progress.at(-1)).toBe(1)
  expect(workbook.draft.order).toHaveLength(COUNT + 150)
  // A text that an order repeats on each of its lines is corrected on all of them.
  expect(workbook.text({ line: 'L2', column: TO })).toBe('Lee')
  expect(workbook.text({ line: 'L299', column: NAME })).toBe('corrected 299')
  const after = texts()
  workbook.undo()
  settle()
  expect(texts()).toEqual(before)
  expect(workbook.history.canUndo).toBe(false)
  workbook.redo()
  settle()
  expect(texts()).toEqual(after)
})

test('a cancelled round trip leaves nothing behind, and nothing to undo', async () => {
  const { workbook, settle, texts, newId } = open()
  const before = texts()
  let calls = 0
  const cancelled = new AbortController()
  const plan = { ...nothing, changed: everyName }
  const applied = await applyRoundTrip(workbook, plan, choice, {
    ...{ newId, at: null, signal: cancelled.signal },
    onProgress: () => ++calls > 1 && cancelled.abort(),
  })
  settle()
  expect(applied).toBeUndefined()
  expect(texts()).toEqual(before)
  expect(workbook.history.canUndo).toBe(false)
})

test('corrected order numbers regroup the lines, and undo groups them as before', async () => {
  const { workbook, settle, texts, newId } = open()
  const before = texts()
  const changed = lines.map((_, at) => cell(at, NUMBER, `N${Math.floor(at / 3)}`, `S${at}`))
  await applyRoundTrip(workbook, { ...nothing, changed }, choice, { newId, at: null })
  expect(workbook.orderCount).toBe(COUNT)
  workbook.undo()
  settle()
  expect(texts()).toEqual(before)
  expect(workbook.orderCount).toBe(COUNT / 3)
})

test('a cell that was edited since the file was compared stays as it is', async () => {
  const { workbook, newId } = open()
  workbook.applyRemote({
    changes: [{ line: 'L1', before: { [NAME]: 'item 1' }, after: { [NAME]: 'by a colleague' } }],
    inserted: [],
    removed: [],
  })
  const applied = await applyRoundTrip(workbook, { ...nothing, changed: everyName }, choice, {
    newId,
    at: null,
  })
  expect(applied?.cells).toBe(COUNT - 1)
  expect(workbook.text({ line: 'L1', column: NAME })).toBe('by a colleague')
})
