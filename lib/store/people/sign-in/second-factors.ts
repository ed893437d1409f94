import 'server-only'
import type { Db } from '@/lib/store/db/database'
import { recordOperatorEvent } from '@/lib/store/people/operator-events'
import { normalizeEmail } from '@/lib/store/people/operators'
import { deleteRecoveryCodes } from './recovery-codes'
import { endSessionsOf } from './sessions'
import { deleteTotp } from './totp'

/** What an operator can use in the second step of a sign-in. */
export interface SecondFactors {
  /** When the authenticator app was set up; null: none. */
  readonly totpAt: string | null
  /** Whether the key that opens the secret of the app was given up: its codes are refused. */
  readonly isAppLost: boolean
  readonly passkeys: number
  /** Unused ones. */
  readonly recoveryCodes: number
}

/** Whether a sign-in of this operator has a second step. Recovery codes by themselves are not a second factor. */
export const hasSecondFactor = ({ totpAt, passkeys }: SecondFactors): boolean =>
  totpAt !== null || passkeys > 0

/** The second factors that an operator has set up, and the number of unused recovery codes. */
export async function findSecondFactors(db: Db, operatorId: string): Promise<SecondFactors> {
  const totp = await db
    .selectFrom('totp')
    .select(['created_at', 'secret'])
    .where('operator_id', '=', operatorId)
    .executeTakeFirst()
  const count = (table: 'passkey' | 'recovery_code') =>
    db
      .selectFrom(table)
      .select(part => part.fn.countAll().as('count'))
      .where('operator_id', '=', operatorId)
      .executeTakeFirstOrThrow()
  const [passkeys, codes] = [await count('passkey'), await count('recovery_code')]
  return {
    totpAt: totp?.created_at ?? null,
    isAppLost: totp?.secret === null,
    passkeys: Number(passkeys.count),
    recoveryCodes: Number(codes.count),
  }
}

/** The operators with a second factor, by id. */
export async function listProtectedOperators(db: Db): Promise<Set<string>> {
  const rows = await db
    .selectFrom('totp')
    .select('operator_id')
    .union(db.selectFrom('passkey').select('operator_id'))
    .execute()
  return new Set(rows.map(row => row.operator_id))
}

/** Removes every second factor of an operator and ends their sessions. @param by an administrator */
export async function resetSecondFactor(
  trx: Db,
  { id, by }: { readonly id: string; readonly by: string },
  now: Date,
): Promise<boolean> {
  const operator = await trx
    .selectFrom('operator')
    .select('email')
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (!operator) return false
  await removeAll(trx, id)
  const event = { operatorId: id, actor: by, event: 'second_factor_reset', detail: operator.email } as const
  await recordOperatorEvent(trx, event, now)
  return true
}

/** Like `resetSecondFactor`, for a person with access to the server. @returns the refusal; undefined: done */
export async function resetSecondFactorByEmail(
  trx: Db,
  email: string,
  now: Date,
): Promise<'unknown' | 'removed' | undefined> {
  const operator = await trx
    .selectFrom('operator')
    .select(['id', 'email', 'disabled_at'])
    .where('email', '=', normalizeEmail(email))
    .executeTakeFirst()
  if (!operator) return 'unknown'
  if (operator.disabled_at !== null) return 'removed'
  await removeAll(trx, operator.id)
  await recordOperatorEvent(
    trx,
    {
      operatorId: operator.id,
      actor: 'command',
      event: 'second_factor_reset_on_server',
      detail: operator.email,
    },
    now,
  )
  return undefined
}

async function removeAll(trx: Db, id: string): Promise<void> {
  await deleteTotp(trx, id)
  await trx.deleteFrom('passkey').where('operator_id', '=', id).execute()
  await deleteRecoveryCodes(trx, id)
  await endSessionsOf(trx, id)
}
