import { expect, test } from 'vitest'
import { Selection } from '@/components/grid/select/selection'
import { sheets } from '@/lib/sheet/schema/sheets'
import type { CellRange } from '@/lib/sheet/view/ranges'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { openTestSource } from '@/testing/workbench/test-source'

const sheet = sheets['orders/japan']
const NUMBER = sheet.key
const ITEM = 'items[].name'

/** A sheet whose numbers rise and whose items fall, and whose deferred tasks run when the test calls `step` or `finish`. */
function open(count: number) {
  const lines = Array.from({ length: count }, (_, i) => ({
    id: `L${i}`,
    rank: 1024 * (i + 1),
    texts: { [NUMBER]: `N-${i}`, [ITEM]: `item ${String(count - i).padStart(5, '0')}` },
  }))
  const workbook = new Workbook(sheet, lines)
  const later: (() => void)[] = []
  workbook.scheduleTask = work => later.push(work)
  const { source, announced } = openTestSource(workbook)
  const selection = new Selection(source)
  source.subscribe(selection.refresh)
  const right = source.columns().length - 1
  const item = source.columns().findIndex(({ id }) => id === ITEM)
  return {
    ...{ workbook, source, announced, selection },
    /** Whole rows from one position to another. */
    rows: (top: number, bottom: number): CellRange => ({ top, bottom, left: 0, right, whole: 'lines' }),
    /** The item of a row, or of several. */
    items: (top: number, bottom = top): CellRange => ({ top, bottom, left: item, right: item }),
    select: (number: number) => selection.moveTo({ line: `L${number}`, column: ITEM }),
    step: () => later.shift()?.(),
    finish: () => workbook.finishActs(),
    /** The ids of rows whose item is another text than at first. */
    changed: () =>
      workbook.draft.order.filter(
        id => workbook.text({ line: id, column: ITEM }) !== lines[Number(id.slice(1))]?.texts[ITEM],
      ),
  }
}

/** A sheet whose rows are being deleted in parts: some of them are still there. */
function openDuringRemoval() {
  const opened = open(5_000)
  opened.source.removeLines([opened.rows(0, 2_999)])
  opened.step()
  opened.step()
  expect(opened.workbook.draft.order.length).toBeGreaterThan(2_000)
  return opened
}

test('a cell that is cleared while rows above it are being deleted is the selected one', () => {
  const { source, selection, select, changed, finish } = openDuringRemoval()
  select(4_500)
  source.clear(selection.ranges())
  finish()
  expect(changed()).toEqual(['L4500'])
})

test('a row that is deleted while an undo restores rows is the selected one', () => {
  const { workbook, source, selection, select, rows, finish, step } = open(5_000)
  source.removeLines([rows(0, 2_999)])
  finish()
  source.undo()
  step()
  select(4_500)
  selection.widen('lines')
  source.removeLines(selection.ranges())
  finish()
  expect(workbook.draft.lines.has('L4500')).toBe(false)
  expect(workbook.draft.order).toHaveLength(4_999)
})

test('a selected row that another deletion takes away hands nothing on to the row in its place', () => {
  const { source, announced, workbook, items, changed, finish } = openDuringRemoval()
  expect(workbook.visible[10]).toBe('L10')
  source.clear([items(10)])
  finish()
  expect(changed()).toEqual([])
  expect(workbook.draft.order).toHaveLength(2_000)
  expect(announced.at(-1)).toBe('rowsMoved')
})

test('cells that are cleared or filled during a sort are those of the selected rows', () => {
  const { source, items, changed, finish } = open(6_000)
  source.sortBy(ITEM, false)
  source.clear([items(10, 12)])
  source.sortBy(NUMBER, true)
  source.fill([items(0, 1)], 'filled')
  finish()
  expect(changed()).toEqual(['L10', 'L11', 'L12', 'L5998', 'L5999'])
})

test('a paste during a sort goes into the selected cell, and a block of rows that were parted is not pasted', () => {
  const { source, selection, select, announced, changed, workbook, finish } = open(6_000)
  select(10)
  source.sortBy(ITEM, false)
  source.paste(selection.ranges(), { text: 'one', html: '' }, () => {})
  finish()
  expect(changed()).toEqual(['L10'])
  expect(workbook.text({ line: 'L10', column: ITEM })).toBe('one')
  select(3_000)
  // The rows below are other ones once the sort is undone.
  source.sortBy(NUMBER, true)
  source.sortBy(ITEM, true)
  source.paste(selection.ranges(), { text: 'two\nthree', html: '' }, () => {})
  finish()
  expect(announced.at(-1)).toBe('notPasted')
  expect(changed()).toEqual(['L10'])
})

test('a fill from the row above during a sort takes no other row', () => {
  const { source, items, announced, changed, finish } = open(6_000)
  source.sortBy(ITEM, false)
  source.fillFrom([items(10)], 'above')
  finish()
  expect(changed()).toEqual([])
  expect(announced.at(-1)).toBe('rowsMoved')
})

test('the fill handle continues the cells that were dragged over', () => {
  const { source, workbook, items, changed, finish } = openDuringRemoval()
  const at = workbook.visible.indexOf('L4500')
  const filled = source.fillOn(items(at), items(at + 1, at + 2))
  finish()
  expect(filled).toMatchObject({ top: 1_501, bottom: 1_502 })
  expect(workbook.draft.order).toHaveLength(2_000)
  expect(changed()).toEqual(['L4501', 'L4502'])
  expect(workbook.text({ line: 'L4502', column: ITEM })).toBe('item 00500')
})
