import { expect, test } from 'vitest'
import { deleteConnection } from '@/lib/store/connections/changes'
import { createConnection, environmentId } from '@/lib/store/connections/connections'
import type { Db } from '@/lib/store/db/database'
import { enqueueOrders } from '@/lib/store/ledger/orders'
import { insertRun } from '@/lib/store/ledger/runs'
import { describeDatabases } from '@/testing/store/databases'
import { registeredElsewhere } from './outcomes'

const at = '2026-11-23T01:00:00.000Z'

async function register(db: Db, envId: string, connectionId: string, numbers: readonly string[]) {
  const id = `run ${envId}`
  await insertRun(db, {
    ...{ id, kind: 'register', operation: 'registerJapanOrders', draft_id: 'd1', state: 'done' },
    ...{ connection_id: connectionId, env_id: envId, client_request_id: id, started_by: 'o1' },
    ...{ started_at: at, finished_at: at, problem: null, owner: null, total: 1, refused: '[]' },
    ...{ halving: null, slow_since: null, slow_until: null, notice: null, door: null, crashes: 0 },
    erased_at: null,
  })
  await enqueueOrders(
    db,
    numbers.map(number => ({
      ...({ id: `${envId} ${number}`, env_id: envId, scope: 'orders', variant: 'japan' } as const),
      ...({ mall_order_number: number, payload: '{}', sha256: 'h', checked_payload: null } as const),
      ...({ checked_sha256: null, fingerprint: 'f', line_ids: '[]', state: 'REGISTERED' } as const),
      ...{ generation: 1, order_id: null, current_attempt: null, returned: 0, explained: null },
      ...{ draft_id: 'd1', run_id: id, position: 0, created_by: 'o1', created_at: at, updated_at: at },
      erased_at: null,
    })),
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
