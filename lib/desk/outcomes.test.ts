import { expect, test } from 'vitest'
import { deleteConnection } from '@/lib/store/connections/changes'
import { createConnection, environmentId } from '@/lib/store/connections/connections'
import { saveRegistered } from '@/testing/ledger/registered-orders'
import { describeDatabases } from '@/testing/store/databases'
import { registeredElsewhere } from './outcomes'

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
    await saveRegistered(kysely, environmentId(carrier), twin.id, [{ number: 'A' }, { number: 'B' }])
    await saveRegistered(kysely, environmentId(other), other.id, [{ number: 'C' }])
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
