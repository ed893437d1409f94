import 'server-only'
import { headers } from 'next/headers'
import { database } from '@/lib/store/database'
import type { Operator } from '@/lib/store/operators'
import { isProofFresh, noteProof } from '@/lib/store/sessions'
import { words } from '@/lib/words/server'
import { openDoor, provePassword } from './door'
import { done, type Outcome, trouble } from './outcome'
import { currentSessionId } from './session-cookie'

/** The code of the problem to which the desk answers by asking for the password and repeating the act. */
export const PROOF_NEEDED = 'proof'

const say = words('proof')

/**
 * Call this first in an action that hands out access: to administrators, passwords, API clients or connections. An open
 * browser that its owner left, or a stolen cookie, must not be enough for that.
 * @returns why the act is not done, when the password was last proven in this session more than ten minutes ago
 */
export async function requireProof(): Promise<Outcome<never> | undefined> {
  const id = await currentSessionId()
  const isFresh = id !== undefined && (await isProofFresh((await database()).kysely, id))
  return isFresh ? undefined : trouble(PROOF_NEEDED, say('needed'))
}

/** Takes a password as proof for the session of this request. A wrong one counts as a try to sign in. */
export async function prove(operator: Operator, password: string): Promise<Outcome<null>> {
  const proof = await provePassword(openDoor(await headers()), operator.email, password)
  if (proof !== 'right') {
    const field = { name: 'password', message: words('account')(proof) }
    return trouble('input', words('auth.guard')('input'), [field])
  }
  const id = await currentSessionId()
  if (id !== undefined) await noteProof((await database()).kysely, id)
  return done(null)
}
