import 'server-only'
import { headers } from 'next/headers'
import { confirmByPasskey, confirmWithPasskeyOptions } from '@/lib/auth/second-factor/second-step'
import { currentSessionId } from '@/lib/auth/session-cookie'
import { fail, ok, type Result } from '@/lib/desk-api/result'
import { database } from '@/lib/store/db/database'
import type { Operator } from '@/lib/store/people/operators'
import { isPasswordRecent, notePasswordConfirmed } from '@/lib/store/people/sign-in/sessions'
import { getTranslations } from '@/lib/words/server'
import { newSignInAttempt, verifyPassword } from './sign-in-attempt'

/** The problem code to which the desk responds by asking for the password and repeating the action. */
const REAUTHENTICATION_NEEDED = 'proof'

const t = getTranslations('reauthentication')

/**
 * Call this first in an action that grants access (administrators, passwords, API clients, connections): an
 * unattended browser or a stolen cookie must not be enough.
 * @returns the refusal if the password was last confirmed more than ten minutes ago in this session
 */
export async function requireReauthentication(): Promise<Result<never> | undefined> {
  const id = await currentSessionId()
  const isFresh = id !== undefined && (await isPasswordRecent((await database()).kysely, id))
  return isFresh ? undefined : fail(REAUTHENTICATION_NEEDED, t('needed'))
}

/** How the browser can sign with a passkey instead of the password, as JSON; null: the operator has no passkey. */
export async function passkeyConfirmation(operator: Operator): Promise<string | null> {
  const id = await currentSessionId()
  return (
    (id === undefined ? undefined : await confirmWithPasskeyOptions(await database(), operator.id, id)) ??
    null
  )
}

/** Confirms the session of this request by a passkey. @param response of the browser, as JSON */
export async function reauthenticateByPasskey(operator: Operator, response: string): Promise<Result<null>> {
  const id = await currentSessionId()
  if (id === undefined || !(await confirmByPasskey(await database(), operator, id, response))) {
    return fail('passkey', t('wrongPasskey'))
  }
  await notePasswordConfirmed((await database()).kysely, id)
  return ok(null)
}

/** Confirms the password for the session of this request. Failures count like failed sign-ins. */
export async function reauthenticate(operator: Operator, password: string): Promise<Result<null>> {
  const id = await currentSessionId()
  const result = await verifyPassword(newSignInAttempt(await headers()), operator.email, password, id)
  if (result !== 'right') {
    const field = { name: 'password', message: getTranslations('account')(result) }
    return fail('input', getTranslations('auth.guard')('input'), [field])
  }
  if (id !== undefined) await notePasswordConfirmed((await database()).kysely, id)
  return ok(null)
}
