import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@/lib/store/database'
import { findForSignIn, type Operator, renewPasswordHash } from '@/lib/store/operators'
import { type Attempt, forgetAttempts } from '@/lib/store/sign-in-attempts'
import { hashPassword, isOutdated, isPassword } from './passwords'

/**
 * The operator with this e-mail address and password. The more tries failed before (`earlier`), the longer it waits
 * first, whether the password is right or not: an answer that comes at once would be the right one. An account that does
 * not exist costs the same as one that does. A hash of another cost than today's is made anew while the password is at
 * hand.
 */
export async function signIn(
  { kysely }: Pick<Database, 'kysely'>,
  { password, ...attempt }: Attempt & { readonly password: string },
  earlier: number,
  wait: (ms: number) => Promise<unknown> = sleep,
): Promise<Operator | undefined> {
  // A timer and nothing else: no hash is begun, and none of the four places of hashing is taken.
  if (earlier > 0) await wait(delayAfter(earlier))
  const found = await findForSignIn(kysely, attempt.email)
  if (!(await isPassword(password, found?.passwordHash))) return undefined
  await forgetAttempts(kysely, attempt)
  if (found && isOutdated(found.passwordHash)) {
    const { operator, passwordHash } = found
    await renewPasswordHash(kysely, operator.id, passwordHash, await hashPassword(password))
  }
  return found?.operator
}

/** How long a try waits after so many failed ones, in ms: 0.25 s, then twice as long for each, 4 s at most. */
export const delayAfter = (earlier: number): number =>
  earlier <= 0 ? 0 : Math.min(250 * 2 ** (earlier - 1), 4000)
