import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { issueCredentials } from './credentials'
import { openDatabase } from './database'
import { makeKeyring } from './keyring'
import { findRegistered, registerOrders } from './orders'
import { describeDatabases, type TestDatabase } from './suite'

describeDatabases('registered orders', openTestDatabase => {
  let database: TestDatabase
  let clientId: string
  beforeEach(async () => {
    database = await openTestDatabase()
    const ring = makeKeyring([{ kid: 'k1', bytes: randomBytes(32) }])
    clientId = (await issueCredentials(database.kysely, ring, 'Hanbit Store')).clientId
  })
  const orders = (...numbers: string[]) => numbers.map(mallOrderNumber => ({ mallOrderNumber, body: '{}' }))

  test('get ids one after another, also in the next request', async () => {
    const first = await registerOrders(database, clientId, orders('A', 'B'))
    const second = await registerOrders(database, clientId, orders('C'))
    expect([...(first ?? []), ...(second ?? [])].map(order => order.orderId - 100_000_000n)).toEqual([
      1n,
      2n,
      3n,
    ])
  })

  test('with a number that is registered are refused together', async () => {
    await registerOrders(database, clientId, orders('A'))
    expect(await registerOrders(database, clientId, orders('B', 'A'))).toBeUndefined()
    const found = await findRegistered(database.kysely, database.dialect, clientId, ['A', 'B', "'", '🚢'])
    expect(found).toEqual(new Set(['A']))
  })

  test('are registered once, although two processes register them at the same time', async () => {
    const other = await openDatabase(database.place)
    for (let round = 0; round < 10; round++) {
      const numbers = orders(`${round}-A`, `${round}-B`)
      const results = await Promise.all(
        [database, other, database, other].map(opened => registerOrders(opened, clientId, numbers)),
      )
      expect(results.filter(result => result !== undefined)).toHaveLength(1)
    }
    await other.close()
  })
})
