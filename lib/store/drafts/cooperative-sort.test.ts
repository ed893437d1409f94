import { expect, test } from 'vitest'
import { sortCooperatively } from './cooperative-sort'

const byRank = (one: { rank: number }, other: { rank: number }) => one.rank - other.rank

/** Unsorted lists of numbers, with repetitions. */
const shuffled = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ rank: (at * 7919) % Math.max(1, count >> 1), at }))

test.each([0, 1, 1999, 2000, 2001, 30_011])('%d lines are in the order of a plain sort', async count => {
  const list = shuffled(count)
  expect(await sortCooperatively(list, byRank)).toEqual([...list].sort(byRank))
  expect(list).toEqual(shuffled(count))
})

test('other tasks run while thousands of lines are sorted', async () => {
  let turns = 0
  let next = setImmediate(function turn() {
    turns++
    next = setImmediate(turn)
  })
  await sortCooperatively(shuffled(30_000), byRank)
  clearImmediate(next)
  expect(turns).toBeGreaterThan(20)
})
