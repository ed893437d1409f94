import { expect, test } from 'vitest'
import { GUTTER_WIDTH } from '@/components/grid/geometry/geometry'
import { plainColumn } from '@/components/grid/plain-column'
import type { LineView } from '@/lib/sheet/workbook/line-view'
import { movement, tabStop } from './moves'

const columns = ['number', 'a', 'b', 'c', 'd', 'e', 'f'].map(id => plainColumn(id, 100))
const sheet = {
  columns: () => columns,
  pinned: () => 1,
  rows: () => [],
  shown: () => '',
  line: () => {
    throw new Error('no line is looked at')
  },
}
/** Room for the frozen column and `count` others. */
const go = (key: string, from: number, count: number) => {
  const pressed = { key, altKey: true, ctrlKey: false, metaKey: false }
  const page = () => ({ lines: 10, width: GUTTER_WIDTH + 100 + count * 100 + 50 })
  return movement(pressed, sheet, page)?.({ row: 4, column: from })
}

test('Alt and page keys move a screen to the side, besides the pinned columns', () => {
  expect(go('PageDown', 1, 2)).toEqual({ row: 4, column: 3 })
  expect(go('PageDown', 0, 2)).toEqual({ row: 4, column: 3 })
  expect(go('PageUp', 5, 2)).toEqual({ row: 4, column: 3 })
  expect(go('PageUp', 2, 2)).toEqual({ row: 4, column: 1 })
  expect(go('PageUp', 1, 2)).toEqual({ row: 4, column: 0 })
  // At least one, even if none fits; past the last column means the last.
  expect(go('PageDown', 2, 0)).toEqual({ row: 4, column: 3 })
  expect(go('PageDown', 5, 4)?.column).toBeGreaterThanOrEqual(columns.length)
})

test('Ctrl and an arrow go to the end of the filled cells, or over a gap to the next one, as in Excel', () => {
  // x is a cell with a text.
  const cells = ['xxx-x', 'x----', '-----', 'x--x-']
  const textOf = (line: string, id: string) => line[columns.findIndex(column => column.id === id)] ?? '-'
  const source = {
    ...sheet,
    columns: () => columns.slice(0, 5),
    rows: () => cells,
    shown: (line: string, id: string) => textOf(line, id).replace('-', ''),
  }
  const jump = (key: string, row: number, column: number) => {
    const pressed = { key, altKey: false, ctrlKey: true, metaKey: false }
    const to = movement(pressed, source, () => ({ lines: 10, width: 1000 }))?.({ row, column })
    return [to?.row, to?.column]
  }
  expect(jump('ArrowRight', 0, 0)).toEqual([0, 2])
  expect(jump('ArrowRight', 0, 2)).toEqual([0, 4])
  expect(jump('ArrowRight', 1, 0)).toEqual([1, 4])
  expect(jump('ArrowLeft', 0, 4)).toEqual([0, 2])
  expect(jump('ArrowDown', 0, 0)).toEqual([1, 0])
  expect(jump('ArrowDown', 1, 0)).toEqual([3, 0])
  expect(jump('ArrowDown', 0, 1)).toEqual([3, 1])
  expect(jump('ArrowUp', 3, 0)).toEqual([1, 0])
  expect(jump('ArrowUp', 0, 3)).toEqual([0, 3])
})

/** Three lines of two columns are filled, the second and the last two lines are blank. */
const typed = {
  ...sheet,
  columns: () => columns.slice(0, 2),
  rows: () => ['1', 'blank', '2', '3', 'tail', 'end'],
  line: (id: string) => ({ ...blankLine, id, firstLine: /\d/.test(id) ? id : undefined }),
}
const blankLine: LineView = {
  id: '',
  texts: {},
  hidden: new Set(),
  firstLine: undefined,
  isFirst: false,
  marks: { cells: new Map(), line: [] },
  status: 'unchecked',
  isWarned: false,
  isLocked: false,
  editableColumn: undefined,
  orderId: undefined,
}
const stop = (row: number, column: number, back = false) => tabStop({ row, column }, back, typed)

test('Tab goes through filled lines and the blank ones between them', () => {
  expect(stop(0, 0)).toEqual({ row: 0, column: 1 })
  expect(stop(0, 1)).toEqual({ row: 1, column: 0 })
  expect(stop(1, 1)).toEqual({ row: 2, column: 0 })
  expect(stop(2, 0, true)).toEqual({ row: 1, column: 1 })
  expect(stop(0, 0, true)).toBeUndefined()
})

test('Tab leaves the sheet after the last filled line, and from a blank line below it', () => {
  expect(stop(3, 0)).toEqual({ row: 3, column: 1 })
  expect(stop(3, 1)).toBeUndefined()
  expect(stop(4, 0)).toBeUndefined()
  expect(stop(5, 1, true)).toEqual({ row: 3, column: 1 })
})

test('in a sheet without texts Tab leaves at once in both directions', () => {
  const empty = { ...typed, rows: () => ['tail', 'end'] }
  expect(tabStop({ row: 0, column: 1 }, false, empty)).toBeUndefined()
  expect(tabStop({ row: 1, column: 1 }, true, empty)).toBeUndefined()
})
