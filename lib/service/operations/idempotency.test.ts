import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type OperationId, operations } from '@/lib/contract/operations'
import { openDatabase } from '@/lib/store/db/database'
import { issueCredentials } from '@/lib/store/service/credentials'
import { type HttpResponse, openHarness, type ServiceHarness } from '@/testing/service/harness'
import { sampleElement } from '@/testing/service/samples'
import { describeDatabases, type TestDatabase } from '@/testing/store/databases'

const registrations = ['registerJapanOrders', 'registerOrders', 'registerProducts'] as const

const bodyOf = (id: OperationId, ...numbers: string[]) => {
  const operation = operations[id]
  return { [operation.list]: numbers.map(number => sampleElement(operation, number)) }
}

describeDatabases('a registration with an Idempotency-Key', openTestDatabase => {
  let database: TestDatabase
  let harness: ServiceHarness
  beforeAll(async () => {
    database = await openTestDatabase()
    harness = await openHarness(database, {
      limits: () => ({ maxBodyBytes: 10_000_000, idle: 5000, minRate: 1024 }),
    })
  })
  beforeEach(async () => {
    await database.kysely.deleteFrom('service_outcome').execute()
  })
  afterAll(() => harness.close())

  const headersOf = (
    id: OperationId,
    keys: readonly string[],
    { accessToken, secretKey } = harness.credentials,
  ) => [
    ...[
      'authorization',
      operations[id].auth.some(scheme => scheme === 'bearer') ? `Bearer ${accessToken}` : secretKey,
    ],
    ...['content-type', 'application/json'],
    ...keys.flatMap(key => ['Idempotency-Key', key]),
  ]
  const send = (id: OperationId, body: unknown, key: string | readonly string[], to = harness) =>
    to.send(id, body, { headers: headersOf(id, [key].flat()) })
  const count = async () => {
    const tables = ['service_order', 'service_product'] as const
    const counts = tables.map(table =>
      database.kysely
        .selectFrom(table)
        .select(row => row.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow(),
    )
    return (await Promise.all(counts)).reduce((sum, row) => sum + Number(row.count), 0)
  }
  const isReplayed = (response: HttpResponse) => response.headers['idempotency-replayed'] === 'true'

  test.each(registrations)('of %s gets its first response again, byte for byte', async id => {
    const body = bodyOf(id, `${id}-1`, `${id}-2`)
    const first = await send(id, body, 'one')
    expect([first.status, isReplayed(first)]).toEqual([200, false])
    const before = await count()
    const again = await send(id, body, 'one')
    expect([again.status, isReplayed(again), again.text]).toEqual([200, true, first.text])
    expect(again.headers['content-type']).toBe(first.headers['content-type'])
    expect(await count()).toBe(before)
  })

  test.each(registrations)('of %s is refused with another body, and nothing is registered', async id => {
    await send(id, bodyOf(id, `${id}-3`), 'two')
    const before = await count()
    const response = await send(id, bodyOf(id, `${id}-4`), 'two')
    expect(response).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('a different body') },
    })
    expect(await count()).toBe(before)
    // An additional blank is another body, because bytes are compared.
    expect((await send(id, `${JSON.stringify(bodyOf(id, `${id}-3`))} `, 'two')).status).toBe(409)
  })

  test('that was refused is refused again, even if it could succeed now', async () => {
    await send('registerOrders', bodyOf('registerOrders', 'R-1'), 'first')
    const refused = bodyOf('registerOrders', 'R-2', 'R-1')
    expect((await send('registerOrders', refused, 'three')).body).toMatchObject({ isSuccess: false })
    await database.kysely.deleteFrom('service_order').where('mall_order_number', '=', 'R-1').execute()
    const again = await send('registerOrders', refused, 'three')
    expect([again.body, isReplayed(again)]).toEqual([{ isSuccess: false, orderSuccesses: [] }, true])
    const bad = { data: [{ orderInfo: {} }] }
    expect(isReplayed(await send('registerOrders', bad, 'four'))).toBe(false)
    expect(isReplayed(await send('registerOrders', bad, 'four'))).toBe(true)
    const product = { products: [{ shopProductId: 'R-1' }] }
    const failed = await send('registerProducts', product, 'three')
    expect(failed.body).toMatchObject({ successCount: 0, failures: [{ errorCode: 'MISSING_FIELD' }] })
    expect((await send('registerProducts', product, 'three')).text).toBe(failed.text)
  })

  test('that was unreadable can be corrected and sent again', async () => {
    const body = JSON.stringify(bodyOf('registerOrders', 'M-1'))
    expect((await send('registerOrders', body.slice(0, -1), 'five')).status).toBe(400)
    const mended = await send('registerOrders', body, 'five')
    expect([mended.body, isReplayed(mended)]).toMatchObject([{ isSuccess: true }, false])
    expect((await send('registerOrders', body.slice(0, -1), 'five')).status).toBe(400)
  })

  test.each(registrations)('of %s that arrives ten times at once is registered once', async id => {
    const other = await openDatabase(database.place)
    const second = await openHarness(other, { keyring: () => harness.ring })
    const before = await count()
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, i) => send(id, bodyOf(id, `${id}-T`), 'six', i % 2 ? harness : second)),
    )
    await second.close()
    await other.close()
    expect(new Set(responses.map(response => `${response.status} ${response.text}`)).size).toBe(1)
    expect(responses[0]?.status).toBe(200)
    expect(responses.filter(isReplayed)).toHaveLength(9)
    expect(await count()).toBe(before + 1)
  })

  test('owns its key: other operations and clients may use the same one', async () => {
    const other = await issueCredentials(database.kysely, harness.ring, 'Another shop')
    for (const id of registrations) {
      expect(isReplayed(await send(id, bodyOf(id, `${id}-O`), 'seven'))).toBe(false)
      const headers = headersOf(id, ['seven'], other)
      const response = await harness.send(id, bodyOf(id, `${id}-O2`), { headers })
      expect([response.status, isReplayed(response)]).toEqual([200, false])
    }
  })

  test('that is invalid is refused; a check ignores it', async () => {
    const body = bodyOf('registerOrders', 'K-1')
    for (const key of ['', ' ', 'a b', 'x'.repeat(256), 'schlüssel', ['a', 'b']]) {
      expect([key, (await send('registerOrders', body, key)).status]).toEqual([key, 400])
    }
    expect((await send('checkOrders', body, 'a b')).status).toBe(200)
    expect((await send('registerOrders', body, `"${'x'.repeat(253)}"`)).status).toBe(200)
  })

  test('gets its response again after a power failure that followed the commit', async () => {
    const body = bodyOf('registerOrders', 'C-1', 'C-2')
    const reports: unknown[] = []
    const dying = await openHarness(database, {
      keyring: () => harness.ring,
      report: (_, error) => reports.push(error),
      database: async () => ({
        ...database,
        accept: async work => {
          await database.accept(work)
          throw new Error('power cut')
        },
      }),
    })
    expect((await send('registerOrders', body, 'eight', dying)).status).toBe(500)
    await dying.close()
    const before = await count()
    const again = await send('registerOrders', body, 'eight')
    expect([again.body, isReplayed(again)]).toMatchObject([
      { isSuccess: true, orderSuccesses: [{ mallOrderNumber: 'C-1' }, { mallOrderNumber: 'C-2' }] },
      true,
    ])
    expect(await count()).toBe(before)
    expect(reports).toHaveLength(1)
  })

  test('is registered by the next request after a power failure before the commit', async () => {
    const body = bodyOf('registerProducts', 'D-1')
    const dying = await openHarness(database, {
      keyring: () => harness.ring,
      report: () => {},
      database: async () => ({
        ...database,
        accept: work =>
          database.accept(async trx => {
            await work(trx)
            throw new Error('power cut')
          }),
      }),
    })
    const before = await count()
    expect((await send('registerProducts', body, 'nine', dying)).status).toBe(500)
    await dying.close()
    expect(await count()).toBe(before)
    expect(isReplayed(await send('registerProducts', body, 'nine'))).toBe(false)
    expect(await count()).toBe(before + 1)
  })

  test('of very many orders gets the same response in the same order', async () => {
    const numbers = Array.from({ length: 1203 }, (_, i) => `B-${1203 - i}`)
    const body = bodyOf('registerJapanOrders', ...numbers)
    const first = await send('registerJapanOrders', body, 'ten')
    expect((await send('registerJapanOrders', body, 'ten')).text).toBe(first.text)
    expect(first.text).toContain('"B-1203"')
  })

  test('is remembered for a day', async () => {
    const body = bodyOf('registerProducts', 'E-1')
    const age = async (hours: number) => {
      const at = new Date(Date.now() - hours * 3_600_000).toISOString()
      await database.kysely.updateTable('service_outcome').set({ at }).execute()
    }
    await send('registerProducts', body, 'eleven')
    await age(23.9)
    expect(isReplayed(await send('registerProducts', body, 'eleven'))).toBe(true)
    await age(24.1)
    expect(isReplayed(await send('registerProducts', body, 'eleven'))).toBe(false)
  })
})
