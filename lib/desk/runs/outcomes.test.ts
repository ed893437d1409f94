import { expect, test } from 'vitest'
import { deleteConnection } from '@/lib/store/connections/changes'
import { createConnection, environmentId } from '@/lib/store/connections/connections'
import type { Db } from '@/lib/store/db/database'
import { enqueueOrders } from '@/lib/store/ledger/orders/enqueue-orders'
import { insertRun } from '@/lib/store/ledger/runs/runs'
import { describeDatabases } from '@/testing/store/databases'
import { orderRow, runRow } from '@/testing/store/ledger-rows'
import { registeredElsewhere } from './outcomes'

async function register(db: Db, envId: string, connectionId: string, numbers: readonly string[]) {
  const run = runRow(envId, { kind: 'register', env_id: envId, connection_id: connectionId })
  await insertRun(db, run)
  await enqueueOrders(
    db,
    numbers.map(number => orderRow(number, { env_id: envId, run_id: run.id })),
  )
}

describeDatabases('orders of a draft that are registered elsewhere', openTestDatabase => {
  test('are counted with the connection that leads there; the environment in use is left out', async () => {
    const { kysely } = await openTestDatabase()
    const [carrier, twin, other] = await Promise.all(
      [
        { name: 'Carrier', baseUrl: 'https://a.example' },
        { name: 'Carrier again', baseUrl: 'https://a.example/v2' },
        { name: 'Other', baseUrl: 'https://b.example' },
      ].map(one => createConnection(kysely, { ...one, environment: 'production' })),
    )
    if (!carrier || !twin || !other) throw new Error('three connections')
    await register(kysely, environmentId(carrier), twin.id, ['A', 'B'])
    await register(kysely, environmentId(other), other.id, ['C'])
    const seenFrom = (envId: string) => registeredElsewhere(kysely, 'd1', envId)
    expect(await seenFrom('embedded')).toEqual([
      { connectionId: twin.id, at: 'Carrier again', count: 2 },
      { connectionId: other.id, at: 'Other', count: 1 },
    ])
    expect(await seenFrom(environmentId(carrier))).toEqual([
      { connectionId: other.id, at: 'Other', count: 1 },
    ])

    // Another connection to the same place takes over from a deleted one; without any the address is left.
    for (const { id } of [twin, other]) expect(await deleteConnection(kysely, id)).toBe('deleted')
    expect(await seenFrom('embedded')).toEqual([
      { connectionId: carrier.id, at: 'Carrier', count: 2 },
      { connectionId: null, at: 'https://b.example', count: 1 },
    ])
    expect(await registeredElsewhere(kysely, 'd2', 'embedded')).toEqual([])
  })
})
