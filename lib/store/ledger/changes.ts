import 'server-only'
import { sql } from 'kysely'
import type { Db } from '@/lib/store/db/database'
import type { VerdictTarget } from './checks/verdicts'

/** A number of a draft with a change, and when that happened (ISO 8601). */
export interface ChangedNumber {
  readonly number: string
  readonly at: string
}

/** A span of time from `from` (inclusive) to `to` (exclusive, ISO 8601; undefined: open). */
export interface TimeSpan {
  readonly from: string
  readonly to?: string | undefined
}

/** Numbers of a draft with a new check result on a connection in a span, oldest first; at most `limit`. */
export function listChecked(
  db: Db,
  draftId: string,
  target: VerdictTarget,
  span: TimeSpan,
  limit: number,
): Promise<ChangedNumber[]> {
  return checkedIn(db, draftId, target, span).limit(limit).execute()
}

/** Like `listChecked`, without numbers that the ledger of the environment has orders of this draft for. */
export function listOnlyChecked(
  db: Db,
  draftId: string,
  target: VerdictTarget,
  span: TimeSpan,
  limit: number,
): Promise<ChangedNumber[]> {
  return checkedIn(db, draftId, target, span)
    .where(verdict =>
      verdict.not(
        verdict.exists(
          verdict
            .selectFrom('ledger_order as sent')
            .select('sent.id')
            // Both scopes, and no plain draft, so that the index of numbers is used.
            .where('sent.env_id', '=', target.envId)
            .where('sent.scope', 'in', ['orders', 'products'])
            .whereRef('sent.mall_order_number', '=', 'verdict.mall_order_number')
            .where(sql<boolean>`sent.draft_id || '' = ${draftId}`),
        ),
      ),
    )
    .limit(limit)
    .execute()
}

const checkedIn = (db: Db, draftId: string, { envId, connectionId }: VerdictTarget, { from, to }: TimeSpan) =>
  db
    .selectFrom('verdict')
    .select(['mall_order_number as number', 'checked_at as at'])
    .where('draft_id', '=', draftId)
    .where('env_id', '=', envId)
    .where('connection_id', '=', connectionId)
    .where('checked_at', '>=', from)
    .$if(to !== undefined, query => query.where('checked_at', '<', to ?? ''))
    .orderBy('checked_at')

/**
 * Numbers of a draft with a state change in the ledger of an environment in a span, oldest first; at most
 * `limit`.
 * @param isRegistered only registered orders, or only others
 */
export function listMoved(
  db: Db,
  draftId: string,
  { envId }: VerdictTarget,
  { from, to }: TimeSpan,
  limit: number,
  isRegistered?: boolean,
): Promise<ChangedNumber[]> {
  return db
    .selectFrom('ledger_order')
    .select(['mall_order_number as number', 'updated_at as at'])
    .where('draft_id', '=', draftId)
    .where('env_id', '=', envId)
    .where('updated_at', '>=', from)
    .$if(isRegistered !== undefined, query => query.where('state', isRegistered ? '=' : '<>', 'REGISTERED'))
    .$if(to !== undefined, query => query.where('updated_at', '<', to ?? ''))
    .orderBy('updated_at')
    .limit(limit)
    .execute()
}
