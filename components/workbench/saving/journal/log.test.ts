import { expect, test } from 'vitest'
import type { Patch } from '@/lib/sheet/draft/draft'
import type { Line } from '@/lib/sheet/schema/line'
import { type ActEntry, type Entry, fold, join, type MoveEntry, overLimit, split } from './log'

const act = (n: number, about: Partial<ActEntry> = {}): ActEntry => ({
  kind: 'act',
  n,
  writer: 'one',
  at: null,
  rest: {},
  parts: 1,
  isWhole: true,
  size: 10,
  ...about,
})
const move = (kind: MoveEntry['kind'], n: number, of: number, writer = 'one'): MoveEntry => ({
  kind,
  n,
  writer,
  of,
})
const numbersOf = (log: readonly Entry[]) => {
  const { past, future, dead } = fold(log)
  return [past, future, dead].map(entries => entries.map(({ n }) => n))
}

test('acts are in the order of undo, undone acts in the order of redo', () => {
  const log = [
    act(1),
    act(2),
    act(3),
    move('undo', 4, 3),
    move('undo', 5, 2),
    move('redo', 6, 2),
    move('undo', 7, 2),
  ]
  expect(numbersOf(log)).toEqual([[1], [3, 2], []])
  expect(numbersOf(log.toReversed())).toEqual([[1], [3, 2], []])
})

test('an act with a missing part has no effect, nor has an undo or redo of an erased act', () => {
  const log = [act(1), act(2, { isWhole: false }), move('undo', 3, 99), move('redo', 4, 1)]
  expect(numbersOf(log)).toEqual([[1], [], [2, 3, 4]])
})

test('two tabs that wrote in turn each undo their own acts', () => {
  const log = [act(1), act(2, { writer: 'two' }), move('undo', 3, 1), act(4, { writer: 'two' })]
  expect(numbersOf(log)).toEqual([[2, 4], [1], []])
})

test('beyond the limit the oldest acts are erased', () => {
  expect(overLimit([act(1), act(2), act(3)], 20).map(({ n }) => n)).toEqual([1])
  expect(overLimit([act(1), act(2)], 20)).toEqual([])
})

test('a large patch is the same after its parts are joined', () => {
  const lines = Array.from({ length: 900 }, (_, i): Line => ({ id: `L${i}`, rank: i, texts: { a: `${i}` } }))
  const changes = lines.map(({ id }) => ({ line: id, before: { a: '' }, after: { a: 'x' } }))
  const patch: Patch = { changes, inserted: lines.slice(0, 401), removed: lines.slice(1) }
  const parts = split(patch)
  expect(parts.length).toBe(3 + 2 + 3)
  expect(join(parts)).toEqual(patch)
  expect(split({ changes: [], inserted: [], removed: [] })).toEqual([])
})
