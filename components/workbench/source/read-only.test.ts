import { expect, test } from 'vitest'
import { sheets } from '@/lib/sheet/schema/sheets'
import type { UndoStep } from '@/lib/sheet/workbook/acts/history'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { openTestSource } from '@/testing/workbench/test-source'
import { readOnlySource } from './read-only'

const sheet = sheets['orders/japan']
const NUMBER = sheet.key

/** An act of an earlier editing session: a number was typed. */
const typed = (before: string, after: string): UndoStep => ({
  patch: {
    changes: [{ line: 'L1', before: { [NUMBER]: before }, after: { [NUMBER]: after } }],
    inserted: [],
    removed: [],
  },
  at: null,
})

/** A draft that a viewer has open and could edit before: `A` and `B` were typed, `C` was undone. */
function openAsViewer() {
  const workbook = new Workbook(sheet, [
    { id: 'L1', rank: 1, texts: { [NUMBER]: 'B' } },
    { id: 'L2', rank: 2, texts: { [NUMBER]: 'A-2' } },
  ])
  workbook.restoreHistory([typed('', 'A'), typed('A', 'B')], [typed('B', 'C')])
  workbook.isReadOnly = true
  const changed: unknown[] = []
  workbook.onPatch = patch => changed.push(patch)
  const { source, announced } = openTestSource(workbook)
  const numbers = () => workbook.visible.map(line => workbook.text({ line, column: NUMBER }))
  return {
    workbook,
    source: readOnlySource(source, () => announced.push('viewer')),
    announced,
    changed,
    numbers,
  }
}

test('a viewer cannot undo or redo what was typed before, and sees why', () => {
  const { workbook, source, announced, changed, numbers } = openAsViewer()
  expect([workbook.canUndo, workbook.canRedo]).toEqual([false, false])
  expect([source.undo(), source.redo()]).toEqual([null, null])
  expect(announced).toEqual(['viewer', 'viewer'])
  expect(numbers()).toEqual(['B', 'A-2'])
  expect(changed).toEqual([])
  workbook.isReadOnly = false
  expect([workbook.canUndo, workbook.canRedo]).toEqual([true, true])
  source.undo()
  expect(numbers()).toEqual(['A', 'A-2'])
})

test('a viewer can undo an own sort, but nothing below it', () => {
  const { workbook, source, announced, changed, numbers } = openAsViewer()
  source.sortBy(NUMBER, false)
  expect(numbers()).toEqual(['A-2', 'B'])
  expect([workbook.canUndo, workbook.canRedo]).toEqual([true, false])
  source.undo()
  source.undo()
  expect(numbers()).toEqual(['B', 'A-2'])
  source.redo()
  expect(numbers()).toEqual(['A-2', 'B'])
  expect(announced).toEqual(['sorted', 'undone', 'viewer', 'redone'])
  expect(changed).toEqual([])
})
