import { expect, test } from 'vitest'
import { GUTTER_WIDTH } from '@/components/grid/geometry/geometry'
import { plainColumn } from '@/components/grid/plain-column'
import { movement } from './moves'

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
  const press = { key, altKey: true, ctrlKey: false, metaKey: false }
  const page = () => ({ lines: 10, width: GUTTER_WIDTH + 100 + count * 100 + 50 })
  return movement(press, sheet, page)?.({ row: 4, column: from })
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
