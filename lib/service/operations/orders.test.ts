import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registrationResult, validationResult } from '@/lib/contract/results'
import { issueCredentials } from '@/lib/store/service/credentials'
import { openHarness, type ServiceHarness } from '@/testing/service/harness'
import { sampleOrder } from '@/testing/service/samples'
import { describeDatabases, type TestDatabase } from '@/testing/store/databases'

const orders = (...numbers: string[]) => numbers.map(mallOrderNumber => sampleOrder({ mallOrderNumber }))

describeDatabases('orders to Japan', openTestDatabase => {
  let database: TestDatabase
  let harness: ServiceHarness
  beforeAll(async () => {
    database = await openTestDatabase()
    harness = await openHarness(database, { warehouses: () => ['1', '9007199254740993'] })
  })
  afterAll(() => harness.close())

  const check = async (data: unknown) => {
    const response = await harness.send('checkJapanOrders', typeof data === 'string' ? data : { data })
    expect(response.status).toBe(200)
    return validationResult.parse(response.body)
  }
  const register = async (data: unknown) => {
    const response = await harness.send('registerJapanOrders', typeof data === 'string' ? data : { data })
    expect(response.status).toBe(200)
    return registrationResult.parse(response.body)
  }
  const stored = () =>
    database.kysely.selectFrom('service_order').selectAll().orderBy('registered_at').orderBy('id').execute()
  const fieldsOf = async (data: unknown) =>
    (await check(data)).failures.map(order => [order.rowIndex, ...order.failures.map(f => f.errorField)])

  test('that are valid pass a check, and nothing is stored', async () => {
    expect(await check(orders('C-1', 'C-2'))).toEqual({
      isSuccess: true,
      requestCount: 2,
      successCount: 2,
      failureCount: 0,
      failures: [],
    })
    expect(await stored()).toEqual([])
  })

  test('are reported by position and number, every failing field with an instruction', async () => {
    const [good, bad] = orders('C-1', 'C-2')
    const result = await check([
      good,
      { ...bad, recipient: { ...bad?.recipient, zipCode: 1500041, name: 'x'.repeat(51) }, items: [] },
      'no order',
      null,
    ])
    expect(result).toMatchObject({ isSuccess: false, requestCount: 4, successCount: 1, failureCount: 3 })
    expect(result.failures).toEqual([
      {
        mallOrderNumber: 'C-2',
        rowIndex: 1,
        failures: [
          {
            errorField: 'recipient.name',
            errorMessage: 'Too long (51 characters). Use 50 or fewer.',
          },
          { errorField: 'recipient.zipCode', errorMessage: expect.stringContaining('text') },
          { errorField: 'items', errorMessage: 'Add at least one item.' },
        ],
      },
      {
        mallOrderNumber: '',
        rowIndex: 2,
        failures: [{ errorField: 'order', errorMessage: expect.stringContaining('Must be an object') }],
      },
      {
        mallOrderNumber: '',
        rowIndex: 3,
        failures: [{ errorField: 'order', errorMessage: expect.any(String) }],
      },
    ])
  })

  test('keep their positions across the turns of a large request', async () => {
    const many = orders(...Array.from({ length: 600 }, (_, i) => `M-${i}`))
    const data = many.map((order, i) => (i % 200 === 199 ? { ...order, sender: undefined } : order))
    expect(await fieldsOf(data)).toEqual([199, 399, 599].map(row => [row, 'sender']))
  })

  test('with an unknown warehouse fail at its field', async () => {
    const [order] = orders('C-1')
    expect(await fieldsOf([{ ...order, warehouseId: 2 }])).toEqual([[0, 'warehouseId']])
  })

  test('with a warehouse of 64 bits are compared digit by digit', async () => {
    const withWarehouse = (id: string) =>
      JSON.stringify({ data: orders('C-1') }).replace('"warehouseId":1', `"warehouseId":${id}`)
    expect((await check(withWarehouse('9007199254740993'))).isSuccess).toBe(true)
    expect((await check(withWarehouse('9007199254740992'))).isSuccess).toBe(false)
    const failure = (await check(withWarehouse('9223372036854775807'))).failures[0]?.failures[0]
    expect(failure?.errorMessage).toContain('9223372036854775807')
    for (const id of ['9223372036854775808', '1.5', '"1"', '1e400', 'true']) {
      expect((await check(withWarehouse(id))).failures[0]?.failures).toMatchObject([
        { errorField: 'warehouseId' },
      ])
    }
  })

  test('with very many items are reported up to the first thousand with failures', async () => {
    const [order] = orders('C-1')
    const items = Array.from({ length: 2500 }, () => ({ ...order?.items[0] }))
    expect(await fieldsOf([{ ...order, items }])).toEqual([])
    const failing = items.map((item, i) => (i === 1203 || i === 2400 ? { ...item, price: 'x' } : item))
    const both = ['items[1203].price', 'items[2400].price']
    expect(await fieldsOf([{ ...order, items: failing }])).toEqual([[0, ...both]])
    // A failure of the order itself hides no item, and is reported once.
    expect(await fieldsOf([{ ...order, sender: 1, items: failing }])).toEqual([[0, 'sender', ...both]])
    const manyFailing = items.map((item, i) => (i < 700 ? item : { ...item, price: 'x' }))
    const [[, ...reported] = []] = await fieldsOf([{ ...order, items: manyFailing }])
    expect([reported.length, reported.at(-1)]).toEqual([1000, 'items[1699].price'])
    expect((await fieldsOf([{ ...order, items: Array(300_000).fill({}) }]))[0]?.[1]).toBe('items[0].name')
  })

  test('with a repeated number fail at the later one', async () => {
    expect(await fieldsOf(orders('D-1', 'D-2', 'D-1'))).toEqual([[2, 'orderInfo.mallOrderNumber']])
    expect(await register(orders('D-1', 'D-2', 'D-1'))).toEqual({ isSuccess: false, orderSuccesses: [] })
  })

  test('have a number that databases store unchanged', async () => {
    for (const number of ['a\0b', 'a\ud800b']) {
      expect(await fieldsOf(orders(number))).toEqual([[0, 'orderInfo.mallOrderNumber']])
    }
    expect((await check(orders('👨‍👩‍👧', '', ' ', "'; drop table service_order; --"))).isSuccess).toBe(true)
  })

  describe('registered', () => {
    test('get ids in the order of the request, and are stored completely', async () => {
      const before = (await stored()).length
      const body = JSON.stringify({
        data: [
          { ...orders('R-1')[0], remark: { big: 1, note: '\0 \ud800 "quoted"', list: [null, 1.5, true] } },
          orders('R-2')[0],
        ],
      })
        .replace('"big":1', '"big":9007199254740993')
        .replace('"warehouseId":1', '"warehouseId":9007199254740993')
      const result = await register(body)
      expect(result.isSuccess).toBe(true)
      expect(result.orderSuccesses.map(order => order.mallOrderNumber)).toEqual(['R-1', 'R-2'])
      const [first, second] = result.orderSuccesses.map(order => BigInt(order.orderId))
      expect(second).toBe((first ?? 0n) + 1n)
      const rows = (await stored()).slice(before)
      expect(rows.map(row => row.id)).toEqual([String(first), String(second)])
      expect(rows.map(row => `{"data":[${row.body}`)[0]).toBe(
        body.slice(0, `{"data":[${rows[0]?.body}`.length),
      )
      expect(rows[0]?.body).toContain('"big":9007199254740993')
    })

    test('of a request are registered all or none', async () => {
      const before = await stored()
      const [good, bad] = orders('N-1', 'N-2')
      const result = await register([good, { ...bad, warehouseId: 2 }])
      expect(result).toEqual({ isSuccess: false, orderSuccesses: [] })
      expect(await stored()).toEqual(before)
      expect((await register([good])).isSuccess).toBe(true)
    })

    test('are not registered a second time, which a check reports', async () => {
      expect((await register(orders('S-1'))).isSuccess).toBe(true)
      expect(await register(orders('S-0', 'S-1'))).toEqual({ isSuccess: false, orderSuccesses: [] })
      const [failure] = (await check(orders('S-1'))).failures
      expect(failure?.failures[0]?.errorMessage).toContain('already registered')
      expect((await check(orders('S-0'))).isSuccess).toBe(true)
    })

    test('of one client are independent of those of another', async () => {
      expect((await register(orders('T-1'))).isSuccess).toBe(true)
      const { accessToken } = await issueCredentials(database.kysely, harness.ring, 'Another shop')
      const headers = ['authorization', `Bearer ${accessToken}`, 'content-type', 'application/json']
      const response = await harness.send('registerJapanOrders', { data: orders('T-1') }, { headers })
      expect(response.body).toMatchObject({ isSuccess: true })
    })

    test('once, when ten requests arrive at the same time', async () => {
      const results = await Promise.all(Array.from({ length: 10 }, () => register(orders('P-1', 'P-2'))))
      expect(results.filter(result => result.isSuccess)).toHaveLength(1)
      expect((await stored()).filter(row => row.mall_order_number === 'P-1')).toHaveLength(1)
    })

    test('in a request of more rows than one statement takes, without a number twice', async () => {
      const numbers = Array.from({ length: 1203 }, (_, i) => `B-${i}`)
      const large = await openHarness(database, {
        limits: () => ({ maxBodyBytes: 10_000_000, idle: 5000, minRate: 1024 }),
      })
      const response = await large.send('registerJapanOrders', { data: orders(...numbers) })
      await large.close()
      const { orderSuccesses } = registrationResult.parse(response.body)
      expect(orderSuccesses.map(order => order.mallOrderNumber)).toEqual(numbers)
      expect(new Set(orderSuccesses.map(order => order.orderId)).size).toBe(1203)
    })
  })
})
