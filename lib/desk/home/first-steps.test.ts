import { expect, test } from 'vitest'
import { enqueueOrders } from '@/lib/store/ledger/orders/enqueue-orders'
import { insertRun } from '@/lib/store/ledger/runs/runs'
import { describeDatabases } from '@/testing/store/databases'
import { orderRow, runRow } from '@/testing/store/ledger-rows'
import { useAsProcessDatabase } from '@/testing/store/process-database'
import { firstSteps } from './first-steps'

describeDatabases('the first step of registering an order', openTestDatabase => {
  test('is not done by a registration of products', async () => {
    const database = await openTestDatabase()
    useAsProcessDatabase(database)
    const { kysely } = database
    const register = async (id: string, operation: 'registerJapanOrders' | 'registerProducts') => {
      const scope = operation === 'registerProducts' ? 'products' : 'orders'
      await insertRun(kysely, runRow(id, { kind: 'register', operation }))
      await enqueueOrders(kysely, [orderRow(id, { run_id: id, scope, state: 'REGISTERED' })])
    }
    await register('p1', 'registerProducts')
    expect(await firstSteps('mina')).toMatchObject({ registration: false })
    await register('r1', 'registerJapanOrders')
    expect(await firstSteps('mina')).toMatchObject({ registration: true })
  })
})
