import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkJapanOrders } from '@/lib/contract/operations'
import { problem } from '@/lib/contract/results'
import type { Database } from '@/lib/store/db/database'
import { openPostgres } from '@/lib/store/db/postgres/postgres'
import { openHarness, type ServiceHarness } from '@/testing/service/harness'
import { sampleOrder } from '@/testing/service/samples'
import { describeDatabases } from '@/testing/store/databases'
import { plainRows } from '@/testing/store/plain-sql'
import { ConcurrencyLimiter } from './concurrency-limiter'
import { serve } from './serve'

const good = { data: [sampleOrder({ mallOrderNumber: 'A-1' })] }
const text = JSON.stringify(good)
const noLimits = {
  limits: () => ({ maxBodyBytes: Number.POSITIVE_INFINITY, idle: 5000, minRate: 1024 }),
  limiter: () => new ConcurrencyLimiter({ long: 1, short: 1 }),
  spoolDirectory: tmpdir,
}

describeDatabases('a request', openTestDatabase => {
  let harness: ServiceHarness
  beforeAll(async () => {
    harness = await openHarness(await openTestDatabase())
  })
  afterAll(() => harness.close())

  const refusal = async (body: unknown, how: Parameters<ServiceHarness['send']>[2] = {}) => {
    const response = await harness.send('registerJapanOrders', body, how)
    expect(response.headers['content-type']).toBe('application/problem+json')
    const read = problem.parse(response.body)
    expect(read.status).toBe(response.status)
    expect(JSON.stringify(response.body)).not.toMatch(/node_modules|\bat \w+ \(|SyntaxError/)
    return `${response.status} ${read.detail}`
  }
  const withType = (...types: string[]) => ({
    headers: [
      'authorization',
      `Bearer ${harness.credentials.accessToken}`,
      ...types.flatMap(t => ['content-type', t]),
    ],
  })

  test('that is not the expected JSON is refused with instructions', async () => {
    const bodies: [unknown, RegExp][] = [
      ['', /^400 .*empty/],
      ['{', /^400 .*valid JSON/],
      [text.slice(0, -3), /^400 .*valid JSON/],
      [`${text}x`, /^400 .*valid JSON/],
      ["{'data': []}", /^400 .*valid JSON/],
      ['{"data": [NaN]}', /^400 .*valid JSON/],
      ['[]', /^400 .*must be a JSON object/],
      ['null', /^400 .*must be a JSON object/],
      ['5', /^400 .*must be a JSON object/],
      ['"data"', /^400 .*must be a JSON object/],
      ['{}', /^400 .*missing/],
      ['{"data": null}', /^400 .*missing/],
      ['{"products": []}', /^400 .*missing/],
      ['{"__proto__": {"data": [1]}}', /^400 .*missing/],
      ['{"data": {}}', /^400 .*must be a list/],
      ['{"data": "x"}', /^400 .*must be a list/],
      ['{"data": []}', /^400 .*empty/],
      [`\uFEFF${text}`, /^400 .*byte order mark/],
      [Buffer.from(text.replace('A-1', '\xff'), 'latin1'), /^400 .*UTF-8/],
      [Buffer.from(text, 'utf16le'), /^400 /],
    ]
    for (const [body, expected] of bodies) expect(await refusal(body)).toMatch(expected)
  })

  test('of another kind is refused', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=euc-kr',
      'application/json; charset = utf-16',
      'application/json; charset=utf-8; charset=utf-16',
      '',
    ]) {
      expect(await refusal(text, withType(type))).toMatch(/^415 /)
    }
    expect(await refusal(text, withType())).toMatch(/^415 /)
    const zipped = withType('application/json')
    expect(await refusal(text, { headers: [...zipped.headers, 'content-encoding', 'gzip'] })).toMatch(/^415 /)
  })

  test('that names its encoding is accepted', async () => {
    for (const type of ['Application/JSON; charset="UTF-8"', 'application/json ;charset = utf-8']) {
      const response = await harness.send('checkJapanOrders', text, withType(type))
      expect([type, response.status]).toEqual([type, 200])
    }
  })

  test('that is too large is refused, with or without Content-Length', async () => {
    const large = JSON.stringify({ data: ['x'.repeat(1_000_000)] })
    expect(await refusal(large)).toMatch(/^413 /)
    expect(await refusal('', { chunks: [large.slice(0, 700_000), large.slice(700_000)] })).toMatch(/^413 /)
  })

  test('in chunks that split a character is read correctly', async () => {
    const bytes = Buffer.from(text)
    const cut = bytes.indexOf(Buffer.from('渋')) + 1
    const chunks = [bytes.subarray(0, cut), bytes.subarray(cut)]
    const response = await harness.send('checkJapanOrders', '', { chunks })
    expect(response.body).toMatchObject({ isSuccess: true, requestCount: 1 })
  })

  test('nested a hundred thousand levels deep gets a response', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    expect(await refusal(deep)).toMatch(/^400 .*must be a JSON object/)
    expect(await refusal(`{"data":${deep}}`)).toMatch(/^400 .*too deeply/)
    expect(await refusal(text.replace('"A-1"', `"A-1","x":${deep}`))).toMatch(/^400 .*too deeply/)
    const unclosed = await refusal(`{"data":${'['.repeat(400_000)}`)
    expect(unclosed).toMatch(/^400 .*valid JSON/)
  })

  test('by another method is refused', async () => {
    for (const method of ['GET', 'DELETE']) {
      const response = await harness.send('checkJapanOrders', '', { method, headers: [] })
      expect([response.status, response.headers.allow]).toEqual([405, 'POST'])
    }
  })

  test('of an unknown caller is refused before its body is read', async () => {
    let pulled = 0
    const body = new ReadableStream({
      pull(controller) {
        pulled++
        controller.enqueue(new Uint8Array(65_536))
      },
    })
    const handler = serve(checkJapanOrders, {
      database: openTestDatabase,
      keyring: () => harness.ring,
      warehouses: () => [],
      ...noLimits,
      report: () => {},
    })
    const init = { method: 'POST', body, duplex: 'half', headers: { 'content-type': 'application/json' } }
    const response = await handler(new Request('http://127.0.0.1/', init))
    expect(response.status).toBe(401)
    expect(pulled).toBeLessThan(3)
  })

  test('that hits a storage error gets only instructions and an id', async () => {
    const reported: string[] = []
    const handler = serve(checkJapanOrders, {
      database: () => Promise.reject(new Error('/secret/path is gone')),
      keyring: () => harness.ring,
      warehouses: () => [],
      ...noLimits,
      report: (id, error) => reported.push(`${id} ${error}`),
    })
    const response = await handler(new Request('http://127.0.0.1/', { method: 'POST' }))
    expect(response.status).toBe(500)
    const text = await response.text()
    expect(text).not.toContain('secret')
    expect(reported).toEqual([expect.stringContaining('/secret/path is gone')])
    expect(text).toContain(reported[0]?.split(' ')[0])
  })

  test('gets a 503 with Retry-After while the database server cannot be reached, and the error is reported', async () => {
    const reported: unknown[] = []
    // Nothing listens on this port.
    const kysely = openPostgres('postgres://lading@127.0.0.1:1/lading')
    const database = { ...(await openTestDatabase()), kysely }
    for (const open of [async () => database, () => plainRows(kysely, 'select 1').then(() => database)]) {
      const handler = serve(checkJapanOrders, {
        database: open,
        keyring: () => harness.ring,
        warehouses: () => [],
        ...noLimits,
        report: (_, error) => reported.push(error),
      })
      const headers = {
        'content-type': 'application/json',
        authorization: `Bearer ${harness.credentials.accessToken}`,
      }
      const response = await handler(
        new Request('http://127.0.0.1/', { method: 'POST', headers, body: text }),
      )
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
      expect(response.headers.get('content-type')).toBe('application/problem+json')
      const { detail } = problem.parse(await response.json())
      expect(detail).toMatch(/can’t be reached/)
    }
    expect(reported).toHaveLength(2)
    await kysely.destroy()
  })
})

