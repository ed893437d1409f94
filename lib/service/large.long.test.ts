import { once } from 'node:events'
import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { operations } from '@/lib/contract/operations'
import { problem, registrationResult, validationResult } from '@/lib/contract/results'
import { issueCredentials } from '@/lib/store/service/credentials'
import { openHarness, type ServiceHarness } from '@/testing/service/harness'
import { sampleOrder } from '@/testing/service/samples'
import { describeDatabases, type TestDatabase } from '@/testing/store/databases'
import { ConcurrencyLimiter } from './concurrency-limiter'

/** Only Linux shows which files a process holds. */
const SEES_FILES = existsSync('/proc/self/fd')
/** Orders as JSON, so many that neither the orders nor the response fits into memory. */
const MANY = 7_000
const IN_MEMORY = 2 * 1024 * 1024

describeDatabases('a large request', openTestDatabase => {
  let database: TestDatabase
  let harness: ServiceHarness
  let spoolDirectory: string
  const limiter = new ConcurrencyLimiter({ long: 4, short: 4 })
  beforeAll(async () => {
    database = await openTestDatabase()
    spoolDirectory = await mkdtemp(join(tmpdir(), 'lading-spool-'))
    harness = await openHarness(database, {
      limits: () => ({ maxBodyBytes: Number.POSITIVE_INFINITY, idle: 300, minRate: 1024 }),
      limiter: () => limiter,
      spoolDirectory: () => spoolDirectory,
    })
  })
  afterAll(async () => {
    await harness.close()
    await rm(spoolDirectory, { recursive: true })
  })
  afterEach(async () => {
    await expect.poll(() => openSpools(spoolDirectory)).toEqual([])
    expect(readdirSync(spoolDirectory)).toEqual([])
    // All slots are released in any case.
    expect((await harness.send('checkJapanOrders', { data: [] })).status).toBe(400)
  })

  const order = (number: string) => JSON.stringify(sampleOrder({ mallOrderNumber: number }))
  const [head, tail] = order('NUMBER').split('NUMBER')
  const body = (prefix: string, change: (json: string, row: number) => string = json => json) => {
    const rows = Array.from({ length: MANY }, (_, row) => change(`${head}${prefix}-${row}${tail}`, row))
    return Buffer.from(`{"data":[${rows.join(',')}]}`)
  }
  /** An order with four failures. */
  const damage = (json: string) => json.replace(/"DDP"|"JP"|"KRW"|"KR"/g, '"🚢"')
  const headers = () => ({
    authorization: `Bearer ${harness.credentials.accessToken}`,
    'content-type': 'application/json',
  })
  const stored = async () => {
    const { count } = database.kysely.fn
    const row = await database.kysely
      .selectFrom('service_order')
      .select(count('id').as('n'))
      .executeTakeFirst()
    return Number(row?.n)
  }

  test('reports every failing order, however many there are', async () => {
    const bytes = body('A', damage)
    const response = await harness.send('checkJapanOrders', bytes)
    expect(Math.min(bytes.length, response.text.length)).toBeGreaterThan(IN_MEMORY)
    const result = validationResult.parse(response.body)
    expect([result.isSuccess, result.requestCount, result.failureCount]).toEqual([false, MANY, MANY])
    expect(result.failures.map(failure => failure.mallOrderNumber)).toEqual(
      Array.from({ length: MANY }, (_, row) => `A-${row}`),
    )
    expect(result.failures.every((failure, row) => failure.rowIndex === row)).toBe(true)
  })

  test('of so many empty objects that their errors would take gigabytes is refused before it is read', async () => {
    const bytes = Buffer.from(`{"data":[${'{},'.repeat(6_000_000)}{}]}`)
    const response = await harness.send('checkJapanOrders', bytes)
    expect([response.status, problem.parse(response.body).detail]).toEqual([
      413,
      expect.stringMatching(/too many errors/),
    ])
  })

  test('of fewer empty objects is reported completely', async () => {
    const response = await harness.send('checkJapanOrders', `{"data":[${'{},'.repeat(9_999)}{}]}`)
    expect(validationResult.parse(response.body).failures).toHaveLength(10_000)
  })

  test('with a number that is repeated much later fails there', async () => {
    const response = await harness.send(
      'checkJapanOrders',
      body('B', (json, row) => (row === MANY - 1 ? json.replace(`B-${row}`, 'B-3') : json)),
    )
    const { failures } = validationResult.parse(response.body)
    expect(failures).toMatchObject([{ rowIndex: MANY - 1, mallOrderNumber: 'B-3' }])
  })

  test('is registered completely, and its response names every order', async () => {
    const before = await stored()
    const response = await harness.send('registerJapanOrders', body('C'))
    const { isSuccess, orderSuccesses } = registrationResult.parse(response.body)
    expect(isSuccess).toBe(true)
    expect(orderSuccesses.map(success => success.mallOrderNumber)).toEqual(
      Array.from({ length: MANY }, (_, row) => `C-${row}`),
    )
    expect(new Set(orderSuccesses.map(success => success.orderId)).size).toBe(MANY)
    expect(await stored()).toBe(before + MANY)
    const last = orderSuccesses.at(-1)
    const row = await database.kysely
      .selectFrom('service_order')
      .select(['body', 'mall_order_number'])
      .where('id', '=', String(last?.orderId))
      .executeTakeFirst()
    expect(row).toEqual({ body: order(`C-${MANY - 1}`), mall_order_number: `C-${MANY - 1}` })
  })

  test.each([
    ['ends too early', (bytes: Buffer) => bytes.subarray(0, -1)],
    ['goes on after its end', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from(']')])],
    ['breaks off in its last order', (bytes: Buffer) => bytes.subarray(0, -40)],
  ])('that %s is refused and leaves nothing behind', async (_, broken) => {
    const before = await stored()
    for (const operation of ['registerJapanOrders', 'checkJapanOrders'] as const) {
      const response = await harness.send(operation, broken(body('D')))
      expect([response.status, problem.parse(response.body).detail]).toEqual([
        400,
        expect.stringContaining('valid JSON'),
      ])
    }
    expect(await stored()).toBe(before)
  })

  test('whose last order is already registered, or invalid, leaves nothing behind', async () => {
    await harness.send('registerJapanOrders', { data: [sampleOrder({ mallOrderNumber: `E-${MANY - 1}` })] })
    const before = await stored()
    const bad = body('F', (json, row) => (row === MANY - 1 ? json.replace('"DDP"', '"DDX"') : json))
    for (const bytes of [body('E'), bad]) {
      const response = await harness.send('registerJapanOrders', bytes)
      expect(response.body).toEqual({ isSuccess: false, orderSuccesses: [] })
    }
    expect(await stored()).toBe(before)
  })

  test('whose caller disconnects half-way leaves nothing behind', async () => {
    const before = await stored()
    const bytes = body('G')
    const outgoing = request(`${harness.origin}${operations.registerJapanOrders.path}`, {
      method: 'POST',
      headers: { ...headers(), 'content-length': bytes.length },
    })
    outgoing.on('error', () => {})
    await new Promise<void>(resolve =>
      outgoing.write(bytes.subarray(0, bytes.length - 5000), () => resolve()),
    )
    if (SEES_FILES) await expect.poll(() => openSpools(spoolDirectory)).not.toEqual([])
    outgoing.destroy()
    await expect.poll(() => openSpools(spoolDirectory)).toEqual([])
    expect(await stored()).toBe(before)
  })

  test('whose caller does not read the whole response leaves no file behind', async () => {
    const bytes = body('H', damage)
    await new Promise<void>(resolve => {
      const outgoing = request(`${harness.origin}${operations.checkJapanOrders.path}`, {
        method: 'POST',
        headers: { ...headers(), 'content-length': bytes.length },
      })
      outgoing.on('response', incoming => incoming.once('data', () => incoming.destroy()))
      outgoing.on('error', () => {})
      outgoing.on('close', resolve)
      outgoing.end(bytes)
    })
  })

  test('that stops arriving gets a response after a while, and requests beyond the slots are refused', async () => {
    const start = () => {
      const outgoing = request(`${harness.origin}${operations.checkJapanOrders.path}`, {
        method: 'POST',
        headers: { ...headers(), 'transfer-encoding': 'chunked' },
      })
      const status = new Promise<[number | undefined, string | undefined]>(resolve => {
        outgoing.on('response', incoming => {
          resolve([incoming.statusCode, incoming.headers['retry-after']])
          incoming.resume()
          outgoing.destroy()
        })
      })
      outgoing.on('error', () => {})
      outgoing.write('{"data":[')
      return status
    }
    const all = await Promise.all([start(), start(), start()])
    expect(all.sort((a, b) => Number(a[0]) - Number(b[0]))).toEqual([
      [408, undefined],
      [408, undefined],
      [429, '5'],
    ])
  })

  /** Sends the beginning of a body, and so many spaces of it every 20 ms. @returns status and detail of the response */
  const trickle = (bytes: number, until: Promise<unknown> = new Promise(() => {})) =>
    new Promise<string>((resolve, reject) => {
      const outgoing = request(`${harness.origin}${operations.checkJapanOrders.path}`, {
        method: 'POST',
        headers: { ...headers(), 'transfer-encoding': 'chunked' },
      })
      outgoing.write('{"data":[')
      const timer = setInterval(() => outgoing.write(' '.repeat(bytes)), 20)
      void until.then(() => {
        clearInterval(timer)
        outgoing.end(']}')
      })
      outgoing.on('error', reject)
      outgoing.on('response', async incoming => {
        clearInterval(timer)
        const chunks: Buffer[] = []
        for await (const chunk of incoming) chunks.push(chunk)
        outgoing.destroy()
        resolve(
          `${incoming.statusCode} ${problem.parse(JSON.parse(Buffer.concat(chunks).toString())).detail}`,
        )
      })
    })

  test('that arrives too slowly is refused, and a faster one is read to its end', async () => {
    // Ten bytes in 20 ms are at most 500 a second, a thousand at most 50,000; the service wants 1,024.
    const slow = trickle(10)
    const fast = trickle(1000, slow)
    expect(await slow).toMatch(/^408 The body arrived too slowly/)
    expect(await fast).toMatch(/^400 .*is empty/)
  })

  test('of one client does not block another client, however many there are', async () => {
    const other = await issueCredentials(database.kysely, harness.ring, 'Another store')
    const end = new AbortController()
    const held = once(end.signal, 'abort')
    // A flood of endless bodies gets only two of four slots.
    const flood = Array.from({ length: 6 }, () => trickle(1000, held))
    // A request that arrives after the others have ended would find a free slot.
    let responded = 0
    for (const one of flood) void one.then(() => responded++)
    await expect.poll(() => responded).toBe(4)
    await expect
      .poll(async () => (await harness.send('checkJapanOrders', '', { chunks: ['{'] })).status)
      .toBe(429)
    const authorization = ['authorization', `Bearer ${other.accessToken}`, 'content-type', 'application/json']
    const response = await harness.send('checkJapanOrders', '', {
      chunks: ['{"data":[]}'],
      headers: authorization,
    })
    expect(response.status).toBe(400)
    end.abort()
    const statuses = (await Promise.all(flood)).map(line => line.slice(0, 3))
    expect(statuses.toSorted()).toEqual(['400', '400', '429', '429', '429', '429'])
  })

  test('does not block other requests while it is read and registered', async () => {
    const bytes = body('I')
    let isDone = false
    const large = harness.send('registerJapanOrders', bytes).finally(() => {
      isDone = true
    })
    let responded = 0
    let slowest = 0
    while (!isDone) {
      const since = performance.now()
      const response = await harness.send('checkJapanOrders', {
        data: [sampleOrder({ mallOrderNumber: 'small' })],
      })
      expect(response.body).toMatchObject({ isSuccess: true })
      slowest = Math.max(slowest, performance.now() - since)
      responded++
      await setTimeout(1)
    }
    expect((await large).body).toMatchObject({ isSuccess: true })
    expect(responded).toBeGreaterThan(5)
    expect(slowest).toBeLessThan(1000)
  })
})

/** Unlinked spool files that this process holds open. */
function openSpools(directory: string): string[] {
  if (!SEES_FILES) return []
  return readdirSync('/proc/self/fd').flatMap(fd => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`)
      return path.startsWith(join(directory, 'spool-')) ? [path] : []
    } catch {
      return []
    }
  })
}
