import 'server-only'
import { ok, type Result } from '@/lib/desk-api/result'
import type { RetentionView } from '@/lib/desk-api/retention'
import { database } from '@/lib/store/db/database'
import { readRetention as read, setRetentionDays } from '@/lib/store/ledger/retention/retention'

/** How long personal data of finished orders is kept, and the result of the last daily work. */
export const readRetention = async (): Promise<RetentionView> => read((await database()).kysely)

/** Sets how long personal data of finished orders is kept; null: forever. */
export async function setRetention(days: number | null, operatorId: string): Promise<Result<null>> {
  await setRetentionDays((await database()).kysely, days, operatorId, new Date().toISOString())
  return ok(null)
}
