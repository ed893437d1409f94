import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OrderNumbers } from './order-numbers'

const firstLines = ['A', 'B', 'C', 'D'] as const

test('an order is reported when it starts or stops sharing its number with another order', () => {
  const act = fc.tuple(fc.constantFrom(...firstLines), fc.constantFrom('', '1', '2', undefined))
  fc.assert(
    fc.property(fc.array(act, { maxLength: 30 }), acts => {
      const index = new OrderNumbers()
      const numbers = new Map<string, string>()
      const isShared = (firstLine: string) =>
        (numbers.get(firstLine) ?? '') !== '' &&
        firstLines.some(other => other !== firstLine && numbers.get(other) === numbers.get(firstLine))
      for (const [firstLine, number] of acts) {
        const before = firstLines.filter(isShared)
        const reported = new Set(
          number === undefined ? index.remove(firstLine) : index.change(firstLine, number),
        )
        numbers.set(firstLine, number ?? '')
        const now = firstLines.filter(isShared)
        expect(firstLines.filter(known => index.isRepeated(known))).toEqual(now)
        for (const other of firstLines)
          if (other !== firstLine && before.includes(other) !== now.includes(other))
            expect(reported).toContain(other)
      }
    }),
  )
})
