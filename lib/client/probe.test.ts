import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Scope } from '@/lib/contract/operations'
import { issueCredentials } from '@/lib/store/service/credentials'
import { clientRoutes, openHarness, type ServiceHarness } from '@/testing/service/harness'
import { describeDatabases, type TestDatabase } from '@/testing/store/databases'
import type { Target } from './call'
import { probeAccessToken, probeSecretKey } from './probe'

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const target = (baseUrl: string): Target => ({
  baseUrl,
  accessToken: 'access',
  secretKey: 'secret',
  allowed: [new URL(baseUrl).origin],
})

/** A service with a given response per path, which records its requests. */
async function stub(responses: Readonly<Record<string, readonly [status: number, body: string]>>) {
  const paths: string[] = []
  const origin = await serve((request, response) => {
    request.resume().on('end', () => {
      paths.push(`${request.url?.replace('/open-api/v1', '')} ${request.headers.authorization}`)
      const [status, text] = responses[request.url?.replace('/open-api/v1', '') ?? ''] ?? [
        404,
        'nothing here',
      ]
      response.writeHead(status, { 'content-type': 'application/json' }).end(text)
    })
  })
  return { paths, at: target(origin) }
}

const JAPAN = '/orders/japan/validators'
const GENERAL = '/orders/validators'
const PRODUCTS = '/link/products'
const failing = JSON.stringify({
  isSuccess: false,
  requestCount: 1,
  successCount: 0,
  failureCount: 1,
  failures: [
    {
      mallOrderNumber: 'LADING-CONNECTION-TEST',
      rowIndex: 0,
      failures: [{ errorField: 'items', errorMessage: '상품이 없습니다.' }],
    },
  ],
})
const passing = JSON.stringify({
  isSuccess: true,
  requestCount: 1,
  successCount: 1,
  failureCount: 0,
  failures: [],
})

describeDatabases('the built-in service', openTestDatabase => {
  let database: TestDatabase
  let harness: ServiceHarness
  beforeAll(async () => {
    database = await openTestDatabase()
    harness = await openHarness(database, {}, clientRoutes)
  })
  afterAll(() => harness.close())
  const here = (over: Partial<Target> = {}): Target => {
    const { accessToken, secretKey } = harness.credentials
    const baseUrl = new URL(harness.origin).origin
    return { baseUrl, accessToken, secretKey, allowed: [baseUrl], ...over }
  }

  test('accepts a valid token, and knows a valid key', async () => {
    expect(await probeAccessToken(here())).toMatchObject({ code: 'works', latency: expect.any(Number) })
    expect(await probeSecretKey(here())).toMatchObject({ code: 'key-known', status: 400 })
  })

  test('refuses wrong credentials', async () => {
    const wrong = here({ accessToken: 'wrong', secretKey: 'wrong' })
    expect(await probeAccessToken(wrong)).toMatchObject({ code: 'credential', status: 401 })
    expect(await probeSecretKey(wrong)).toMatchObject({ code: 'credential', status: 401 })
  })

  test('gives results that depend on the scopes of a credential', async () => {
    const only = async (scope: Scope) => {
      const { accessToken, secretKey } = await issueCredentials(
        database.kysely,
        harness.ring,
        `For ${scope}`,
        {
          scopes: [scope],
        },
      )
      return here({ accessToken, secretKey })
    }
    const catalogue = await only('products')
    expect(await probeAccessToken(catalogue)).toMatchObject({ code: 'permission', status: 403 })
    expect(await probeSecretKey(catalogue)).toMatchObject({ code: 'key-unproven' })
    const parcels = await only('orders')
    expect(await probeAccessToken(parcels)).toMatchObject({ code: 'works' })
    expect(await probeSecretKey(parcels)).toMatchObject({ code: 'permission', status: 403 })
  })

  test('stores nothing of the test', async () => {
    await probeAccessToken(here())
    await probeSecretKey(here())
    expect(await database.kysely.selectFrom('service_order').selectAll().execute()).toEqual([])
    expect(await database.kysely.selectFrom('service_product').selectAll().execute()).toEqual([])
  })
})

