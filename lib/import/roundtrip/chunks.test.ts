import { expect, test } from 'vitest'
import { chunksOf, headOf, joinChunks } from './chunks'
import type { ReimportedFile } from './read'

const NUMBER = 'orderInfo.mallOrderNumber'

const returned: ReimportedFile = {
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

const travelled = (all: ReimportedFile) => {
  const pieces = chunksOf(all, 3)
  return joinChunks(headOf(all), async () => {
    const { value, done } = pieces.next()
    return done ? undefined : JSON.parse(JSON.stringify(value))
  })
}

test('a reimported file is unchanged after its transfer in chunks', async () => {
  expect([...chunksOf(returned, 3)]).toHaveLength(5)
  expect(await travelled(returned)).toEqual(returned)
})

test('a file without its hidden sheet has no exported texts', async () => {
  const { base: _, ...lost } = returned
  expect(await travelled(lost)).toEqual(lost)
})
