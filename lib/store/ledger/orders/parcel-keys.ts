import 'server-only'
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '@/lib/store/db/database'
import { batches, yieldingBatches } from '@/lib/store/db/statements/batches'
import { jsonRows } from '@/lib/store/db/statements/json-rows'
import { type Keyring, newestKey } from '@/lib/store/secrets/keyring'

/** An order that was checked or registered, and what identifies its recipient and items. */
export interface OrderParcel {
  readonly number: string
  /** `parcelKey` of lib/sheet. */
  readonly key: string
}

/** An order that has the same recipient and items as another one. */
export interface FoundParcel extends OrderParcel {
  readonly draftId: string
}

/**
 * A key as it is stored: without the key of this installation it does not show whether it is that of a known person.
 * Keys from before a change of that key are not found any more, and are a day old at most.
 */
const sealed = (ring: Keyring, key: string): string =>
  createHmac('sha256', newestKey(ring, 'parcel').bytes).update(key).digest('base64url').slice(0, 22)

/** Stores the keys of orders of a draft that are checked or registered now. @param at ISO 8601 */
export async function saveParcelKeys(
  db: Db,
  ring: Keyring,
  { draftId, envId }: { readonly draftId: string; readonly envId: string },
  orders: readonly OrderParcel[],
  at: string,
): Promise<void> {
  const byNumber = new Map(orders.map(({ number, key }) => [number, key]))
  for await (const batch of yieldingBatches([...byNumber])) {
    const keys = jsonRows(
      db,
      { number: 'text', parcel: 'text' },
      batch.map(([number, key]) => ({ number, parcel: sealed(ring, key) })),
    )
    await sql`
      insert into parcel_key (draft_id, env_id, mall_order_number, parcel, at)
      select ${draftId}, ${envId}, number, parcel, ${at} from ${keys} as given where true
      on conflict (draft_id, env_id, mall_order_number)
        do update set parcel = excluded.parcel, at = excluded.at`.execute(db)
  }
}

/**
 * Orders of other drafts with one of these keys that were checked or registered since a time (ISO 8601). The cost does
 * not depend on the size of the ledger.
 */
export async function findParcels(
  db: Db,
  ring: Keyring,
  { draftId, envId }: { readonly draftId: string; readonly envId: string },
  keys: readonly string[],
  since: string,
): Promise<FoundParcel[]> {
  const found: FoundParcel[] = []
  for await (const batch of yieldingBatches([...new Set(keys)])) {
    const bySeal = new Map(batch.map(key => [sealed(ring, key), key]))
    const rows = await db
      .selectFrom('parcel_key')
      .select(['draft_id', 'mall_order_number', 'parcel'])
      .where('env_id', '=', envId)
      .where('parcel', 'in', [...bySeal.keys()])
      .where('at', '>=', since)
      .execute()
    for (const { draft_id, mall_order_number: number, parcel } of rows) {
      const key = bySeal.get(parcel)
      if (draft_id !== draftId && key !== undefined) found.push({ draftId: draft_id, number, key })
    }
  }
  return found
}

/** Deletes the keys of a draft. @param numbers only of these orders */
export async function deleteParcelKeys(db: Db, draftId: string, numbers?: readonly string[]): Promise<void> {
  if (numbers === undefined) {
    await db.deleteFrom('parcel_key').where('draft_id', '=', draftId).execute()
    return
  }
  for (const batch of batches(numbers)) {
    await db
      .deleteFrom('parcel_key')
      .where('draft_id', '=', draftId)
      .where('mall_order_number', 'in', batch)
      .execute()
  }
}

/** Deletes the keys that were stored before a time (ISO 8601). */
export async function dropOldParcelKeys(db: Db, before: string): Promise<void> {
  await db.deleteFrom('parcel_key').where('at', '<', before).execute()
}
