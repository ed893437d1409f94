'use server'
import { publicAction } from '@/lib/auth/guard'
import { beginSession } from '@/lib/auth/session'
import * as accounts from '@/lib/desk/people/accounts'
import { linkSchema, setUpSchema } from '@/lib/desk-api/people/account'
import { ok } from '@/lib/desk-api/result'

/** The token comes in the body of a request, never in an address. */
export const openSetUp = publicAction({ input: linkSchema }, ({ token }) => accounts.openSetUpLink(token))

/** Signs the first operator in and returns the start page. */
export const setUp = publicAction({ input: setUpSchema }, async input => {
  const operator = await accounts.setUpFirstOperator(input)
  if (!operator.ok) return operator
  await beginSession(operator.value)
  return ok('/orders/japan/new')
})
