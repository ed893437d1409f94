import 'server-only'
import { sql } from 'kysely'
import type { Db } from '@/lib/store/db/database'
import { payloadOf } from '@/lib/store/ledger/payload-compression'
import { iso } from '@/lib/store/stored-values'

/** A registered product with its payload (JSON). */
export interface RegisteredProduct {
  readonly id: string
  readonly payload: string
  readonly updatedAt: string
}

/** A transaction may commit later than the time it recorded, so this much is read again, in ms. */
const OVERLAP_MS = 30_000

/** From when on registered products are still to be synchronised (ISO 8601, UTC); '': all. */
export async function readSyncProgress(db: Db): Promise<string> {
  const row = await db.selectFrom('product_master_progress').select('at').executeTakeFirst()
  return row?.at ?? ''
}

/** Stores that all products registered before `now` are synchronised. */
export async function saveSyncProgress(db: Db, now: Date): Promise<void> {
  const at = iso(now.getTime() - OVERLAP_MS)
  await db.updateTable('product_master_progress').set({ at }).execute()
}

/** Products that were registered since a time, oldest first, `limit` of them after `last`. */
export async function listRegisteredSince(
  db: Db,
  since: string,
  last: Pick<RegisteredProduct, 'id' | 'updatedAt'> | undefined,
  limit: number,
): Promise<RegisteredProduct[]> {
  const rows = await db
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
