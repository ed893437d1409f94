import 'server-only'
import { createHash, randomBytes } from 'node:crypto'
import type { Database, Handle } from './database'
import { addOperator, hasOperator, type NewOperator, type Operator } from './operators'

const LIFETIME = 24 * 60 * 60_000

/** Makes the token of a new set-up link, good for 24 hours; every older link is void. */
export async function issueSetUpToken(database: Database, now = new Date()): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await database.write(async trx => {
    await trx.deleteFrom('set_up_link').execute()
    await trx
      .insertInto('set_up_link')
      .values({ token_hash: hash(token), expires_at: new Date(now.getTime() + LIFETIME).toISOString() })
      .execute()
  })
  return token
}

/** Whether a token would be taken now. */
export async function isSetUpTokenGood(handle: Handle, token: string, now = new Date()): Promise<boolean> {
  const row = await handle
    .selectFrom('set_up_link')
    .select('token_hash')
    .where('token_hash', '=', hash(token))
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Spends a token on the first operator. Of two who press at the same time one gets it: whoever deletes the row.
 * Undefined when the token is void or there is an operator already; then nothing is changed.
 */
export function redeemSetUpToken(
  database: Database,
  token: string,
  operator: NewOperator,
  now = new Date(),
): Promise<Operator | undefined> {
  return database.write(async trx => {
    if (await hasOperator(trx)) return undefined
    const spent = await trx
      .deleteFrom('set_up_link')
      .where('token_hash', '=', hash(token))
      .where('expires_at', '>', now.toISOString())
      .executeTakeFirst()
    return spent.numDeletedRows === 0n ? undefined : addOperator(trx, operator)
  })
}

// 256 random bits need no slow hash: nobody guesses them from the stored one.
const hash = (token: string) => createHash('sha256').update(token).digest('base64url')
