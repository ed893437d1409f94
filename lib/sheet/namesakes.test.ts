import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Namesakes } from './namesakes'

const leads = ['A', 'B', 'C', 'D'] as const

test('whoever comes to share its number with another order, or does no more, is told of', () => {
  const act = fc.tuple(fc.constantFrom(...leads), fc.constantFrom('', '1', '2', undefined))
  fc.assert(
    fc.property(fc.array(act, { maxLength: 30 }), acts => {
      const namesakes = new Namesakes()
      const numbers = new Map<string, string>()
      const isShared = (lead: string) =>
        (numbers.get(lead) ?? '') !== '' &&
        leads.some(other => other !== lead && numbers.get(other) === numbers.get(lead))
      for (const [lead, number] of acts) {
        const before = leads.filter(isShared)
        const told = new Set(number === undefined ? namesakes.remove(lead) : namesakes.name(lead, number))
        numbers.set(lead, number ?? '')
        const now = leads.filter(isShared)
        expect(leads.filter(known => namesakes.isRepeated(known))).toEqual(now)
        for (const other of leads)
          if (other !== lead && before.includes(other) !== now.includes(other)) expect(told).toContain(other)
      }
    }),
  )
})
