import 'server-only'
import { sql } from 'kysely'
import type { Handle } from './database'
import { payloadOf } from './packed'

/** A product that was registered, as it was sent: JSON. */
export interface RegisteredProduct {
  readonly id: string
  readonly payload: string
  readonly updatedAt: string
}

/** A transaction may end later than the time it notes; so far back it is read again, in ms. */
const OVERLAP = 30_000

/** From when on registered products are still to be taken over (ISO 8601, UTC); '' from the beginning. */
export async function readProgress(handle: Handle): Promise<string> {
  const row = await handle.selectFrom('product_master_progress').select('at').executeTakeFirst()
  return row?.at ?? ''
}

/** Notes that all products are taken over that were registered before `now`. */
export async function noteProgress(handle: Handle, now: Date): Promise<void> {
  const at = new Date(now.getTime() - OVERLAP).toISOString()
  await handle.updateTable('product_master_progress').set({ at }).execute()
}

/** Products that were registered from a time on, oldest first, `limit` of them after `last`. */
export async function registeredSince(
  handle: Handle,
  since: string,
  last: Pick<RegisteredProduct, 'id' | 'updatedAt'> | undefined,
  limit: number,
): Promise<RegisteredProduct[]> {
  const rows = await handle
    .selectFrom('ledger_order')
    .select(['id', 'payload', 'packed', 'updated_at'])
    .where(sql<boolean>`scope = 'products' and state = 'REGISTERED'`)
    .where('updated_at', '>=', last?.updatedAt ?? since)
    .$if(last !== undefined, query =>
      query.where(row =>
        row.or([row('updated_at', '>', last?.updatedAt ?? ''), row('id', '>', last?.id ?? '')]),
      ),
    )
    .orderBy('updated_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(row => ({ id: row.id, payload: payloadOf(row), updatedAt: row.updated_at }))
}
