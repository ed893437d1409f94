import { expect, test } from 'vitest'
import { Selection } from '@/components/grid/select/selection'
import { emptyPatch } from '@/lib/sheet/draft/draft'
import { sheets } from '@/lib/sheet/schema/sheets'
import { noFilter } from '@/lib/sheet/view/arrangement'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { openTestSource } from '@/testing/workbench/test-source'

const sheet = sheets['orders/japan']
const NUMBER = sheet.key

/** An empty sheet, and what a colleague does in it. */
function open() {
  const workbook = new Workbook(sheet, [])
  const { source, announced } = openTestSource(workbook)
  const selection = new Selection(source)
  source.subscribe(selection.refresh)
  const insert = (count: number) =>
    workbook.applyRemote({
      ...emptyPatch,
      inserted: Array.from({ length: count }, (_, i) => ({
        id: `R${i}`,
        rank: 1024 * (i + 1),
        texts: { [NUMBER]: `A-${i}` },
      })),
    })
  const rowOf = (text: string) =>
    source.rows().findIndex(line => workbook.text({ line, column: NUMBER }) === text)
  return { workbook, source, announced, selection, insert, rowOf }
}

test('the blank row that is edited stays the same row while a colleague pastes, and keeps its text', () => {
  const { workbook, source, selection, insert, rowOf } = open()
  const line = source.rows()[9] ?? ''
  selection.moveTo({ line, column: NUMBER })
  insert(60)
  expect(selection.active).toEqual({ line, column: NUMBER })
  expect(source.rows()).toHaveLength(70)
  source.write({ line, column: NUMBER }, 'typed')
  expect(rowOf('typed')).toBe(69)
  expect(workbook.draft.order.at(-1)).toBe(line)
})

test('one blank row is left below the rows of a colleague, unless a blank row is active', () => {
  const { source, selection, insert } = open()
  insert(60)
  selection.moveTo({ line: 'R0', column: NUMBER })
  expect(source.rows()).toHaveLength(61)
})

test('a text that is typed into a blank row stays, even if the row is no longer shown', () => {
  const { workbook, source, selection, insert, rowOf } = open()
  const line = source.rows()[9] ?? ''
  insert(60)
  selection.moveTo({ line: 'R3', column: NUMBER })
  expect(source.indexOf(line)).toBe(-1)
  source.write({ line, column: NUMBER }, 'typed')
  expect(rowOf('typed')).toBe(60)
  source.write({ line, column: NUMBER }, 'typed again')
  expect(rowOf('typed again')).toBe(60)
  workbook.undo()
  workbook.undo()
  expect(workbook.draft.order).toHaveLength(60)
})

test('a filtered sheet has no blank rows, and a text that was typed into one stays', () => {
  const { workbook, source, selection, insert, rowOf } = open()
  insert(1)
  const line = source.rows()[9] ?? ''
  selection.moveTo({ line, column: NUMBER })
  workbook.arrange({ sort: null, filter: { ...noFilter, status: 'registered' } })
  expect(source.rows()).toEqual([])
  source.write({ line, column: NUMBER }, 'typed')
  workbook.clearFilter()
  expect(rowOf('typed')).toBe(1)
})
