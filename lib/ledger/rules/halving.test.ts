import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { halvingCost, nextHalf, type Span, togetherOnly } from './halving'

/** Runs a whole search against a service that rejects requests for which `isWrong` is true. */
function search(count: number, isWrong: (sent: readonly number[]) => boolean, most = 500) {
  let queued = Array.from({ length: count }, (_, at) => at)
  const rejected: Span[] = []
  const registered = new Set<number>()
  const alone: number[] = []
  const requests: (readonly number[])[] = []
  for (;;) {
    const sent = nextHalf(count, queued, rejected, most)
    if (sent.length === 0) break
    if (requests.push(sent) > 5000) throw new Error('the search does not end')
    const [first = 0, last = first] = [sent[0], sent.at(-1)]
    if (!isWrong(sent)) for (const one of sent) registered.add(one)
    else rejected.push({ from: first, to: last + 1 })
    if (isWrong(sent) && sent.length === 1) alone.push(first)
    if (!isWrong(sent) || sent.length === 1) queued = queued.filter(one => !sent.includes(one))
  }
  return { requests, alone, registered, together: togetherOnly({ count, rejected, registered }) }
}

test('one order to blame is found in a few requests, and all others are registered', () => {
  const found = search(50, sent => sent.includes(31))
  expect(found.alone).toEqual([31])
  expect(found.registered.size).toBe(49)
  expect(found.requests.length).toBeLessThanOrEqual(halvingCost(50).likely)
  expect(found.requests[0]).toHaveLength(25)
  expect(found.together).toEqual([])
})

test('two orders that are rejected only together are both registered, and reported as such', () => {
  const found = search(8, sent => sent.includes(2) && sent.includes(3))
  expect(found.alone).toEqual([])
  expect(found.registered.size).toBe(8)
  expect(found.together).toEqual([{ from: 2, to: 4 }])
})

test('distant orders that are rejected only together are reported as the request that had both', () => {
  expect(search(8, sent => sent.includes(0) && sent.includes(7)).together).toEqual([{ from: 0, to: 8 }])
})

test('in any case each order is registered or rejected alone, within the announced number of requests', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 200 }),
      fc.array(fc.nat(199), { maxLength: 12 }),
      fc.integer({ min: 1, max: 80 }),
      (count, wrong, most) => {
        const blamed = new Set(wrong.filter(one => one < count))
        const found = search(count, sent => sent.some(one => blamed.has(one)), most)
        expect(new Set(found.alone)).toEqual(blamed)
        expect(found.registered.size).toBe(count - blamed.size)
        expect(found.requests.length).toBeLessThanOrEqual(halvingCost(count).most)
        expect(found.requests.every(sent => sent.length <= most)).toBe(true)
        const keys = found.requests.map(sent => sent.join())
        expect(new Set(keys).size).toBe(keys.length)
      },
    ),
  )
})

test('no request of a search has more orders than one request may have, however many the rejected one had', () => {
  const found = search(1300, sent => sent.includes(900))
  expect(Math.max(...found.requests.map(sent => sent.length))).toBeLessThanOrEqual(500)
  expect([found.alone, found.registered.size]).toEqual([[900], 1299])
  expect(
    nextHalf(
      1300,
      Array.from({ length: 1300 }, (_, at) => at),
      [],
      500,
    ),
  ).toHaveLength(325)
})

test('only the smallest sets whose orders were all registered by themselves count as rejected together', () => {
  const found = (rejected: Span[], registered: number[]) =>
    togetherOnly({ count: 8, rejected, registered: new Set(registered) })
  const all = [0, 1, 2, 3, 4, 5, 6, 7]
  expect(found([{ from: 2, to: 4 }], [2, 3])).toEqual([{ from: 2, to: 4 }])
  // One order was edited meanwhile and never registered.
  expect(found([{ from: 2, to: 4 }], [2])).toEqual([])
  expect(found([{ from: 0, to: 4 }], all)).toEqual([{ from: 0, to: 4 }])
  expect(found([{ from: 4, to: 8 }], all)).toEqual([{ from: 4, to: 8 }])
  // An order that was rejected alone and registered later proves nothing about the others.
  expect(found([{ from: 5, to: 6 }], all)).toEqual([])
})

test('a half that exactly fits into a request is sent as a whole', () => {
  expect(nextHalf(8, [0, 1, 2, 3, 4, 5, 6, 7], [], 4)).toEqual([0, 1, 2, 3])
  expect(nextHalf(8, [0, 1, 2, 3, 4, 5, 6, 7], [], 3)).toEqual([0, 1])
})

test('the search continues although orders were removed meanwhile', () => {
  // Two orders of the first half remain; they were rejected, then one of them was given up.
  expect(nextHalf(8, [0, 1, 4, 5, 6, 7], [{ from: 0, to: 2 }], 500)).toEqual([0])
  expect(nextHalf(8, [1, 4, 5, 6, 7], [{ from: 0, to: 2 }], 500)).toEqual([1])
  expect(nextHalf(8, [4, 5, 6, 7], [{ from: 0, to: 2 }], 500)).toEqual([4, 5, 6, 7])
  expect(nextHalf(8, [], [], 500)).toEqual([])
  // An order that was rejected alone and is queued again.
  expect(nextHalf(4, [2], [{ from: 2, to: 3 }], 500)).toEqual([2])
})

test('the cost is known in advance', () => {
  expect(halvingCost(50)).toEqual({ orders: 50, likely: 12, most: 98 })
  expect(halvingCost(2)).toEqual({ orders: 2, likely: 2, most: 2 })
  expect(halvingCost(1)).toEqual({ orders: 1, likely: 1, most: 1 })
})
