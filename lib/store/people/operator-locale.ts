import 'server-only'
import type { Db } from '@/lib/store/db/database'

/** An operator's choice under Your account; null: the browser's preference. */
export interface OperatorLocale {
  /** BCP 47: `ko`. */
  readonly language: string | null
  /** IANA name: `Asia/Seoul`. */
  readonly timeZone: string | null
}

/** The choice of an operator; all null if there is no such operator. */
export async function findOperatorLocale(db: Db, id: string): Promise<OperatorLocale> {
  const row = await db
    .selectFrom('operator')
    .select(['language', 'time_zone as timeZone'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? { language: null, timeZone: null }
}

export async function setOperatorLocale(db: Db, id: string, locale: OperatorLocale): Promise<void> {
  const { language, timeZone: time_zone } = locale
  await db.updateTable('operator').set({ language, time_zone }).where('id', '=', id).execute()
}
