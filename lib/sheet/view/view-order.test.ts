import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ViewOrder } from './view-order'

const names = (count: number, from = 0) => Array.from({ length: count }, (_, i) => `L${from + i}`)

test('inserted and removed lines do not change the order of the others, as in a plain list', () => {
  const act = fc.oneof(
    fc.record({
      kind: fc.constant('insert' as const),
      at: fc.nat(40),
      count: fc.integer({ min: 1, max: 130 }),
    }),
    fc.record({
      kind: fc.constant('remove' as const),
      at: fc.nat(40),
      count: fc.integer({ min: 1, max: 120 }),
    }),
  )
  fc.assert(
    fc.property(fc.array(act, { maxLength: 12 }), acts => {
      const order = new ViewOrder(names(20))
      const plain = names(20)
      let next = 20
      for (const { kind, at, count } of acts) {
        const place = Math.min(at, plain.length)
        if (kind === 'remove') order.remove(plain.splice(place, count))
        else {
          const fresh = names(count, next)
          next += count
          let above = plain[place - 1] ?? null
          order.insert(fresh, line => {
            const previous = above
            above = line
            return previous
          })
          plain.splice(place, 0, ...fresh)
        }
        expect(order.lines).toEqual(plain)
        expect(plain.map(line => order.positionOf(line))).toEqual([...plain.keys()])
      }
    }),
    { numRuns: 60 },
  )
})

test('a line that was never shown has no position', () => {
  const order = new ViewOrder(['A'])
  order.remove(['B'])
  expect([order.positionOf('B'), order.rankOf('B'), order.has('A')]).toEqual([undefined, undefined, true])
  expect([order.above('A'), order.last]).toEqual([null, 'A'])
})
