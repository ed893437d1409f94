import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LineOrder } from '@/lib/sheet/draft/line-order'
import { ScreenOrderedSet } from './screen-ordered-set'

const compare: LineOrder['compare'] = (a, b) => (a < b ? -1 : a > b ? 1 : 0)
/** The shown lines of a view in its order, followed by the others. */
const placesOf = (shown: readonly string[]): LineOrder => {
  const rank = (firstLine: string) => (shown.includes(firstLine) ? shown.indexOf(firstLine) : shown.length)
  return { basis: shown, compare: (a, b) => rank(a) - rank(b) || compare(a, b), all: () => shown }
}
const upwards = placesOf([...'abcdefghijk'])
const downwards = placesOf([...'lkjihgfedcb'])

test('the order of the set equals sorting all orders, after any additions and removals', () => {
  const firstLine = fc.constantFrom(...'abcdefghijklm')
  const act = fc.oneof(
    fc.record({ kind: fc.constantFrom('add', 'add', 'delete', 'replace'), firstLine }),
    fc.record({ kind: fc.constantFrom('up', 'down'), firstLine }),
  )
  fc.assert(
    fc.property(fc.array(act, { maxLength: 40 }), acts => {
      const firstLines = new ScreenOrderedSet()
      const plain = new Set<string>()
      for (const { kind, firstLine } of acts) {
        if (kind === 'add' || kind === 'replace') {
          if (kind === 'replace') firstLines.delete(firstLine)
          firstLines.add(firstLine)
          plain.add(firstLine)
        } else if (kind === 'delete') {
          firstLines.delete(firstLine)
          plain.delete(firstLine)
        } else {
          const places = kind === 'up' ? upwards : downwards
          expect(firstLines.list(places)).toEqual([...plain].sort(places.compare))
        }
      }
      expect(firstLines.list(upwards)).toEqual([...plain].sort(upwards.compare))
      expect(firstLines.size).toBe(plain.size)
    }),
    { numRuns: 400 },
  )
})

test('an order that is judged again and keeps its position changes nothing', () => {
  const firstLines = new ScreenOrderedSet()
  for (const firstLine of 'cab') firstLines.add(firstLine)
  const before = firstLines.list(upwards)
  firstLines.delete('b')
  firstLines.add('b')
  firstLines.add('b')
  expect(firstLines.list(upwards)).toBe(before)
})

test('thousands of added orders are appended without comparing the existing ones again', () => {
  let compared = 0
  const all = Array.from({ length: 20_000 }, (_, i) => String(i).padStart(5, '0'))
  const places: LineOrder = {
    basis: 'all',
    compare: (a, b) => {
      compared++
      return compare(a, b)
    },
    all: () => all,
  }
  const firstLines = new ScreenOrderedSet()
  for (const firstLine of all.slice(0, 19_000)) firstLines.add(firstLine)
  expect(firstLines.list(places)).toEqual(all.slice(0, 19_000))
  expect(compared).toBe(0)
  for (const firstLine of all.slice(19_000)) firstLines.add(firstLine)
  for (const firstLine of all.slice(0, 500)) firstLines.delete(firstLine)
  expect(firstLines.list(places)).toEqual(all.slice(500))
  expect(compared).toBeLessThan(3000)
})
