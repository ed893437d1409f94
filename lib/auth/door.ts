import 'server-only'
import { env, ownOrigin } from '@/lib/env'
import { database } from '@/lib/store/database'
import type { Operator } from '@/lib/store/operators'
import { claimAttempt } from '@/lib/store/sign-in-attempts'
import { words } from '@/lib/words/server'
import { addressOf } from './peer'
import { signIn } from './sign-in'

/** One try to sign in, from the request to next-auth's answer. */
export interface Door {
  readonly address: string
  /** Set when the try was one too many: when the next one will be heard. */
  refusedUntil?: Date
}

export const openDoor = (headers: Headers): Door => ({
  address: addressOf(headers, env().publicUrl !== ownOrigin(env())),
})

/**
 * Claims the try, then looks at the password. It is done here, with what next-auth itself read from the request: a
 * second reading of the body could be made to see another account.
 */
export async function knock(door: Door, credentials: unknown): Promise<Operator | undefined> {
  const { email, password } = (credentials ?? {}) as { email?: unknown; password?: unknown }
  if (typeof email !== 'string' || typeof password !== 'string') return undefined
  const open = await database()
  const claim = await claimAttempt(open.kysely, { email, address: door.address })
  if (claim.ok) return signIn(open, { email, password }, claim.earlier)
  door.refusedUntil = claim.until
  return undefined
}

/**
 * Whether somebody who is signed in knows their password. It counts as a try to sign in: whoever found an open browser
 * guesses no faster here than at the door.
 */
export async function provePassword(
  door: Door,
  email: string,
  password: string,
): Promise<'right' | 'wrong' | 'later'> {
  const isRight = (await knock(door, { email, password })) !== undefined
  return isRight ? 'right' : door.refusedUntil ? 'later' : 'wrong'
}

const say = words('auth.signIn')

/** The answer to one try too many. `url` is where next-auth's own client looks for an error. */
export function later(until: Date, now: Date): Response {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  const message = say('later', { minutes: Math.ceil(seconds / 60) })
  return Response.json(
    { url: `${env().publicUrl}/sign-in?error=TooManyTries`, message },
    { status: 429, headers: { 'retry-after': String(seconds), 'cache-control': 'private, no-store' } },
  )
}
