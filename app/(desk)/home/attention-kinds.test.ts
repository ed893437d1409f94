import { expect, test } from 'vitest'
import { roles } from '@/lib/roles'
import { actOf, type Kind } from './attention-kinds'

const actsOf = (kind: Kind) => roles.map(role => actOf(kind, role))

test('Home offers an act only to those who may do it, and lets the others open what it is about', () => {
  expect(actsOf('errors')).toEqual(['ready', 'errors', 'errors', 'errors'])
  expect(actsOf('cancelled')).toEqual(['ready', 'ready', 'cancelled', 'cancelled'])
  expect(actsOf('credentials')).toEqual(['ready', 'ready', 'ready', 'credentials'])
  expect(actsOf('unconfirmed')).toEqual(roles.map(() => 'unconfirmed'))
})
