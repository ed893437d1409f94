import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { newLineId, newRequestId } from './ids'

afterEach(() => void vi.unstubAllGlobals())

test('ids of 100,000 lines are unique, of one length, and in order but for a few places', () => {
  const ids = Array.from({ length: 100_000 }, newLineId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter(id => !/^[0-9a-v]{12}$/.test(id))).toEqual([])
  const placesOutOfOrder = ids.filter((id, at) => id < (ids[at - 1] ?? ''))
  expect(placesOutOfOrder.length).toBeLessThan(5)
})

test('a run has a random UUID also in a page over http, which has no `crypto.randomUUID`', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  const ids = Array.from({ length: 1000 }, newRequestId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter(id => !z.uuidv4().safeParse(id).success)).toEqual([])
})
