import 'server-only'
import { env } from '@/lib/env'
import { database } from '@/lib/store/database'
import { normalEmail, type Operator } from '@/lib/store/operators'
import { claimAttempt } from '@/lib/store/sign-in-attempts'
import { words } from '@/lib/words/server'
import { knownDevice, rememberDevice } from './known-device'
import { addressOf, networkOf } from './peer'
import { signIn } from './sign-in'

/** One try to sign in, from the request to next-auth's answer. */
export interface Door {
  readonly address: string
  /** Set when the try was one too many: when the next one will be heard. */
  refusedUntil?: Date
}

export const openDoor = (headers: Headers): Door => ({
  address: addressOf(headers, env().trustedProxies),
})

/**
 * Claims the try, then looks at the password. It is done here, with what next-auth itself read from the request: a
 * second reading of the body could be made to see another account. After the right password the device is known.
 */
export async function knock(door: Door, credentials: unknown): Promise<Operator | undefined> {
  const { email, password } = (credentials ?? {}) as { email?: unknown; password?: unknown }
  if (typeof email !== 'string' || typeof password !== 'string') return undefined
  const operator = await tryPassword(door, { email, password, device: await knownDevice(email) })
  if (operator) await rememberDevice(email)
  return operator
}

async function tryPassword(
  door: Door,
  { password, ...who }: { email: string; password: string; device: string | undefined },
): Promise<Operator | undefined> {
  const open = await database()
  const attempt = { ...who, network: networkOf(door.address) }
  const claim = await claimAttempt(open.kysely, attempt)
  if (claim.ok) return signIn(open, { ...attempt, password }, claim.earlier)
  door.refusedUntil = claim.until
  return undefined
}

/**
 * Whether somebody who is signed in knows their password. Tries are counted by the session, five in 15 minutes: whoever
 * found an open browser guesses no faster than at the sign-in page, and wrong passwords there do not count here.
 * @param session its id; without one all sessions of the account are counted together
 */
export async function provePassword(
  door: Door,
  email: string,
  password: string,
  session = normalEmail(email),
): Promise<'right' | 'wrong' | 'later'> {
  const isRight = (await tryPassword(door, { email, password, device: `session:${session}` })) !== undefined
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
