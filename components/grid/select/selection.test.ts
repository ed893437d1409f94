import { beforeEach, expect, test } from 'vitest'
import { plainColumn } from '@/components/grid/plain-column'
import type { GridSource } from '@/components/grid/source'
import type { CellRange } from '@/lib/sheet/view/ranges'
import { readRowKey } from './row-key'
import { Selection } from './selection'

const ids = ['a', 'b', 'c', 'd']
const columns = ids.map(id => plainColumn(id, 100))

let rows: readonly string[]
let lookups: number
let sort: ReturnType<GridSource['sort']>
let selection: Selection
const at = (row: number, column: number) => ({ line: rows[row] ?? '', column: ids[column] ?? '' })
const range = (top: number, bottom: number, left: number, right: number): CellRange => ({
  top,
  bottom,
  left,
  right,
})

beforeEach(() => {
  rows = ['A', 'B', 'C', 'D', 'E', 'F']
  lookups = 0
  const indexOf = (line: string) => {
    lookups++
    return rows.indexOf(line)
  }
  sort = null
  selection = new Selection({
    rows: () => rows,
    columns: () => columns,
    indexOf,
    activate: () => {},
    sort: () => sort,
  })
})

test('Ctrl adds ranges, Shift extends the last one, and a single cell can be removed again', () => {
  selection.moveTo(at(0, 0))
  selection.toggle(at(2, 1))
  selection.extendTo(at(3, 2))
  expect(selection.ranges()).toEqual([range(0, 0, 0, 0), range(2, 3, 1, 2)])
  expect(selection.active).toEqual(at(2, 1))
  selection.toggle(at(5, 3))
  selection.toggle(at(5, 3))
  expect(selection.ranges()).toEqual([range(0, 0, 0, 0), range(2, 3, 1, 2)])
  selection.moveTo(at(1, 1))
  expect(selection.ranges()).toEqual([range(1, 1, 1, 1)])
})

test('a sort parts the selected lines, so that only the active cell stays selected; whole columns stay', () => {
  selection.moveTo(at(0, 1))
  selection.toggle(at(1, 1))
  selection.extendTo(at(3, 2))
  sort = { column: 'a', descending: true }
  rows = ['B', 'F', 'E', 'A', 'C', 'D']
  expect(selection.active).toEqual({ line: 'B', column: 'b' })
  expect(selection.ranges()).toEqual([range(3, 3, 1, 1), range(0, 0, 1, 1)])
  selection.selectBetween('columns', at(0, 1), at(0, 2))
  sort = null
  rows = ['A', 'B', 'C', 'D', 'E', 'F']
  expect(selection.range()).toEqual({ ...range(0, 5, 1, 2), whole: 'columns' })
})

test('whole lines and columns stay whole when others are added, removed or moved', () => {
  selection.selectBetween('columns', at(0, 1), at(0, 2))
  expect(selection.range()).toEqual({ ...range(0, 5, 1, 2), whole: 'columns' })
  rows = ['X', ...rows]
  expect(selection.range()).toEqual({ ...range(0, 6, 1, 2), whole: 'columns' })
  selection.selectBetween('lines', at(2, 0), at(3, 0))
  rows = ['F', 'C', 'B', 'A']
  expect(selection.range()).toEqual({ ...range(1, 2, 0, 3), whole: 'lines' })
  selection.widen('columns')
  expect(selection.range()).toEqual({ ...range(0, 3, 0, 3), whole: 'sheet' })
  selection.moveTo(at(0, 1))
  selection.toggle(at(2, 2))
  selection.widen('lines')
  const lines = [range(0, 0, 0, 3), range(2, 2, 0, 3)].map(one => ({ ...one, whole: 'lines' }))
  expect(selection.ranges()).toEqual(lines)
  expect(selection.active).toEqual(at(2, 2))
})

