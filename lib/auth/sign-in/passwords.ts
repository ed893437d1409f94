import 'server-only'
import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** Password lengths in UTF-16 units. A longer password is refused, never cut. */
export const PASSWORD_LENGTH = { min: 8, max: 128 } as const

/** OWASP's parameters for argon2id, which are the defaults of @node-rs/argon2. */
const HASH_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Each hash needs 19 MB, so concurrent sign-ins are limited. */
const MAX_CONCURRENT_HASHES = 4

/** argon2id of a password, in PHC form. */
export const hashPassword = (password: string): Promise<string> =>
  withHashingSlot(() => hash(password, HASH_COST))

/** Whether a hash was made with other cost parameters than today's, as hashes of older versions were. */
export const needsRehash = (passwordHash: string): boolean =>
  !passwordHash.startsWith(
    `$argon2id$v=19$m=${HASH_COST.memoryCost},t=${HASH_COST.timeCost},p=${HASH_COST.parallelism}$`,
  )

/**
 * Whether a password matches a hash. Without a hash (unknown account) a dummy hash is verified, so that the
 * response time does not reveal which accounts exist; the result is then false.
 */
export async function matchesHash(password: string, passwordHash: string | undefined): Promise<boolean> {
  const isPossible = password.length <= PASSWORD_LENGTH.max
  // Awaited in both cases: the first call after a start computes it, which must not take longer for an
  // unknown account.
  const dummy = await dummyHash()
  const matches = await withHashingSlot(() => verify(passwordHash ?? dummy, isPossible ? password : ''))
  return matches && isPossible && passwordHash !== undefined
}

let made: Promise<string> | undefined
function dummyHash(): Promise<string> {
  made ??= hashPassword(randomBytes(24).toString('base64url'))
  return made
}

let running = 0
const waiting: (() => void)[] = []

async function withHashingSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_CONCURRENT_HASHES) await new Promise<void>(resolve => waiting.push(resolve))
  else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    // The slot is passed on directly, so that no other caller takes it in between.
    if (next) next()
    else running--
  }
}
