import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { clientRoutes, openHarness, type ServiceHarness } from '@/testing/service/harness'
import { describeDatabases, type TestDatabase } from '@/testing/store/databases'
import { plainRows } from '@/testing/store/plain-sql'
import type { Target } from './call'
import { probeIdempotency } from './probe-idempotency'

describeDatabases('the built-in service', openTestDatabase => {
  let database: TestDatabase
  let harness: ServiceHarness
  beforeAll(async () => {
    database = await openTestDatabase()
    harness = await openHarness(database, {}, clientRoutes)
  })
  afterAll(() => harness.close())

  test('honours idempotency keys, and nothing is registered by the test', async () => {
    const { accessToken, secretKey } = harness.credentials
    const baseUrl = new URL(harness.origin).origin
    const target: Target = { baseUrl, accessToken, secretKey, allowed: [baseUrl] }
    expect(await probeIdempotency(target)).toBe('honoured')
    expect(await plainRows(database.kysely, 'select * from service_order')).toEqual([])
  })
})

/** The responses of a service to the registrations of the test, by their position. */
interface FakeResponse {
  readonly status?: number
  readonly body?: string
  readonly isReplayed?: boolean
}

const refusal = '{"isSuccess":false,"orderSuccesses":[]}'
const failing = JSON.stringify({
  isSuccess: false,
  requestCount: 1,
  successCount: 0,
  failureCount: 1,
  failures: [
    {
      mallOrderNumber: 'LADING-CONNECTION-TEST',
      rowIndex: 0,
      failures: [{ errorField: 'items', errorMessage: 'no items' }],
    },
  ],
})
const passing = failing.replace(
  /"isSuccess":false.*/,
  '"isSuccess":true,"requestCount":1,"successCount":1,"failureCount":0,"failures":[]}',
)

/** A service whose response to a check is `check`, and to registrations each of `responses` in turn. */
async function stub(responses: readonly FakeResponse[], check = failing) {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const isCheck = request.url?.endsWith('/validators') === true
      const next: FakeResponse = isCheck ? { body: check } : (responses[bodies.length] ?? {})
      if (!isCheck) bodies.push(`${request.headers['idempotency-key']} ${Buffer.concat(chunks)}`)
      const { status = 200, body = refusal, isReplayed = false } = next
      const headers = {
        'content-type': 'application/json',
        ...(isReplayed && { 'idempotency-replayed': 'true' }),
      }
      response.writeHead(status, headers).end(body)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const target: Target = {
    baseUrl,
    accessToken: 'access',
    secretKey: undefined,
    allowed: [baseUrl],
  } as Target
  return { target, bodies }
}

describe('a service of another company', () => {
  const replayed: FakeResponse = { isReplayed: true }

  test('honours keys when it repeats its response and refuses another body', async () => {
    const { target, bodies } = await stub([{}, replayed, { status: 409 }])
    expect(await probeIdempotency(target)).toBe('honoured')
    expect(bodies).toHaveLength(3)
    expect(bodies[1]).toBe(bodies[0])
    expect(bodies[2]?.split(' ')[0]).toBe(bodies[0]?.split(' ')[0])
  })

  test.each<[string, readonly FakeResponse[]]>([
    ['ignores the key', [{}, {}, {}]],
    ['says of the first request already that it is repeated', [replayed, replayed, { status: 409 }]],
    ['repeats with another body', [{}, { isReplayed: true, body: `${refusal} ` }, { status: 409 }]],
    ['accepts another body under the same key', [{}, replayed, {}]],
    ['repeats its response for another body', [{}, replayed, replayed]],
    ['fails for another body', [{}, replayed, { status: 500 }]],
  ])('that %s does not honour keys', async (_, responses) => {
    expect(await probeIdempotency((await stub(responses)).target)).toBe('ignored')
  })

  test('that passes the order of the test in its check gets no registration', async () => {
    const { target, bodies } = await stub([{}, replayed, { status: 409 }], passing)
    expect(await probeIdempotency(target)).toBe('untestable')
    expect(bodies).toEqual([])
  })

  test('that registers the order of the test gets it only once', async () => {
    const accepted =
      '{"isSuccess":true,"orderSuccesses":[{"orderId":1,"mallOrderNumber":"LADING-CONNECTION-TEST"}]}'
    const { target, bodies } = await stub([{ body: accepted }])
    expect(await probeIdempotency(target)).toBe('untestable')
    expect(bodies).toHaveLength(1)
  })

  test('that is down cannot be tested', async () => {
    const { target } = await stub([])
    const unreachable = { ...target, baseUrl: 'http://127.0.0.1:9', allowed: ['http://127.0.0.1:9'] }
    expect(await probeIdempotency(unreachable)).toBe('untestable')
  })
})
