import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OrderedLeads } from './ordered-leads'
import type { Places } from './places'

const compare: Places['compare'] = (a, b) => (a < b ? -1 : a > b ? 1 : 0)
/** What a view shows, in its order, and the rest behind it. */
const placesOf = (shown: readonly string[]): Places => {
  const rank = (lead: string) => (shown.includes(lead) ? shown.indexOf(lead) : shown.length)
  return { basis: shown, compare: (a, b) => rank(a) - rank(b) || compare(a, b), all: () => shown }
}
const upwards = placesOf([...'abcdefghijk'])
const downwards = placesOf([...'lkjihgfedcb'])

test('orders that come, go and come again stand as sorting all of them has them', () => {
  const lead = fc.constantFrom(...'abcdefghijklm')
  const act = fc.oneof(
    fc.record({ kind: fc.constantFrom('add', 'add', 'delete', 'anew'), lead }),
    fc.record({ kind: fc.constantFrom('up', 'down'), lead }),
  )
  fc.assert(
    fc.property(fc.array(act, { maxLength: 40 }), acts => {
      const leads = new OrderedLeads()
      const plain = new Set<string>()
      for (const { kind, lead } of acts) {
        if (kind === 'add' || kind === 'anew') {
          if (kind === 'anew') leads.delete(lead)
          leads.add(lead)
          plain.add(lead)
        } else if (kind === 'delete') {
          leads.delete(lead)
          plain.delete(lead)
        } else {
          const places = kind === 'up' ? upwards : downwards
          expect(leads.list(places)).toEqual([...plain].sort(places.compare))
        }
      }
      expect(leads.list(upwards)).toEqual([...plain].sort(upwards.compare))
      expect(leads.size).toBe(plain.size)
    }),
    { numRuns: 400 },
  )
})

test('an order that is judged anew and stays where it was changes nothing', () => {
  const leads = new OrderedLeads()
  for (const lead of 'cab') leads.add(lead)
  const before = leads.list(upwards)
  leads.delete('b')
  leads.add('b')
  leads.add('b')
  expect(leads.list(upwards)).toBe(before)
})

test('thousands of orders that come below those that are there are put in without comparing these again', () => {
  let compared = 0
  const all = Array.from({ length: 20_000 }, (_, i) => String(i).padStart(5, '0'))
  const places: Places = {
    basis: 'all',
    compare: (a, b) => {
      compared++
      return compare(a, b)
    },
    all: () => all,
  }
  const leads = new OrderedLeads()
  for (const lead of all.slice(0, 19_000)) leads.add(lead)
  expect(leads.list(places)).toEqual(all.slice(0, 19_000))
  expect(compared).toBe(0)
  for (const lead of all.slice(19_000)) leads.add(lead)
  for (const lead of all.slice(0, 500)) leads.delete(lead)
  expect(leads.list(places)).toEqual(all.slice(500))
  expect(compared).toBeLessThan(3000)
})
