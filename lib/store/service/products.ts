import 'server-only'
import { sql } from 'kysely'
import type { Database, Db } from '@/lib/store/db/database'

/** A product to store: its id, and its JSON text in UTF-8. */
export interface NewProduct {
  readonly shopProductId: string
  readonly body: Uint8Array
}

/**
 * Registers products in one transaction. An existing product of the client is replaced.
 * @param also further work in the transaction before any product is written; an exception rolls everything
 * back
 */
export async function registerProducts(
  database: Database,
  clientId: string,
  products: AsyncIterable<readonly NewProduct[]> | Iterable<readonly NewProduct[]>,
  also: (trx: Db) => Promise<void> = async () => {},
): Promise<void> {
  const now = new Date().toISOString()
  await database.accept(async trx => {
    // First, because on PostgreSQL this row serialises registrations: two that replace the same products in
    // different orders would deadlock.
    await trx
      .updateTable('service_sequence')
      .set(row => ({ value: row('value', '+', 1) }))
      .where('name', '=', 'product')
      .execute()
    await also(trx)
    for await (const batch of products) for (const product of batch) await upsert(trx, clientId, product, now)
  })
}

/** Sends UTF-8 bytes and casts them: creating a string first takes as long as storing it. */
async function upsert(trx: Db, clientId: string, product: NewProduct, now: string): Promise<void> {
  await trx
    .insertInto('service_product')
    .values({
      client_id: clientId,
      shop_product_id: product.shopProductId,
      body: sql<string>`cast(${product.body} as text)`,
      registered_at: now,
      updated_at: now,
    })
    .onConflict(conflict =>
      conflict.columns(['client_id', 'shop_product_id']).doUpdateSet(row => ({
        body: row.ref('excluded.body'),
        updated_at: row.ref('excluded.updated_at'),
      })),
    )
    .execute()
}
