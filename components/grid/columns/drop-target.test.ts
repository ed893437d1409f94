import { expect, test } from 'vitest'
import { GUTTER_WIDTH, placeColumns } from '@/components/grid/geometry/geometry'
import { plainColumn } from '@/components/grid/plain-column'
import { dropTargetAt } from './drop-target'

const places = placeColumns(
  ['key', 'pinned', 'a', 'b'].map(id => plainColumn(id, 100)),
  2,
)
const at = (x: number, scrolled = 0, fixed = 1) => dropTargetAt(GUTTER_WIDTH + x, places, scrolled, fixed)

test('a dragged column is dropped at the nearer edge of the column under the pointer', () => {
  expect(at(220)).toEqual({ other: 'a', side: 'before', x: GUTTER_WIDTH + 200 })
  expect(at(280)).toEqual({ other: 'a', side: 'after', x: GUTTER_WIDTH + 300 })
  expect(at(900)).toMatchObject({ other: 'b', side: 'after' })
  expect(at(120)).toMatchObject({ other: 'pinned', side: 'before' })
})

test('nothing can be dropped before the first column', () => {
  expect(at(10)).toMatchObject({ other: 'key', side: 'after' })
  expect(at(-500)).toMatchObject({ other: 'key', side: 'after' })
})

test('two fixed columns keep together', () => {
  expect(at(10, 0, 2)).toEqual({ other: 'pinned', side: 'after', x: GUTTER_WIDTH + 200 })
  expect(at(120, 0, 2)).toEqual({ other: 'pinned', side: 'after', x: GUTTER_WIDTH + 200 })
})

test('columns that are scrolled under the pinned ones are not drop targets', () => {
  expect(at(150, 100)).toMatchObject({ other: 'pinned' })
  expect(at(220, 100)).toEqual({ other: 'b', side: 'before', x: GUTTER_WIDTH + 200 })
})
