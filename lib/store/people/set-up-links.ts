import 'server-only'
import { randomBytes } from 'node:crypto'
import type { Database, Db } from '@/lib/store/db/database'
import { iso, tokenHash } from '@/lib/store/stored-values'
import { DAY_MS } from '@/lib/time-units'
import { addOperator, hasOperator, type NewOperator, type Operator } from './operators'

const LIFETIME_MS = DAY_MS

/** Creates the token of a new set-up link, valid for 24 hours; older links are voided. */
export async function issueSetUpToken(database: Database, now = new Date()): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await database.write(async trx => {
    await trx.deleteFrom('set_up_link').execute()
    await trx
      .insertInto('set_up_link')
      .values({ token_hash: tokenHash(token), expires_at: iso(now.getTime() + LIFETIME_MS) })
      .execute()
  })
  return token
}

/** Whether a token is valid now. */
export async function isSetUpTokenValid(db: Db, token: string, now = new Date()): Promise<boolean> {
  const row = await db
    .selectFrom('set_up_link')
    .select('token_hash')
    .where('token_hash', '=', tokenHash(token))
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Redeems a token for the first operator. Of two concurrent requests the one that deletes the row succeeds.
 * Returns undefined, without changes, if the token is void or an operator exists.
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
      .where('token_hash', '=', tokenHash(token))
      .where('expires_at', '>', now.toISOString())
      .executeTakeFirst()
    return spent.numDeletedRows === 0n ? undefined : addOperator(trx, operator)
  })
}
