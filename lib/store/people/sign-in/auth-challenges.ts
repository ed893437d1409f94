import 'server-only'
import type { Db } from '@/lib/store/db/database'
import type { AuthChallengeKind } from '@/lib/store/people/tables'
import { iso } from '@/lib/store/stored-values'

/** How long a challenge is valid (ms). */
export const CHALLENGE_LIFETIME_MS = 10 * 60_000

/** Identifies a challenge: one of each kind is open for each holder. */
interface ChallengeKey {
  readonly kind: AuthChallengeKind
  /** A session id, or the hash of a sign-in's token. */
  readonly holder: string
}

interface Challenge {
  readonly operatorId: string
  readonly value: string
}

/** Stores a challenge. It replaces an open one; expired challenges are deleted. */
export async function putChallenge(
  db: Db,
  { kind, holder, operatorId, value }: ChallengeKey & Challenge,
  now = new Date(),
): Promise<void> {
  await db.deleteFrom('auth_challenge').where('expires_at', '<=', now.toISOString()).execute()
  const row = {
    operator_id: operatorId,
    value,
    expires_at: iso(now.getTime() + CHALLENGE_LIFETIME_MS),
  }
  await db
    .insertInto('auth_challenge')
    .values({ kind, holder, ...row })
    .onConflict(conflict => conflict.columns(['kind', 'holder']).doUpdateSet(row))
    .execute()
}

/** An open challenge, which stays open; undefined if there is none or it has expired. */
export async function findChallenge(
  db: Db,
  { kind, holder }: ChallengeKey,
  now = new Date(),
): Promise<Challenge | undefined> {
  return db
    .selectFrom('auth_challenge')
    .select(['operator_id as operatorId', 'value'])
    .where('kind', '=', kind)
    .where('holder', '=', holder)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
}

/** Takes an open challenge: only one of two concurrent requests gets it. */
export async function takeChallenge(
  db: Db,
  { kind, holder }: ChallengeKey,
  now = new Date(),
): Promise<Challenge | undefined> {
  return db
    .deleteFrom('auth_challenge')
    .where('kind', '=', kind)
    .where('holder', '=', holder)
    .where('expires_at', '>', now.toISOString())
    .returning(['operator_id as operatorId', 'value'])
    .executeTakeFirst()
}

/** Voids the open challenges of an operator: after a new password, a removal or a reset. */
export async function voidChallengesOf(db: Db, operatorId: string): Promise<void> {
  await db.deleteFrom('auth_challenge').where('operator_id', '=', operatorId).execute()
}
