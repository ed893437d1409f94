'use server'
import * as z from 'zod'
import { action } from '@/lib/auth/guard'
import { endCurrentSession } from '@/lib/auth/session'
import {
  passkeyConfirmation,
  reauthenticate,
  reauthenticateByPasskey,
} from '@/lib/auth/sign-in/reauthentication'
import { passkeyResponseSchema } from '@/lib/desk-api/people/account'
import { ok } from '@/lib/desk-api/result'

/** Ends the session here and on the server: from now on its cookie is worthless, wherever it was copied to. */
export const signOut = action({ input: z.object({}), duringSetUp: true }, async () => {
  await endCurrentSession()
  return ok(null)
})

/** Checks the password again, so that an action that grants access may be repeated. */
export const confirmPassword = action(
  {
    input: z.object({ password: z.string().min(1, 'auth.fields.password').max(1000) }),
    duringSetUp: true,
  },
  ({ password }, operator) => reauthenticate(operator, password),
)

/** How the browser can sign with a passkey instead of the password; null: the operator has no passkey. */
export const beginPasskeyConfirmation = action(
  { input: z.object({}), duringSetUp: true },
  async (_, operator) => ok(await passkeyConfirmation(operator)),
)

/** Like `confirmPassword`, by a passkey. */
export const confirmPasskey = action(
  { input: passkeyResponseSchema, duringSetUp: true },
  ({ response }, operator) => reauthenticateByPasskey(operator, response),
)