test('a range whose lines are removed is dropped; the current range stays at its position', () => {
  selection.moveTo(at(0, 0))
  selection.toggle(at(1, 0))
  selection.toggle(at(4, 2))
  rows = ['A', 'C', 'D', 'F']
  expect(selection.ranges()).toEqual([range(0, 0, 0, 0), range(3, 3, 2, 2)])
  expect(selection.active).toEqual({ line: 'F', column: ids[2] })
})

test('Enter and Tab move through the selection, from range to range and around', () => {
  selection.moveTo(at(0, 0), at(1, 1))
  selection.toggle(at(4, 3))
  const walk = (along: 'down' | 'across', back = false) => {
    expect(selection.step({ along, back })).toBe(true)
    const { row, column } = selection.position()
    return `${row}${column}`
  }
  expect(Array.from({ length: 6 }, () => walk('down'))).toEqual(['00', '10', '01', '11', '43', '00'])
  expect(Array.from({ length: 3 }, () => walk('across'))).toEqual(['01', '10', '11'])
  expect([walk('across', true), walk('down', true), walk('down', true)]).toEqual(['10', '00', '43'])
  expect(selection.ranges()).toHaveLength(2)
  selection.moveTo(at(2, 2))
  expect(selection.step({ along: 'down', back: false })).toBe(false)
})

test('a row gets only its own part: the active cell, its spans, the handle and the outline of a fill', () => {
  selection.moveTo(at(1, 1), at(2, 2))
  selection.toggle(at(2, 0))
  const part = readRowKey(selection.rowKey(2))
  expect([0, 1, 2, 3].map(part.isSelected)).toEqual([true, true, true, false])
  expect([part.active, part.handle]).toEqual([0, 0])
  expect(readRowKey(selection.rowKey(0)).isSelected(1)).toBe(false)
  selection.showFillPreview(range(2, 4, 0, 1))
  const outlined = (row: number) => [0, 1, 2].map(readRowKey(selection.rowKey(row)).outline)
  expect([outlined(2), outlined(3), outlined(4)]).toEqual([
    ['tl', 'tr', ''],
    ['l', 'r', ''],
    ['bl', 'br', ''],
  ])
  selection.showFillPreview(null)
  expect(outlined(3)).toEqual(['', '', ''])
})

test('a column of a hundred thousand lines is selected without reading the lines', () => {
  rows = Array.from({ length: 100_000 }, (_, i) => `L${i}`)
  selection.selectBetween('columns', at(0, 1), at(0, 1))
  lookups = 0
  for (let row = 50_000; row < 50_060; row++) selection.rowKey(row)
  expect(lookups).toBeLessThan(10)
})

test('an undo inside the selection keeps it selected; elsewhere it moves there', () => {
  selection.moveTo(at(1, 1), at(3, 2))
  selection.revealOrMoveTo(at(1, 1))
  expect(selection.ranges()).toEqual([range(1, 3, 1, 2)])
  expect(selection.scrollTo).toEqual(at(1, 1))
  selection.revealOrMoveTo(at(2, 2))
  expect(selection.ranges()).toEqual([range(2, 2, 2, 2)])
})

test('the selection stays in place in another source of the same lines', () => {
  selection.moveTo(at(1, 1))
  selection.toggle(at(3, 2))
  selection.extendTo(at(4, 3))
  const columnsInKorean = ids.map(id => plainColumn(id, 100))
  const source = {
    rows: () => rows,
    columns: () => columnsInKorean,
    indexOf: (line: string) => rows.indexOf(line),
    activate: () => {},
    sort: () => sort,
  }
  const other = selection.inSource(source)
  expect(other.ranges()).toEqual([range(1, 1, 1, 1), range(3, 4, 2, 3)])
  expect(other.active).toEqual(at(3, 2))
  expect(other.scrollTo).toBeNull()
  other.moveTo(at(0, 0))
  expect(selection.active).toEqual(at(3, 2))
})
