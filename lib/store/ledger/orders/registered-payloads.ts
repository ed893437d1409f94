import 'server-only'
import type { Db } from '@/lib/store/db/database'
import { payloadOf } from '../payload-compression'

/**
 * The newest registered orders whose data is not erased, newest first.
 * @param before the id of the order to continue after
 * @returns id and payload (JSON) of each
 */
export async function listNewestPayloads(
  db: Db,
  limit: number,
  before?: string,
): Promise<{ readonly id: string; readonly payload: string }[]> {
  const rows = await db
    .selectFrom('ledger_order')
    .select(['id', 'payload', 'packed'])
    .where('scope', '=', 'orders')
    .where('state', '=', 'REGISTERED')
    .where('erased_at', 'is', null)
    .$if(before !== undefined, query => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(row => ({ id: row.id, payload: payloadOf(row) }))
}
