import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OperationId, operations } from '@/lib/contract/operations'
import { registrationResult, validationResult } from '@/lib/contract/results'
import { openHarness, type ServiceHarness } from '@/testing/service/harness'
import { sampleElement } from '@/testing/service/samples'
import { describeDatabases, type TestDatabase } from '@/testing/store/databases'

/** The smallest valid general order. */
const bare = (mallOrderNumber: string, own: object = {}) => ({
  orderInfo: { mallOrderNumber },
  recipient: {},
  sender: {},
  packageInfo: {},
  items: [],
  ...own,
})

describeDatabases('general orders', openTestDatabase => {
  let database: TestDatabase
  let harness: ServiceHarness
  beforeAll(async () => {
    database = await openTestDatabase()
    harness = await openHarness(database, { warehouses: () => ['1', '9223372036854775807'] })
  })
  afterAll(() => harness.close())

  const send = async (operation: OperationId, body: unknown) => {
    const response = await harness.send(operation, Array.isArray(body) ? { data: body } : body)
    expect([response.status, response.body]).toEqual([200, expect.any(Object)])
    return response.body
  }
  const register = async (body: unknown, operation: OperationId = 'registerOrders') =>
    registrationResult.parse(await send(operation, body)).isSuccess
  const failing = async (body: unknown, operation: OperationId = 'checkOrders') =>
    validationResult
      .parse(await send(operation, body))
      .failures.map(order => [order.rowIndex, ...order.failures.map(failure => failure.errorField)])
  const stored = (number: string) =>
    database.kysely
      .selectFrom('service_order')
      .select(['variant', 'body'])
      .where('mall_order_number', '=', number)
      .executeTakeFirstOrThrow()

  test('need only their objects and a number: no limit and no list of values is invented', async () => {
    expect(
      await failing([bare('G-1'), bare('G-2', { warehouseId: null, recipient: { name: null } })]),
    ).toEqual([])
    const wide = {
      orderInfo: {
        mallOrderNumber: 'G-3',
        carrier: 'x'.repeat(3000),
        incoterms: 'ABC',
        exportPurpose: 'gift',
      },
      recipient: { country: 'Atlantis', name: '山'.repeat(3000), zipCode: '' },
      packageInfo: { serviceType: 'anything', quantity: 2147483647 },
      items: [{ currency: 'XYZ', name: 'x'.repeat(3000), itemUrl: 'x'.repeat(9000) }, {}],
    }
    expect(await failing([bare('G-3', wide)])).toEqual([])
    expect(await register([bare('G-3', wide)])).toBe(true)
    expect(await stored('G-3')).toEqual({ variant: 'general', body: JSON.stringify(bare('G-3', wide)) })
    expect(await failing([{}])).toEqual([[0, 'orderInfo', 'recipient', 'sender', 'packageInfo', 'items']])
    expect(await failing([bare('x', { orderInfo: {} })])).toEqual([[0, 'orderInfo.mallOrderNumber']])
  })

  test('fail with a wrong type', async () => {
    const wrong = bare('G-4', {
      warehouseId: '1',
      recipient: { zipCode: 98101 },
      packageInfo: { quantity: 1.5, actualWeight: '0.8' },
      items: [{}, { price: '12.5' }, 'x'],
    })
    expect(await failing([bare('G-5'), wrong])).toEqual([
      [
        1,
        'warehouseId',
        'recipient.zipCode',
        'packageInfo.actualWeight',
        'packageInfo.quantity',
        'items[1].price',
        'items[2]',
      ],
    ])
    expect(await register([bare('G-5'), wrong])).toBe(false)
  })

  test('accept incoterms and the purpose only in checks, not in registrations', async () => {
    const order = bare('G-6', { orderInfo: { mallOrderNumber: 'G-6', incoterms: 1, exportPurpose: false } })
    expect(await failing([order])).toEqual([[0, 'orderInfo.incoterms', 'orderInfo.exportPurpose']])
    expect(await register([order])).toBe(true)
  })

  test('share their numbers with orders to Japan', async () => {
    const japan = sampleElement(operations.registerJapanOrders, 'V-1')
    expect(await register([japan], 'registerJapanOrders')).toBe(true)
    expect(await failing([bare('V-1')])).toEqual([[0, 'orderInfo.mallOrderNumber']])
    expect(await register([bare('V-1')])).toBe(false)
    expect(await register([bare('V-2')])).toBe(true)
    const again = sampleElement(operations.checkJapanOrders, 'V-2')
    expect(await failing([again], 'checkJapanOrders')).toEqual([[0, 'orderInfo.mallOrderNumber']])
    expect((await stored('V-1')).variant).toBe('japan')
  })

  test('need no warehouse; an unknown one fails', async () => {
    expect(await failing([bare('W-1'), bare('W-2', { warehouseId: 2 })])).toEqual([[1, 'warehouseId']])
  })

  test('have a number of up to 500 characters, which is what can be stored', async () => {
    expect(await failing([bare('🚢'.repeat(500)), bare('x'.repeat(501)), bare('a\0')])).toEqual([
      [1, 'orderInfo.mallOrderNumber'],
      [2, 'orderInfo.mallOrderNumber'],
    ])
    expect(await register([bare('🚢'.repeat(500))])).toBe(true)
    expect(await register([bare('y'.repeat(501))])).toBe(false)
  })

  const variants = [
    ['checkOrders', 'registerOrders'],
    ['checkJapanOrders', 'registerJapanOrders'],
  ] as const
  test.each(variants)(
    'of %s and %s: the largest warehouse of 64 bits is kept to its last digit',
    async (check, registration) => {
      const body = (number: string, id: string) =>
        JSON.stringify({ data: [sampleElement(operations[registration], number)] }).replace(
          '"warehouseId":1',
          `"warehouseId":${id}`,
        )
      const largest = body(`${check}-1`, '9223372036854775807')
      expect(await failing(body(`${check}-1`, '9223372036854775808'), check)).toEqual([[0, 'warehouseId']])
      expect(await register(body(`${check}-1`, '9223372036854775808'), registration)).toBe(false)
      expect(await failing(largest, check)).toEqual([])
      expect(await register(largest, registration)).toBe(true)
      expect(`{"data":[${(await stored(`${check}-1`)).body}]}`).toBe(largest)
    },
  )
})
