import { afterEach, expect, test, vi } from 'vitest'
import { newId } from './ids'

afterEach(() => void vi.useRealTimers())

test('ids of one moment differ and have 15 characters', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 23) })
  const ids = Array.from({ length: 10_000 }, newId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^[\w-]{15}$/)
})

test('ids of a later millisecond sort behind earlier ones, byte by byte', () => {
  const start = Date.UTC(2026, 10, 23)
  const ids = [0, 1, 63, 64, 4096, 10 ** 9, 10 ** 12].map(ms => {
    vi.useFakeTimers({ now: start + ms })
    return newId()
  })
  expect(ids.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))).toEqual(ids)
})
