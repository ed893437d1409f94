import { expect, test } from 'vitest'
import type { Returned } from '@/lib/intake/return-read'
import { headOf, joined, piecesOf } from './return-pieces'

const NUMBER = 'orderInfo.mallOrderNumber'

const returned: Returned = {
  draftId: 'D1',
  draftName: 'March',
  sheet: 'orders/japan',
  columns: new Set([NUMBER]),
  others: [{ heading: '配送状態', count: 1, cells: ['K2'] }],
  uncompared: [],
  base: new Map(Array.from({ length: 7 }, (_, at) => [`L${at}`, { [NUMBER]: `N${at}` }])),
  lines: Array.from({ length: 5 }, (_, at) => ({
    key: `L${at}`,
    row: at + 2,
    texts: { [NUMBER]: `N${at}` },
  })),
}

const travelled = (all: Returned) => {
  const pieces = piecesOf(all, 3)
  return joined(headOf(all), async () => {
    const { value, done } = pieces.next()
    return done ? undefined : JSON.parse(JSON.stringify(value))
  })
}

test('what came back is the same once all its pieces are there', async () => {
  expect([...piecesOf(returned, 3)]).toHaveLength(5)
  expect(await travelled(returned)).toEqual(returned)
})

test('of a file whose hidden sheet was lost nothing is known of what left', async () => {
  const { base: _, ...lost } = returned
  expect(await travelled(lost)).toEqual(lost)
})
