import 'server-only'
import { sql } from 'kysely'
import type { Database, Handle } from './database'

/** A product to be kept: its id, and the product itself as the UTF-8 of JSON text. */
export interface NewProduct {
  readonly shopProductId: string
  readonly body: Uint8Array
}

/**
 * Registers products in one transaction. One that its client has registered already is replaced: the newest counts.
 * @param also what else shall happen in the transaction, before any product is written; what it throws undoes all
 */
export async function registerProducts(
  database: Database,
  clientId: string,
  products: AsyncIterable<readonly NewProduct[]> | Iterable<readonly NewProduct[]>,
  also: (trx: Handle) => Promise<void> = async () => {},
): Promise<void> {
  const now = new Date().toISOString()
  await database.accept(async trx => {
    // First, because on PostgreSQL this row makes others who register wait: two that replace the same products in
    // different orders would wait for each other for ever.
    await trx
      .updateTable('service_sequence')
      .set(row => ({ value: row('value', '+', 1) }))
      .where('name', '=', 'product')
      .execute()
    await also(trx)
    for await (const some of products) for (const product of some) await upsert(trx, clientId, product, now)
  })
}

/** Bytes are taken for the text they are: to make a text of them first takes as long as to store it. */
async function upsert(trx: Handle, clientId: string, product: NewProduct, now: string): Promise<void> {
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