describeDatabases(
  'a registration whose connection to the database breaks before the commit',
  openTestDatabase => {
    test('gets Retry-After only with an Idempotency-Key, stores nothing, and succeeds when it is repeated', async () => {
      const database = await openTestDatabase()
      if (database.dialect === 'sqlite') return
      let breaks = 1
      const write: Database['write'] = work =>
        database.write(async trx => {
          const result = await work(trx)
          if (breaks-- > 0) {
            const [own] = await plainRows(trx, 'select pg_backend_pid() as pid')
            await plainRows(database.kysely, `select pg_terminate_backend(${own?.pid})`)
          }
          return result
        })
      const report = () => {}
      const harness = await openHarness({ ...database, write, accept: write }, { report })
      const stored = async () =>
        (await database.kysely.selectFrom('service_order').select('id').execute()).length
      for (const operation of ['registerJapanOrders', 'registerOrders'] as const) {
        breaks = 1
        const before = await stored()
        const orders = { data: [1, 2].map(n => sampleOrder({ mallOrderNumber: `${operation}-${n}` })) }
        const broken = await harness.send(operation, orders)
        expect([broken.status, broken.headers['retry-after']]).toEqual([500, undefined])
        expect(problem.parse(broken.body).detail).toMatch(/may or may not have been registered/)
        breaks = 1
        const { accessToken } = harness.credentials
        const headers = [
          ...['authorization', `Bearer ${accessToken}`, 'content-type', 'application/json'],
          ...['idempotency-key', operation],
        ]
        const withKey = await harness.send(operation, orders, { headers })
        expect([withKey.status, withKey.headers['retry-after']]).toEqual([503, '5'])
        expect(await stored()).toBe(before)
        expect((await harness.send(operation, orders)).body).toMatchObject({ isSuccess: true })
        expect(await stored()).toBe(before + 2)
      }
      await harness.close()
    })
  },
)
