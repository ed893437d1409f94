import 'server-only'
import type { Db } from '@/lib/store/db/database'
import type { VerdictTarget } from './verdicts'

/** A number of a draft with a change, and when that happened (ISO 8601). */
export interface ChangedNumber {
  readonly number: string
  readonly at: string
}

/** A span of time from `from` (inclusive) to `to` (exclusive, ISO 8601; undefined: open). */
interface Span {
  readonly from: string
  readonly to?: string | undefined
}

/** Numbers of a draft with a new check result on a connection in a span, oldest first; at most `limit`. */
export function listChecked(
  db: Db,
  draftId: string,
  { envId, connectionId }: VerdictTarget,
  { from, to }: Span,
  limit: number,
): Promise<ChangedNumber[]> {
  return db
    .selectFrom('verdict')
    .select(['mall_order_number as number', 'checked_at as at'])
    .where('draft_id', '=', draftId)
    .where('env_id', '=', envId)
    .where('connection_id', '=', connectionId)
    .where('checked_at', '>=', from)
    .$if(to !== undefined, query => query.where('checked_at', '<', to ?? ''))
    .orderBy('checked_at')
    .limit(limit)
    .execute()
}

/**
 * Numbers of a draft with a state change in the ledger of an environment in a span, oldest first; at most
 * `limit`.
 */
export function listMoved(
  db: Db,
  draftId: string,
  { envId }: VerdictTarget,
  { from, to }: Span,
  limit: number,
): Promise<ChangedNumber[]> {
  return db
    .selectFrom('ledger_order')
    .select(['mall_order_number as number', 'updated_at as at'])
    .where('draft_id', '=', draftId)
    .where('env_id', '=', envId)
    .where('updated_at', '>=', from)
    .$if(to !== undefined, query => query.where('updated_at', '<', to ?? ''))
    .orderBy('updated_at')
    .limit(limit)
    .execute()
}
