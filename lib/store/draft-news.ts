import 'server-only'
import type { Handle } from './database'
import type { Place } from './verdicts'

/** A number of a draft of which something changed, and when (ISO 8601). */
export interface ChangedNumber {
  readonly number: string
  readonly at: string
}

/** What changed in a span of time: beginning with `from`, ending before `to` (ISO 8601; undefined: not ended). */
interface Span {
  readonly from: string
  readonly to?: string | undefined
}

/** Numbers of a draft whose check result on a connection was given in a span, oldest first; at most `limit`. */
export function listChecked(
  handle: Handle,
  draftId: string,
  { envId, connectionId }: Place,
  { from, to }: Span,
  limit: number,
): Promise<ChangedNumber[]> {
  return handle
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

/** Numbers of a draft whose row in the ledger of an environment changed in a span, oldest first; at most `limit`. */
export function listMoved(
  handle: Handle,
  draftId: string,
  { envId }: Place,
  { from, to }: Span,
  limit: number,
): Promise<ChangedNumber[]> {
  return handle
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
