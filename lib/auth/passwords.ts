import 'server-only'
import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** What a password must be, in UTF-16 units. Nothing is cut off: a longer one is refused. */
export const PASSWORD = { min: 8, max: 128 } as const

/** OWASP's parameters for argon2id, which is what @node-rs/argon2 makes unless told otherwise. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** A hash takes 19 MB: a crowd at the door must not take all the memory. */
const AT_MOST = 4

/** argon2id of a password, in PHC form. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, COST))

/** Whether a hash was made at another cost than hashes are made at now, as those of an older version are. */
export const isOutdated = (passwordHash: string): boolean =>
  !passwordHash.startsWith(`$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`)

/**
 * Whether this is the password of `passwordHash`. Without a hash (nobody has that account) one is checked all the
 * same, so that the time taken does not tell who exists; the answer is then no.
 */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const isPossible = password.length <= PASSWORD.max
  // Asked for either way: it is made at the first try after a start, which must not take longer for a missing account.
  const dummy = await dummyHash()
  const matches = await inTurn(() => verify(passwordHash ?? dummy, isPossible ? password : ''))
  return matches && isPossible && passwordHash !== undefined
}

let made: Promise<string> | undefined
function dummyHash(): Promise<string> {
  made ??= hashPassword(randomBytes(24).toString('base64url'))
  return made
}

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_MOST) await new Promise<void>(resolve => waiting.push(resolve))
  else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    // The place is handed on, not given back, so that nobody can take it in between.
    if (next) next()
    else running--
  }
}