describe('an access token', () => {
  test('works if both checks report failures of the trial order', async () => {
    const { paths, at } = await stub({ [JAPAN]: [200, failing], [GENERAL]: [200, failing] })
    expect(await probeAccessToken(at)).toMatchObject({ code: 'works', latency: expect.any(Number) })
    expect(paths).toEqual([`${JAPAN} Bearer access`, `${GENERAL} Bearer access`])
  })

  test.each([
    ['works', 200, failing],
    ['lenient', 200, passing],
    ['odd', 200, passing.replace('"requestCount":1', '"requestCount":2')],
    ['not-api', 200, '<html>Welcome</html>'],
    ['not-api', 200, '{"hello":"world"}'],
    ['not-api', 404, '<html>Not found</html>'],
    ['not-api', 405, ''],
    ['credential', 401, ''],
    ['permission', 403, ''],
    ['turned-down', 400, '{}'],
    ['busy', 429, ''],
    ['failing', 502, '<html>Bad gateway</html>'],
    ['unexpected', 418, ''],
  ])('%s: %i %s', async (code, status, body) => {
    const { at } = await stub({ [JAPAN]: [status, body], [GENERAL]: [status, body] })
    const probe = await probeAccessToken(at)
    expect(probe).toMatchObject({ code, ...(status !== 200 && { status }) })
    expect(probe.general).toBeUndefined()
  })

  test('reports a different result for general orders, and accepts a passing general order', async () => {
    const lacking = await stub({ [JAPAN]: [200, failing] })
    expect(await probeAccessToken(lacking.at)).toMatchObject({
      code: 'works',
      general: { code: 'not-api', status: 404 },
    })
    const taking = await stub({ [JAPAN]: [200, failing], [GENERAL]: [200, passing] })
    expect((await probeAccessToken(taking.at)).general).toBeUndefined()
  })

  test('is not sent if it is missing', async () => {
    const { paths, at } = await stub({})
    expect(await probeAccessToken({ baseUrl: at.baseUrl, allowed: at.allowed })).toEqual({ code: 'none' })
    expect(await probeSecretKey({ baseUrl: at.baseUrl, allowed: at.allowed })).toEqual({ code: 'none' })
    expect(paths).toEqual([])
  })

  test('does not follow redirects', async () => {
    const canary = await stub({})
    const origin = await serve((_, response) =>
      response.writeHead(307, { location: `${canary.at.baseUrl}/open-api/v1${JAPAN}` }).end(),
    )
    expect(await probeAccessToken(target(origin))).toMatchObject({ code: 'redirect', status: 307 })
    expect(canary.paths).toEqual([])
  })

  test('reports the clock difference of the service', async () => {
    const origin = await serve((_, response) =>
      response.writeHead(401, { date: new Date(Date.now() - 600_000).toUTCString() }).end(),
    )
    const { skew } = await probeAccessToken(target(origin))
    expect(skew).toBeGreaterThan(-605_000)
    expect(skew).toBeLessThan(-595_000)
  })
})

describe('a secret key', () => {
  test.each([
    ['key-known', [400, '{}'], [200, failing]],
    ['key-unproven', [400, '{}'], [401, '{}']],
    ['key-unproven', [415, ''], [404, '']],
    ['credential', [401, ''], [200, failing]],
    ['permission', [403, ''], [200, failing]],
    ['not-api', [404, ''], [200, failing]],
    ['not-api', [200, '<html></html>'], [200, failing]],
    ['failing', [500, ''], [200, failing]],
  ] as const)(
    '%s when its operation responds with %j and the check with %j',
    async (code, products, japan) => {
      const { paths, at } = await stub({ [PRODUCTS]: products, [JAPAN]: japan })
      expect(await probeSecretKey(at)).toMatchObject({ code })
      expect(paths.every(one => one.endsWith(' secret'))).toBe(true)
    },
  )

  test('is sent with a body that cannot be read as a product', async () => {
    const bodies: string[] = []
    const origin = await serve((request, response) => {
      request.on('data', chunk => bodies.push(String(chunk)))
      request.on('end', () => response.writeHead(400).end())
    })
    await probeSecretKey(target(origin))
    expect(() => JSON.parse(bodies[0] ?? '')).toThrow()
  })
})

test.each([
  ['https://nobody.invalid', /^dns/],
  ['http://127.0.0.1:1', /^refused$/],
])('%s: %s', async (baseUrl, code) => {
  expect((await probeAccessToken(target(baseUrl))).code).toMatch(code)
})
