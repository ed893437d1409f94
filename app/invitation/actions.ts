'use server'
import { publicAction } from '@/lib/auth/guard'
import { beginSession } from '@/lib/auth/session'
import * as accounts from '@/lib/desk/people/accounts'
import { joinSchema, linkSchema } from '@/lib/desk-api/people/account'
import { ok } from '@/lib/desk-api/result'

/** The token comes in the body of a request, never in an address. */
export const openInvitation = publicAction({ input: linkSchema }, ({ token }) =>
  accounts.openInvitation(token),
)

/**
 * Redeems a link, signs its operator in and returns the start page. An operator with a second factor signs in with the
 * new password: a link must not replace the second step.
 */
export const join = publicAction({ input: joinSchema }, async input => {
  const operator = await accounts.redeem(input)
  if (!operator.ok) return operator
  if (await accounts.needsSecondStep(operator.value)) return ok('/sign-in')
  await beginSession(operator.value)
  return ok('/')
})
