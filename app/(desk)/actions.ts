'use server'
import * as z from 'zod'
import { action } from '@/lib/auth/guard'
import { reauthenticate } from '@/lib/auth/reauthentication'
import { endCurrentSession } from '@/lib/auth/session'
import { ok } from '@/lib/desk-api/result'

/** Ends the session here and on the server: from now on its cookie is worthless, wherever it was copied to. */
export const signOut = action({ input: z.object({}) }, async () => {
  await endCurrentSession()
  return ok(null)
})

/** Checks the password again, so that an action that grants access may be repeated. */
export const provePassword = action(
  { input: z.object({ password: z.string().min(1, 'auth.fields.password').max(1000) }) },
  ({ password }, operator) => reauthenticate(operator, password),
)
