import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '@/lib/store/db/database'
import { makeKeyring } from '@/lib/store/secrets/keyring'
import { countStatements, describeDatabases, type TestDatabase } from '@/testing/store/databases'
import { issueCredentials } from './credentials'
import { findRegistered, registerOrders } from './orders'

describeDatabases('registered orders', openTestDatabase => {
  let database: TestDatabase
  let clientId: string
  beforeEach(async () => {
    database = await openTestDatabase()
    const ring = makeKeyring([{ kid: 'k1', bytes: randomBytes(32) }])
    clientId = (await issueCredentials(database.kysely, ring, 'Hanbit Store')).clientId
  })
  const register = (opened: Database, ...numbers: string[]) =>
    registerOrders(opened, { clientId, variant: 'japan' }, numbers.length, [
      numbers.map(mallOrderNumber => ({ mallOrderNumber, body: Buffer.from('{}') })),
    ])

  test('get consecutive ids across requests', async () => {
    expect(await register(database, 'A', 'B')).toBe(100_000_001n)
    expect(await register(database, 'C')).toBe(100_000_003n)
  })

  test('keep their variant', async () => {
    const body = Buffer.from('{}')
    for (const variant of ['japan', 'general'] as const)
      await registerOrders(database, { clientId, variant }, 1, [[{ mallOrderNumber: variant, body }]])
    const rows = await database.kysely
      .selectFrom('service_order')
      .select(['mall_order_number', 'variant'])
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { mall_order_number: 'japan', variant: 'japan' },
      { mall_order_number: 'general', variant: 'general' },
    ])
  })

  test('are all refused when one of their numbers is registered', async () => {
    await register(database, 'A')
    expect(await register(database, 'B', 'A')).toBeUndefined()
    const found = await findRegistered(database.kysely, database.dialect, clientId, ['A', 'B', "'", '🚢'])
    expect(found).toEqual(new Set(['A']))
  })

  test('of many megabytes are inserted a few at a time, under consecutive ids', async () => {
    let statements = () => 0
    const accept: Database['accept'] = work =>
      database.accept(trx => {
        const { db, counts } = countStatements(trx)
        statements = () => counts.statements
        return work(db as typeof trx)
      })
    const body = Buffer.from(JSON.stringify({ memo: 'x'.repeat(1_500_000) }))
    const orders = Array.from({ length: 10 }, (_, n) => ({ mallOrderNumber: `L-${n}`, body }))
    const owner = { clientId, variant: 'japan' } as const
    const first = await registerOrders({ ...database, accept }, owner, orders.length, [orders])
    // The first statement reserves the ids; each of the others inserts three orders, and the last one the rest.
    expect(statements()).toBe(1 + 4)
    const rows = await database.kysely
      .selectFrom('service_order')
      .select(['id', 'mall_order_number'])
      .orderBy('id')
      .execute()
    expect(rows).toEqual(
      orders.map((order, n) => ({
        id: String((first ?? 0n) + BigInt(n)),
        mall_order_number: order.mallOrderNumber,
      })),
    )
  })

  test('are registered once when two processes register them at the same time', async () => {
    const other = await openDatabase(database.place)
    for (let round = 0; round < 10; round++) {
      const results = await Promise.all(
        [database, other, database, other].map(opened => register(opened, `${round}-A`, `${round}-B`)),
      )
      expect(results.filter(result => result !== undefined)).toHaveLength(1)
    }
    await other.close()
  })
})
