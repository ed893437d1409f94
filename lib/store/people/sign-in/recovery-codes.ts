import 'server-only'
import type { Db } from '@/lib/store/db/database'

/** Replaces all recovery codes of an operator. @param hashes of the new codes */
export async function replaceRecoveryCodes(
  db: Db,
  operatorId: string,
  hashes: readonly string[],
  now: Date,
): Promise<void> {
  await deleteRecoveryCodes(db, operatorId)
  const created_at = now.toISOString()
  await db
    .insertInto('recovery_code')
    .values(hashes.map(hash => ({ operator_id: operatorId, hash, created_at })))
    .execute()
}

/** Uses a recovery code up: only one of two concurrent requests succeeds. */
export async function spendRecoveryCode(db: Db, operatorId: string, hash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_code')
    .where('operator_id', '=', operatorId)
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export async function deleteRecoveryCodes(db: Db, operatorId: string): Promise<void> {
  await db.deleteFrom('recovery_code').where('operator_id', '=', operatorId).execute()
}
