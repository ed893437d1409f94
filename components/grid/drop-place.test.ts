import { expect, test } from 'vitest'
import { dropPlace } from './drop-place'
import { GUTTER_WIDTH, placeColumns } from './geometry'
import { plainColumn } from './plain-column'

const places = placeColumns(
  ['key', 'pinned', 'a', 'b'].map(id => plainColumn(id, 100)),
  2,
)
const at = (x: number, scrolled = 0) => dropPlace(GUTTER_WIDTH + x, places, scrolled)

test('a dragged column goes beside the nearer edge of the one under the pointer', () => {
  expect(at(220)).toEqual({ other: 'a', side: 'before', x: GUTTER_WIDTH + 200 })
  expect(at(280)).toEqual({ other: 'a', side: 'after', x: GUTTER_WIDTH + 300 })
  expect(at(900)).toMatchObject({ other: 'b', side: 'after' })
  expect(at(120)).toMatchObject({ other: 'pinned', side: 'before' })
})

test('nothing gets before the first column', () => {
  expect(at(10)).toMatchObject({ other: 'key', side: 'after' })
  expect(at(-500)).toMatchObject({ other: 'key', side: 'after' })
})

test('what is scrolled under the pinned columns is not dropped upon', () => {
  expect(at(150, 100)).toMatchObject({ other: 'pinned' })
  expect(at(220, 100)).toEqual({ other: 'b', side: 'before', x: GUTTER_WIDTH + 200 })
})
