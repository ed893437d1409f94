import { expect, test } from 'vitest'
import { newLineId } from './ids'

test('ids of 100,000 lines are unique, of one length, and in order but for a few places', () => {
  const ids = Array.from({ length: 100_000 }, newLineId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter(id => !/^[0-9a-v]{12}$/.test(id))).toEqual([])
  const placesOutOfOrder = ids.filter((id, at) => id < (ids[at - 1] ?? ''))
  expect(placesOutOfOrder.length).toBeLessThan(5)
})
