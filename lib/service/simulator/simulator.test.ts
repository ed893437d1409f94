import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { API_PREFIX, type OperationId, operations, registerProducts } from '@/lib/contract/operations'
import { type Rehearsal, rehearsals } from '@/lib/contract/rehearsals'
import { problem } from '@/lib/contract/results'
import { openHarness, type ServiceHarness } from '@/testing/service/harness'
import { sampleElement, sampleOrder } from '@/testing/service/samples'
import { describeDatabases, type TestDatabase } from '@/testing/store/databases'
import { simulate } from './simulator'

let count = 0
/** An order with a unique number. */
const order = (recipient: Readonly<Record<string, unknown>> = {}) => {
  const whole = sampleOrder({ mallOrderNumber: `S-${++count}` })
  return { ...whole, recipient: { ...whole.recipient, ...recipient } }
}
const numberOf = (one: ReturnType<typeof order>) => one.orderInfo.mallOrderNumber

describeDatabases('the simulator', openTestDatabase => {
  let harness: ServiceHarness
  let database: TestDatabase
  /** The simulated clock, which `sleep` advances. */
  let now = 0
  let slept: number[] = []
  const reported: unknown[] = []

  beforeAll(async () => {
    const clock = {
      now: () => now,
      sleep: async (ms: number) => {
        slept.push(ms)
        // A caller gives up before ten minutes.
        if (ms === 600_000) return new Promise<void>(() => {})
        now += ms
      },
    }
    database = await openTestDatabase()
    harness = await openHarness(
      database,
      {
        limits: () => ({ maxBodyBytes: 1e9, idle: 5000, minRate: 1024 }),
        report: (_, error) => void reported.push(error),
      },
      dependencies => {
        const handle = simulate(dependencies, clock)
        const paths = ['/simulator', '/simulator/none/open-api/v1/orders/japan', '/simulator/slow/elsewhere']
        for (const mode of rehearsals)
          for (const { path } of Object.values(operations))
            paths.push(`/simulator/${mode}${API_PREFIX}${path}`)
        return Object.fromEntries(
          paths.flatMap(path => [
            [`POST ${path}`, handle],
            [`GET ${path}`, handle],
          ]),
        )
      },
    )
  })
  beforeEach(async () => {
    await database.kysely.deleteFrom('service_product').execute()
    now += 60_000
    slept = []
  })
  afterAll(() => harness.close())

  const post = (
    mode: Rehearsal,
    operation: OperationId,
    list: readonly unknown[] | string,
    signal?: AbortSignal,
  ) => {
    const { path, list: member, auth } = operations[operation]
    const { accessToken, secretKey } = harness.credentials
    return fetch(`${harness.origin}/simulator/${mode}${API_PREFIX}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: auth.includes('bearer') ? `Bearer ${accessToken}` : secretKey,
      },
      body: typeof list === 'string' ? list : JSON.stringify({ [member]: list }),
      signal: signal ?? null,
    })
  }
  const json = async (mode: Rehearsal, operation: OperationId, list: readonly unknown[]) =>
    (await post(mode, operation, list)).json()
  const registered = async (orders: readonly ReturnType<typeof order>[]) => {
    const result = await harness.send('checkJapanOrders', { data: orders })
    return (result.body as { failureCount: number }).failureCount
  }
  const passed = (n: number) => ({
    isSuccess: true,
    requestCount: n,
    successCount: n,
    failureCount: 0,
    failures: [],
  })

  test.each(rehearsals)(
    '%s: invalid credentials and invalid JSON are refused as by the service',
    async mode => {
      const url = `${harness.origin}/simulator/${mode}${API_PREFIX}/orders/japan`
      const stranger = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'Bearer wrong' },
        body: JSON.stringify({ data: [order()] }),
      })
      expect(stranger.status).toBe(401)
      expect(problem.parse(await stranger.json()).detail).toContain('Credentials')
      const broken = await post(mode, 'registerJapanOrders', '{"data": [')
      expect(broken.status).toBe(400)
      expect((await fetch(url)).status).toBe(405)
    },
  )

  test('unknown paths get the same problem as from the service', async () => {
    for (const path of ['', '/none/open-api/v1/orders/japan', '/slow/elsewhere']) {
      const response = await fetch(`${harness.origin}/simulator${path}`, { method: 'POST' })
      expect(problem.parse(await response.json()).status).toBe(404)
    }
  })

  test('slow: the real response arrives seconds later', async () => {
    expect(await json('slow', 'checkJapanOrders', [order()])).toEqual(passed(1))
    expect(slept).toEqual([2000, 2000])
  })

  test('busy: asks to wait, and serves callers that have waited', async () => {
    const orders = [order()]
    const first = await post('busy', 'registerJapanOrders', orders)
    expect([first.status, first.headers.get('retry-after')]).toEqual([429, '3'])
    expect(problem.parse(await first.json()).detail).toContain('Retry-After')
    expect(await registered(orders)).toBe(0)
    now += 3000
    expect(await json('busy', 'registerJapanOrders', orders)).toMatchObject({ isSuccess: true })
    expect(await registered(orders)).toBe(1)
  })

  test('bad-gateway: responds with an error page without reaching the service', async () => {
    const orders = [order()]
    for (const operation of ['checkJapanOrders', 'registerJapanOrders'] as const) {
      const response = await post('bad-gateway', operation, orders)
      expect([response.status, response.headers.get('content-type')]).toEqual([502, 'text/html'])
      expect(await response.text()).toContain('<h1>502 Bad Gateway</h1>')
    }
    expect(await registered(orders)).toBe(0)
  })

  test('times-out: orders are registered, but the caller waits in vain', async () => {
    const orders = [order()]
    expect(await json('times-out', 'checkJapanOrders', orders)).toEqual(passed(1))
    const stop = new AbortController()
    const waiting = post('times-out', 'registerJapanOrders', orders, stop.signal)
    await expect.poll(() => slept).toEqual([600_000])
    expect(await registered(orders)).toBe(1)
    stop.abort()
    await expect(waiting).rejects.toThrow('aborted')
  })

  test('unauthorized: a registration is refused like an expired credential, a check is not', async () => {
    const orders = [order()]
    expect(await json('unauthorized', 'checkJapanOrders', orders)).toEqual(passed(1))
    const response = await post('unauthorized', 'registerJapanOrders', orders)
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="Lading", error="invalid_token"',
    ])
    expect(problem.parse(await response.json()).detail).toContain('expired')
    expect(await registered(orders)).toBe(0)
    expect((await post('unauthorized', 'registerProducts', products(1))).status).toBe(401)
    expect(await storedProducts()).toEqual([])
  })

  test('too-large: requests of more than two entries are refused', async () => {
    const orders = [order(), order(), order()]
    for (const operation of ['checkJapanOrders', 'registerJapanOrders'] as const) {
      const response = await post('too-large', operation, orders)
      expect(response.status).toBe(413)
      expect(problem.parse(await response.json()).detail).toContain('2 entries')
    }
    expect(await registered(orders)).toBe(0)
    expect((await post('too-large', 'registerProducts', products(3))).status).toBe(413)
    expect(await storedProducts()).toEqual([])
    expect(await json('too-large', 'checkJapanOrders', orders.slice(1))).toEqual(passed(2))
    expect(await json('too-large', 'registerJapanOrders', orders.slice(1))).toMatchObject({ isSuccess: true })
    expect(await registered(orders)).toBe(2)
  })

  test('foreign-number: all orders are registered, and the response names the last one by a number that was not sent', async () => {
    const orders = [order(), order()]
    expect(await json('foreign-number', 'checkJapanOrders', orders)).toEqual(passed(2))
    const response = await json('foreign-number', 'registerJapanOrders', orders)
    expect(response.isSuccess).toBe(true)
    expect(response.orderSuccesses.map((one: { mallOrderNumber: string }) => one.mallOrderNumber)).toEqual([
      orders[0] && numberOf(orders[0]),
      'FOREIGN-0042',
    ])
    expect(await registered(orders)).toBe(2)
    const refused = await json('foreign-number', 'registerJapanOrders', [order({ zipCode: 5 })])
    expect(refused).toEqual({ isSuccess: false, orderSuccesses: [] })
  })

  test('foreign-number: the response names one of the products by an id that was not sent', async () => {
    expect(await json('foreign-number', 'registerProducts', products(2))).toMatchObject({
      successCount: 1,
      failureCount: 1,
      failures: [{ shopProductId: 'FOREIGN-0042' }],
    })
    expect(await storedProducts()).toEqual(['P-0', 'P-1'])
    const invalid = [{ shopProductId: 'X' }, { shopProductId: 'Y' }]
    expect(await json('foreign-number', 'registerProducts', invalid)).toMatchObject({
      successCount: 0,
      failureCount: 2,
      failures: [{ shopProductId: 'X' }, { shopProductId: 'FOREIGN-0042' }],
    })
  })

  test('refuses: the check finds no failure, but the registration is refused', async () => {
    const orders = [order(), order()]
    expect(await json('refuses', 'checkJapanOrders', orders)).toEqual(passed(2))
    expect(await json('refuses', 'registerJapanOrders', orders)).toEqual({
      isSuccess: false,
      orderSuccesses: [],
    })
    expect(await registered(orders)).toBe(0)
  })

  test('refuses-some: a registration with an order whose number ends in 7 is refused as a whole, without a reason', async () => {
    const numbered = (mallOrderNumber: string) => sampleOrder({ mallOrderNumber })
    const [good, marked] = [numbered('some-6'), numbered('some-7')]
    expect(await json('refuses-some', 'checkJapanOrders', [good, marked])).toEqual(passed(2))
    expect(await json('refuses-some', 'registerJapanOrders', [good, marked])).toEqual({
      isSuccess: false,
      orderSuccesses: [],
    })
    expect(await json('refuses-some', 'registerJapanOrders', [good])).toMatchObject({ isSuccess: true })
  })

  test('refuses: no product is accepted, and no reason is given', async () => {
    const products = [{ shopProductId: 'P-1' }, { shopProductId: 7 }, null]
    expect(await json('refuses', 'registerProducts', products)).toEqual({
      successCount: 0,
      failureCount: 3,
      failures: ['P-1', '', ''].map(shopProductId => ({ shopProductId, errorCode: '', message: '' })),
    })
  })

  const products = (count: number) =>
    Array.from({ length: count }, (_, at) => sampleElement(registerProducts, `P-${at}`))
  const storedProducts = async () => {
    const rows = await database.kysely.selectFrom('service_product').select('shop_product_id').execute()
    return rows.map(row => row.shop_product_id).sort()
  }

  test('half: all products are registered, and half of each count is reported', async () => {
    const response = await json('half', 'registerProducts', [...products(5), { shopProductId: 'X' }])
    expect(response).toEqual({ successCount: 2, failureCount: 0, failures: [] })
    expect(await storedProducts()).toEqual(['P-0', 'P-1', 'P-2', 'P-3', 'P-4'])
  })

  test('drops: the products are registered, and the connection breaks within the response', async () => {
    const response = await post('drops', 'registerProducts', products(2))
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow('terminated')
    expect(await storedProducts()).toEqual(['P-0', 'P-1'])
  })

  test('unknown-names: the first product and failing ones are refused with an unknown code', async () => {
    const list = [...products(2), { shopProductId: 'X' }]
    expect(await json('unknown-names', 'registerProducts', list)).toMatchObject({
      successCount: 1,
      failureCount: 2,
      failures: ['P-0', 'X'].map(shopProductId => ({ shopProductId, errorCode: 'E_0042' })),
    })
    expect(await storedProducts()).toEqual(['P-1'])
  })

  test('unknown-names: a key that was sent with another body is still refused', async () => {
    const { path } = operations.registerProducts
    const send = (id: string) =>
      fetch(`${harness.origin}/simulator/unknown-names${API_PREFIX}${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: harness.credentials.secretKey,
          'idempotency-key': 'products',
        },
        body: JSON.stringify({ products: [sampleElement(registerProducts, id)] }),
      })
    expect((await send('P-1')).status).toBe(200)
    expect((await send('P-2')).status).toBe(409)
  })

  test('drops, half and others: a request that is repeated with its key gets the whole first response, and nothing is registered twice', async () => {
    const body = JSON.stringify({ data: [order(), order()] })
    const send = (path: string) =>
      fetch(`${harness.origin}${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${harness.credentials.accessToken}`,
          'idempotency-key': 'once',
        },
        body,
      })
    const { path } = operations.registerJapanOrders
    await expect((await send(`/simulator/drops${API_PREFIX}${path}`)).text()).rejects.toThrow('terminated')
    const again = await send(`/simulator/half${API_PREFIX}${path}`)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    const whole = await again.json()
    expect(whole.orderSuccesses).toHaveLength(2)
    for (const mode of ['foreign-number', 'times-out'] as const)
      expect(await (await send(`/simulator/${mode}${API_PREFIX}${path}`)).json()).toEqual(whole)
    expect(await registered(JSON.parse(body).data)).toBe(2)
  })

  test('bad-gateway: a request that is repeated with its key reaches the service', async () => {
    const orders = [order()]
    const send = () =>
      fetch(`${harness.origin}/simulator/bad-gateway${API_PREFIX}${operations.registerJapanOrders.path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${harness.credentials.accessToken}`,
          'idempotency-key': 'lost-once',
        },
        body: JSON.stringify({ data: orders }),
      })
    expect((await send()).status).toBe(502)
    expect(await registered(orders)).toBe(0)
    expect(await (await send()).json()).toMatchObject({ isSuccess: true })
    expect(await registered(orders)).toBe(1)
  })

  test('half: all orders are registered and half of them reported', async () => {
    const orders = [order(), order(), order()]
    const response = await json('half', 'registerJapanOrders', orders)
    expect(response.isSuccess).toBe(true)
    expect(response.orderSuccesses.map((one: { mallOrderNumber: string }) => one.mallOrderNumber)).toEqual(
      orders.slice(0, 1).map(numberOf),
    )
    expect(await registered(orders)).toBe(3)
  })

  test('half: a check reports half of the orders', async () => {
    const orders = [order({ zipCode: 5 }), order(), order(), order({ zipCode: 5 })]
    expect(await json('half', 'checkJapanOrders', orders)).toMatchObject({
      isSuccess: false,
      requestCount: 2,
      successCount: 1,
      failureCount: 1,
      failures: [{ rowIndex: 0 }],
    })
  })

  test.each([2, 3000])(
    'drops: %d orders are registered, and the connection breaks within the response',
    async count => {
      const orders = Array.from({ length: count }, () => order())
      expect(await json('drops', 'checkJapanOrders', orders)).toEqual(passed(count))
      const response = await post('drops', 'registerJapanOrders', orders)
      expect(response.status).toBe(200)
      const seen: string[] = []
      const reading = async () => {
        for await (const chunk of response.body ?? []) seen.push(Buffer.from(chunk).toString())
      }
      await expect(reading()).rejects.toThrow('terminated')
      expect(seen.join('')).toMatch(/^\{"isSuccess":true,"orderSuccesses":\[\{"orderId":\d+,"mall/)
      expect(seen.join('')).not.toContain(']')
      expect(await registered(orders)).toBe(count)
      expect(reported).toEqual([])
    },
  )

  const failing = async (mode: Rehearsal) => {
    const wrong = { ...order({ zipCode: 5, name: undefined }), warehouseId: 'x' }
    const result = await json(mode, 'checkJapanOrders', [order(), order(), wrong])
    expect(result).toMatchObject({ isSuccess: false, requestCount: 3, successCount: 1, failureCount: 2 })
    return result.failures.map((one: { rowIndex: number; failures: { errorField: string }[] }) => [
      one.rowIndex,
      ...one.failures.map(failure => failure.errorField),
    ])
  }

  test('bare-names: fields have only the last part of their name, and the first order fails', async () => {
    expect(await failing('bare-names')).toEqual([
      [0, 'name'],
      [2, 'warehouseId', 'name', 'zipCode'],
    ])
  })

  test('unknown-names: fields are called by a name that no field has, and the first order fails', async () => {
    expect(await failing('unknown-names')).toEqual([
      [0, 'FIELD_0042'],
      [2, 'FIELD_0042', 'FIELD_0042', 'FIELD_0042'],
    ])
  })

  test.each(['bare-names', 'unknown-names'] as const)(
    '%s: an order that fails anyway is reported once',
    async mode => {
      const { mallOrderNumber } = order().orderInfo
      const wrong = { ...order({ zipCode: 5 }), orderInfo: { ...order().orderInfo, mallOrderNumber } }
      const result = await json(mode, 'checkJapanOrders', [wrong])
      expect(result).toMatchObject({ successCount: 0, failureCount: 1, failures: [{ mallOrderNumber }] })
      expect(result.failures[0].failures).toHaveLength(2)
    },
  )

  test('a body above its size limit is refused', async () => {
    const response = await post('slow', 'checkJapanOrders', `{"data": [${' '.repeat(17e6)}{}]}`)
    expect(response.status).toBe(413)
  })
})
