import { expect, test } from 'vitest'
import { enqueueOrders } from '@/lib/store/ledger/orders/enqueue-orders'
import { insertRun } from '@/lib/store/ledger/runs/runs'
import { countProducts } from '@/lib/store/master/product-list'
import { findProducts } from '@/lib/store/master/product-master'
import { describeDatabases, type TestDatabase } from '@/testing/store/databases'
import { orderRow, runRow } from '@/testing/store/ledger-rows'
import { syncProductMaster } from './product-master'

const at = new Date(Date.now() - 60_000).toISOString()

async function register({ kysely, write }: TestDatabase, products: readonly object[]): Promise<void> {
  await insertRun(kysely, runRow('r1', { kind: 'register', operation: 'registerProducts', started_at: at }))
  const rows = products.map((product, position) =>
    orderRow(`P${position}`, {
      scope: 'products',
      variant: 'product',
      payload: JSON.stringify(product),
      position,
      created_at: at,
      updated_at: at,
    }),
  )
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
    await syncProductMaster(database, Date.now())
    expect(await countProducts(database.kysely, '')).toBe(450)
    expect((await findProducts(database, ['WAL-449']))['WAL-449']).toEqual({
      'items[].name': 'Wallet',
      'items[].imageUrl': 'https://shop.example/449.jpg',
    })
    // A deleted code does not come back by itself.
    await database.kysely.deleteFrom('product_master').execute()
    await syncProductMaster(database, Date.now())
    expect(await countProducts(database.kysely, '')).toBe(0)
  })

  test('of later reach the product master, too, although the clock of this server is ahead of the ledger', async () => {
    const database = await openTestDatabase()
    const ledger = Date.parse(at)
    await register(database, [{ shopProductId: 'W-1', productName: 'Wallet' }])
    await syncProductMaster(database, ledger + 1000)
    const later = new Date(ledger + 40_000).toISOString()
    await database.kysely.updateTable('ledger_order').set({ updated_at: later }).execute()
    await database.kysely.deleteFrom('product_master').execute()
    await syncProductMaster(database, ledger + 60_000)
    expect(await countProducts(database.kysely, '')).toBe(1)
  })
})
