import 'server-only'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Db } from '@/lib/store/db/database'
import type { Schema } from '@/lib/store/db/schema'
import { recordOperatorEvent } from '@/lib/store/people/operator-events'

/** Whether registrars and administrators need a second factor. */
export async function isSecondFactorRequired(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('sign_in_policy')
    .select('second_factor_required')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  return row.second_factor_required === 1
}

/** Sets whether registrars and administrators need a second factor. */
export async function requireSecondFactor(
  trx: Db,
  { isRequired, by }: { readonly isRequired: boolean; readonly by: string },
  now: Date,
): Promise<void> {
  if ((await isSecondFactorRequired(trx)) === isRequired) return
  await trx
    .updateTable('sign_in_policy')
    .set({ second_factor_required: isRequired ? 1 : 0 })
    .where('id', '=', 1)
    .execute()
  const event = isRequired ? 'second_factor_required' : 'second_factor_optional'
  await recordOperatorEvent(trx, { operatorId: by, actor: by, event }, now)
}

/**
 * A condition of a query on `operator`: their role needs a second factor and they have none. Until they add one, they
 * may do nothing else.
 */
export const mustAddSecondFactor = (part: ExpressionBuilder<Schema, 'operator'>) =>
  part.and([
    part('operator.role', 'in', ['registrar', 'administrator']),
    part.exists(
      part.selectFrom('sign_in_policy').select(sql`1`.as('one')).where('second_factor_required', '=', 1),
    ),
    part.not(
      part.exists(
        part.selectFrom('totp').select(sql`1`.as('one')).whereRef('totp.operator_id', '=', 'operator.id'),
      ),
    ),
    part.not(
      part.exists(
        part
          .selectFrom('passkey')
          .select(sql`1`.as('one'))
          .whereRef('passkey.operator_id', '=', 'operator.id'),
      ),
    ),
  ])
