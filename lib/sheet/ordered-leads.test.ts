import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OrderedLeads } from './ordered-leads'
import type { Places } from './places'

const compare: Places['compare'] = (a, b) => (a < b ? -1 : a > b ? 1 : 0)
const upwards: Places = { basis: 'up', compare }
const downwards: Places = { basis: 'down', compare: (a, b) => compare(b, a) }

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
