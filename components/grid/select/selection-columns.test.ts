import { beforeEach, expect, test } from 'vitest'
import { columnsTogether } from '@/components/grid/columns/whole-columns'
import { plainColumn } from '@/components/grid/plain-column'
import type { Column } from '@/lib/sheet/schema/columns'
import { Selection } from './selection'

const names = ['a', 'b', 'c', 'd', 'e']
const [a, b, c, d, e] = names
const all = names.map(id => plainColumn(id, 100))
const rows = ['L1', 'L2']

let columns: readonly Column[] = all
let selection: Selection
const at = (column: string | undefined) => ({ line: 'L2', column: column ?? '' })
const show = (...ids: (string | undefined)[]) => {
  columns = ids.flatMap(id => all.filter(column => column.id === id))
}

beforeEach(() => {
  columns = all
  selection = new Selection({
    rows: () => rows,
    columns: () => columns,
    indexOf: line => rows.indexOf(line),
    activate: () => {},
    sort: () => null,
  })
})

test('when the column of the active cell is hidden, the next column is active, at the end the last one', () => {
  selection.moveTo(at(b))
  const { version } = selection
  show(a, d, e)
  expect(selection.active).toEqual(at(d))
  expect(selection.version).toBe(version + 1)
  show(a)
  expect(selection.active).toEqual(at(a))
})

test('a range whose corner is hidden ends at the next column; a range whose columns are moved keeps its corners', () => {
  selection.moveTo(at(b), at(d))
  show(a, b, c, e)
  expect(selection.range()).toMatchObject({ left: 1, right: 3 })
  show(e, a, b, c)
  expect(selection.range()).toMatchObject({ left: 0, right: 2 })
  expect(selection.active).toEqual(at(b))
})

test('an action on a column concerns all columns that are selected with it, else only that one', () => {
  selection.selectBetween('columns', at(b), at(c))
  expect(columnsTogether(selection, columns, c ?? '')).toEqual([b, c])
  expect(columnsTogether(selection, columns, e ?? '')).toEqual([e])
  selection.moveTo(at(b), at(c))
  expect(columnsTogether(selection, columns, c ?? '')).toEqual([c])
})
