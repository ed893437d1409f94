import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { enqueueOrders } from '@/lib/store/ledger/orders'
import { insertRun } from '@/lib/store/ledger/runs'
import { countProducts } from '@/lib/store/master/product-list'
import { findProducts } from '@/lib/store/master/product-master'
import { describeDatabases, type TestDatabase } from '@/testing/store/databases'
import { syncProductMaster } from './product-master'

const at = new Date(Date.now() - 60_000).toISOString()

async function register({ kysely, write }: TestDatabase, products: readonly object[]): Promise<void> {
  await insertRun(kysely, {
    id: 'r',
    kind: 'register',
    operation: 'registerProducts',
    draft_id: 'd',
    connection_id: 'c',
    env_id: 'embedded',
    client_request_id: 'r',
    started_by: 'mina',
    started_at: at,
    finished_at: null,
    state: 'done',
    problem: null,
    owner: null,
    total: products.length,
    refused: '[]',
    door: null,
    halving: null,
    erased_at: null,
  })
  const rows = products.map((product, position) => ({
    id: randomUUID(),
    env_id: 'embedded',
    scope: 'products' as const,
    variant: 'product' as const,
    mall_order_number: `P${position}`,
    payload: JSON.stringify(product),
    sha256: 'h',
    checked_payload: null,
    checked_sha256: null,
    fingerprint: 'f',
    line_ids: '[]',
    state: 'REGISTERED' as const,
    generation: 1,
    order_id: null,
    current_attempt: null,
    returned: 0,
    explained: null,
    draft_id: 'd',
    run_id: 'r',
    position,
    created_by: 'mina',
    created_at: at,
    updated_at: at,
    erased_at: null,
  }))
  await write(trx => enqueueOrders(trx, rows))
}

describeDatabases('registered products', openTestDatabase => {
  test('are all in the product master when it is read, and are synchronised once', async () => {
    const database = await openTestDatabase()
    const products = Array.from({ length: 450 }, (_, i) => ({
      shopProductId: `WAL-${i}`,
      productName: 'Wallet',
      mainImage: `https://shop.example/${i}.jpg`,
    }))
    await register(database, products)
    await syncProductMaster(database)
    expect(await countProducts(database.kysely, '')).toBe(450)
    expect((await findProducts(database, ['WAL-449']))['WAL-449']).toEqual({
      'items[].name': 'Wallet',
      'items[].imageUrl': 'https://shop.example/449.jpg',
    })
    // A deleted code does not come back by itself.
    await database.kysely.deleteFrom('product_master').execute()
    await syncProductMaster(database)
    expect(await countProducts(database.kysely, '')).toBe(0)
  })
})
