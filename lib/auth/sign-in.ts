import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '@/lib/store/database'
import { findForSignIn, type Operator, renewPasswordHash } from '@/lib/store/operators'
import { forgetAttempts } from '@/lib/store/sign-in-attempts'
import { hashPassword, isOutdated, isPassword } from './passwords'

/**
 * The operator with this e-mail address and password. A wrong password costs the more time the more were wrong
 * before it (`earlier`), and an account that does not exist costs the same as one that does. A hash of another cost
 * than today's is made anew while the password is at hand.
 */
export async function signIn(
  { kysely }: Pick<Database, 'kysely'>,
  credentials: { email: string; password: string },
  earlier: number,
): Promise<Operator | undefined> {
  const found = await findForSignIn(kysely, credentials.email)
  if (await isPassword(credentials.password, found?.passwordHash)) {
    await forgetAttempts(kysely, credentials.email)
    if (found && isOutdated(found.passwordHash)) {
      const { operator, passwordHash } = found
      await renewPasswordHash(kysely, operator.id, passwordHash, await hashPassword(credentials.password))
    }
    return found?.operator
  }
  await wait(penalty(earlier))
  return undefined
}

/** How long a wrong password waits for its answer, in ms: 0.25 s, then twice as long each time, 4 s at most. */
export const penalty = (earlier: number): number => Math.min(250 * 2 ** earlier, 4000)
