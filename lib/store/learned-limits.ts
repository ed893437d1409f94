import 'server-only'
import type { Selectable } from 'kysely'
import type { Handle } from './database'
import type { LearnedLimitTable } from './ledger-tables'

export type LearnedLimitRow = Selectable<LearnedLimitTable>

/** What was learnt of a connection's limits, downwards. */
export function learnedLimits(handle: Handle, connectionId: string): Promise<LearnedLimitRow[]> {
  return handle
    .selectFrom('learned_limit')
    .selectAll()
    .where('connection_id', '=', connectionId)
    .orderBy('what')
    .execute()
}

/** Remembers a limit, over what was learnt before. */
export async function saveLearned(handle: Handle, row: LearnedLimitRow): Promise<void> {
  const { value, why, learned_at } = row
  await handle
    .insertInto('learned_limit')
    .values(row)
    .onConflict(conflict =>
      conflict.columns(['connection_id', 'what']).doUpdateSet({ value, why, learned_at }),
    )
    .execute()
}

/** Forgets what was learnt of a connection. */
export async function forgetLearned(handle: Handle, connectionId: string): Promise<void> {
  await handle.deleteFrom('learned_limit').where('connection_id', '=', connectionId).execute()
}
