import { expect, test } from 'vitest'
import { sheets } from '@/lib/sheet/schema/sheets'
import type { UndoStep } from '@/lib/sheet/workbook/acts/history'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { openTestSource } from '@/testing/workbench/test-source'

const NAME = 'recipient.name'
const cell = { line: 'L1', column: NAME }

/** A draft that was opened again, whose earlier acts arrive when the test calls `arrive`. */
function reopen() {
  const workbook = new Workbook(sheets['orders/japan'], [{ id: 'L1', rank: 1, texts: { [NAME]: 'new' } }])
  const { source, announced } = openTestSource(workbook)
  const step: UndoStep = {
    patch: {
      changes: [{ line: 'L1', before: { [NAME]: 'old' }, after: { [NAME]: 'new' } }],
      inserted: [],
      removed: [],
    },
    at: cell,
  }
  const endLoading = workbook.history.beginLoading()
  const arrive = async () => {
    workbook.restoreHistory([step], [])
    const { loading } = workbook.history
    endLoading()
    await loading
  }
  return { workbook, source, announced, arrive }
}

test('undo right after a draft was opened waits for the earlier acts, and goes to the cell of the newest', async () => {
  const { workbook, source, announced, arrive } = reopen()
  const moved: unknown[] = []
  expect(source.undo(replay => moved.push(replay()))).toBeNull()
  expect([workbook.text(cell), announced]).toEqual(['new', ['undoWaits']])
  await arrive()
  expect([workbook.text(cell), moved]).toEqual(['old', [cell]])
  expect(announced.at(-1)).toBe('undone')
})

test('an edit that follows such an undo is not undone by it', async () => {
  const { workbook, source, arrive } = reopen()
  source.undo()
  source.write(cell, 'newest')
  await arrive()
  expect(workbook.text(cell)).toBe('newest')
})

test('whether such an undo is still wanted is asked before it changes a line: a text may be being typed', async () => {
  const { workbook, source, arrive } = reopen()
  const asked: unknown[] = []
  source.undo(replay => asked.push(replay))
  await arrive()
  expect(asked).toHaveLength(1)
  expect(workbook.text(cell)).toBe('new')
})

test('a sheet that was closed meanwhile undoes nothing', async () => {
  const { workbook, source, arrive } = reopen()
  source.undo()
  source.dispose()
  await arrive()
  expect(workbook.text(cell)).toBe('new')
})

test('where no earlier act arrives, undo says that there is none', async () => {
  const { workbook, source, announced } = reopen()
  const endLoading = workbook.history.beginLoading()
  const { loading } = workbook.history
  source.undo()
  endLoading()
  await loading
  expect(announced).toEqual(['undoWaits', 'nothingToUndo'])
})
