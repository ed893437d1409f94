import { createTranslator } from 'use-intl/core'
import { expect, test } from 'vitest'
import { hiddenColumns } from '@/lib/import/recipe/hidden-columns'
import { emptyPatch } from '@/lib/sheet/draft/draft'
import type { Line } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { languages } from '@/lib/words/locale/languages'
import { messagesOf } from '@/lib/words/messages'
import { countShownTexts, overwrittenCells, restoreCells } from './overwritten-cells'

const NAME = 'recipient.name'

function open() {
  const lines = ['A', 'B', 'C'].map(
    (id, rank): Line => ({ id, rank, texts: { 'orderInfo.mallOrderNumber': id, [NAME]: `now ${id}` } }),
  )
  const workbook = new Workbook(sheets['orders/japan'], lines)
  const remove = (id: string) =>
    workbook.applyRemote({ ...emptyPatch, removed: lines.filter(line => line.id === id) })
  return { workbook, remove }
}

test('earlier texts are written again as one act, and rows that were deleted meanwhile are not counted', () => {
  const { workbook, remove } = open()
  const earlier = ['A', 'B', 'C'].map(line => ({ line, column: NAME, text: `earlier ${line}` }))
  remove('B')
  expect(restoreCells(workbook, earlier)).toBe(2)
  const names = () => workbook.draft.order.map(line => workbook.text({ line, column: NAME }))
  expect(names()).toEqual(['earlier A', 'earlier C'])
  workbook.undo()
  expect(names()).toEqual(['now A', 'now C'])
})

test('nothing is restored into a row that was deleted meanwhile, and there is nothing to undo', () => {
  const { workbook, remove } = open()
  remove('B')
  expect(restoreCells(workbook, [{ line: 'B', column: NAME, text: 'earlier B' }])).toBe(0)
  expect(workbook.draft.order).toEqual(['A', 'C'])
  expect(workbook.history.canUndo).toBe(false)
})

test.each(languages)('in %s, a restoration of nothing is not announced as one of 0 cells', locale => {
  const t = createTranslator({ locale, messages: messagesOf(locale), namespace: 'together.conflicts' })
  expect(t('putBackDone', { count: 2 })).toContain('2')
  expect(t('putBackDone', { count: 0 })).not.toContain('0')
})

test('only texts of columns are listed and counted as overwritten, not where an imported text came from', () => {
  const { workbook } = open()
  const texts = { [NAME]: 'earlier A', [hiddenColumns.origins]: '{"recipient.name":{"kind":"split"}}' }
  expect(overwrittenCells(workbook, [{ line: 'A', texts }])).toEqual([
    { line: 'A', column: NAME, text: 'earlier A' },
  ])
  expect(countShownTexts(workbook, texts)).toBe(1)
})
