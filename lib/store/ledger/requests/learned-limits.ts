import 'server-only'
import type { Selectable } from 'kysely'
import type { Db } from '@/lib/store/db/database'
import { FixedStatement } from '@/lib/store/db/statements/fixed-statement'
import type { LearnedLimitTable } from './request-tables'

export type LearnedLimitRow = Selectable<LearnedLimitTable>

const limitsOf = new FixedStatement((db, { connectionId }: { connectionId: string }) =>
  db.selectFrom('learned_limit').selectAll().where('connection_id', '=', connectionId).orderBy('what'),
)

/** Limits of a connection that were learned from responses. */
export async function listLearnedLimits(db: Db, connectionId: string): Promise<readonly LearnedLimitRow[]> {
  return (await limitsOf.run(db, { connectionId })).rows
}

/** Stores a learned limit in place of an earlier one. */
export async function saveLearnedLimit(db: Db, row: LearnedLimitRow): Promise<void> {
  const { value, why, learned_at } = row
  await db
    .insertInto('learned_limit')
    .values(row)
    .onConflict(conflict =>
      conflict.columns(['connection_id', 'what']).doUpdateSet({ value, why, learned_at }),
    )
    .execute()
}

/** Forgets what was learned of a connection: its requests have the operator's sizes again. */
export async function deleteLearnedLimits(db: Db, connectionId: string): Promise<void> {
  await db.deleteFrom('learned_limit').where('connection_id', '=', connectionId).execute()
}
