import 'server-only'
import type { Db } from '@/lib/store/db/database'

/** Whether an operator has hidden the first steps on Home. */
export async function isHidingFirstSteps(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('operator')
    .select('first_steps_hidden_at')
    .where('id', '=', id)
    .executeTakeFirst()
  return typeof row?.first_steps_hidden_at === 'string'
}

/** @param at ISO 8601 */
export async function hideFirstSteps(db: Db, id: string, at: string): Promise<void> {
  await db.updateTable('operator').set({ first_steps_hidden_at: at }).where('id', '=', id).execute()
}
