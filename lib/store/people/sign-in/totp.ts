import 'server-only'
import type { Db } from '@/lib/store/db/database'
import { type Keyring, keyring } from '@/lib/store/secrets/keyring'
import { type OpenedSeal, open, type SealContext, seal } from '@/lib/store/secrets/seal'

/** A secret opens only for the operator that it was made for. */
const sealContext = (operatorId: string): SealContext => ({
  env: 'operator',
  origin: operatorId,
  field: 'totp',
})

/** Seals the secret of an authenticator app, for its row or for the challenge that waits for its first code. */
export const sealTotpSecret = (operatorId: string, secret: string, ring: Keyring = keyring()): string =>
  seal(ring, sealContext(operatorId), secret)

/** The secret in plain text; undefined if it cannot be opened. */
export function openTotpSecret(
  operatorId: string,
  sealed: string,
  ring: Keyring = keyring(),
): string | undefined {
  const opened = open(ring, sealContext(operatorId), sealed)
  return opened.ok ? opened.secret : undefined
}

/** The secret sealed with the newest key of the ring, or why it cannot be opened. */
export function resealTotpSecret(
  ring: Keyring,
  operatorId: string,
  sealed: string,
): { readonly ok: true; readonly text: string } | Extract<OpenedSeal, { ok: false }> {
  const opened = open(ring, sealContext(operatorId), sealed)
  return opened.ok ? { ok: true, text: seal(ring, sealContext(operatorId), opened.secret) } : opened
}

/**
 * Stores a confirmed authenticator app, which replaces an earlier one.
 * @param lastStep of the code that confirmed it
 */
export async function saveTotp(
  db: Db,
  totp: { readonly operatorId: string; readonly sealed: string; readonly lastStep: number },
  now: Date,
): Promise<void> {
  const row = { secret: totp.sealed, last_step: totp.lastStep, created_at: now.toISOString() }
  await db
    .insertInto('totp')
    .values({ operator_id: totp.operatorId, ...row })
    .onConflict(conflict => conflict.column('operator_id').doUpdateSet(row))
    .execute()
}

/** The sealed secret of an operator's app; undefined without an app, or if its key was given up. */
export async function findTotpSecret(db: Db, operatorId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('totp')
    .select('secret')
    .where('operator_id', '=', operatorId)
    .executeTakeFirst()
  return row?.secret ?? undefined
}

/** Accepts the code of a time step once. @returns false if a code of this or a later step was accepted before */
export async function acceptTotpStep(db: Db, operatorId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('totp')
    .set({ last_step: step })
    .where('operator_id', '=', operatorId)
    .where('last_step', '<', step)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** @returns whether there was an app */
export async function deleteTotp(db: Db, operatorId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('totp')
    .where('operator_id', '=', operatorId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
