import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { test as base, expect } from 'playwright/test'
import { sampleOrders } from '@/lib/sheet/schema/samples/japan-orders'
import { send } from '../support/network/http'
import { Server } from '../support/server'
import { type Caller, ours, publicUrl, signInBy } from './callers'
import { actionOf } from './desk'
import { OddService, oddResponses } from './odd-service'
import { saveLines, startRunByRequest } from './runs-by-requests'

// Hostile peers, services as well as callers: the server keeps running. Requests without a page.

interface Peers {
  readonly server: Server
  readonly odd: OddService
  readonly administrator: Caller
}

const test = base.extend<object, { peers: Peers }>({
  peers: [
    async ({ browserName: _ }, use) => {
      const odd = await OddService.listen()
      const server = await Server.start({ PUBLIC_URL: publicUrl, OUTBOUND_ALLOW: odd.origin })
      const { caller: administrator } = await signInBy(server)
      await use({ server, odd, administrator })
      await server.close()
      odd.close()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})

const jsonHeaders = { ...ours, 'content-type': 'application/json' }

/** Fails when the server does not respond, for example because its event loop is blocked. */
async function expectAlive({ server }: Peers, after: string): Promise<void> {
  const status = await fetch(`${server.url}/healthz`, { signal: AbortSignal.timeout(10_000) }).then(
    response => response.status,
    error => String(error),
  )
  expect(status, `/healthz after: ${after}`).toBe(200)
}

/** Runs `work` for each item, a few at a time. */
async function forEach<Item>(items: readonly Item[], work: (item: Item) => Promise<void>, atOnce = 6) {
  const left = [...items]
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item)
    }),
  )
}

/** Creates a connection to the odd service for each odd response. */
async function connectToOdd({ administrator, odd }: Peers): Promise<void> {
  for (const name of Object.keys(oddResponses)) {
    const secrets = { accessToken: 'token-0123456789', secretKey: 'secret-0123456789' }
    const sizes = { warehouses: '', checkSize: '10', registerSize: '10', checkParallel: '1' }
    const input = { name, environment: 'test', baseUrl: odd.baseUrl(name), ...secrets, ...sizes }
    const { result } = await administrator.act(actionOf('saveConnection'), input)
    expect(result, `${name}: the connection is saved`).toMatchObject({ ok: true })
  }
}

/** Ids of all connections, by their names; the sandbox is also listed as 'embedded'. */
async function connectionIds({ administrator }: Peers): Promise<Map<string, string>> {
  const { body } = await administrator.get('/connections', { rsc: '1' })
  const ids = new Map<string, string>()
  for (const [, id = '', name = '', kind = ''] of body.matchAll(
    /"id":"([^"]+)","name":"([^"]+)","kind":"(\w+)"/g,
  ))
    ids.set(kind === 'embedded' ? kind : name, id)
  return ids
}

interface Draft {
  readonly draftId: string
  readonly sheetId: 'orders/japan'
  readonly connectionId: string
}

/** Creates a draft with this many orders. */
async function makeDraft({ administrator }: Peers, connectionId: string, count: number): Promise<Draft> {
  const draft = { draftId: randomUUID(), sheetId: 'orders/japan', connectionId } as const
  const session = randomUUID()
  const lines = sampleOrders(count, Math.floor(Math.random() * 1e9)).map((texts, at) => ({
    ...{ id: randomUUID(), rank: at + 1, texts, before: null },
  }))
  for (let seq = 1; lines.length > 0; seq++) {
    await saveLines(administrator, draft, { name: 'Hostile', lines: lines.splice(0, 500), seq, session })
  }
  return draft
}

interface Run {
  readonly state: string
  readonly passed: number
  readonly registered: number
  readonly waiting?: { readonly kind: string }
}

/** The run of a draft, once it has ended or waits at the service's request. */
async function endOf({ administrator }: Peers, { draftId, connectionId }: Draft) {
  for (;;) {
    const outcomes = await administrator.get(`/drafts/${draftId}/outcomes?connection=${connectionId}`)
    const { run } = JSON.parse(outcomes.body) as { run: Run }
    if (run.waiting?.kind === 'asked') return { ...run, state: 'asked to wait' }
    if (run.state !== 'running') return run
    await wait(50)
  }
}

test('an odd response to Test of a connection, or to Check, harms nothing and passes no order', async ({
  peers,
}) => {
  const { administrator, odd } = peers
  await connectToOdd(peers)
  const ids = await connectionIds(peers)
  const play = async (name: string) => {
    const connectionId = ids.get(name) ?? ''
    const tested = await administrator.send(`/connections/${connectionId}/test`, {
      method: 'POST',
      headers: ours,
    })
    expect(tested.status, `Test: ${name}`).toBe(200)
    expect(JSON.parse(tested.body).accessToken.code, `Test: ${name}`).not.toMatch(/^(works|lenient)$/)
    await expectAlive(peers, `Test: ${name}`)
    const before = odd.responses.get(name) ?? 0
    const draft = await makeDraft(peers, connectionId, 2)
    await startRunByRequest(peers.administrator, 'check', draft)
    const run = await endOf(peers, draft)
    expect([run.passed, run.state], `Check: ${name}`).toEqual([
      0,
      expect.stringMatching(/^(paused|stopped|asked to wait)$/),
    ])
    expect(odd.responses.get(name), `Check: ${name} was asked`).toBeGreaterThan(before)
    await expectAlive(peers, `Check: ${name}`)
  }
  // All connections are one environment: the response that asks to wait is last, because nothing is sent after it.
  const last = 'wait for ever'
  await forEach(
    Object.keys(oddResponses).filter(name => name !== last),
    play,
  )
  await play(last)
})

/**
 * Sends a request and disconnects after this many bytes of the response; 0: before its first byte. @returns bytes
 * received
 */
function abort(origin: string, { path, ...rest }: AbortableRequest, after: number): Promise<number> {
  return new Promise(resolve => {
    let received = 0
    const outgoing = request(`${origin}${path}`, {
      method: rest.method ?? 'GET',
      headers: rest.headers,
      agent: false,
    })
    const leave = () => outgoing.destroy()
    outgoing.on('error', () => {})
    outgoing.on('close', () => resolve(received))
    outgoing.on('response', response => {
      if (after === 0) leave()
      response.on('error', () => {})
      response.on('data', chunk => {
        received += chunk.length
        if (received >= after) leave()
      })
    })
    outgoing.end(rest.body, () => {
      // Some callers disconnect before there is a response.
      if (after < 0) leave()
    })
  })
}

interface AbortableRequest {
  readonly path: string
  readonly method?: string
  readonly headers: Record<string, string>
  readonly body?: string
}

/** Stores a file of `size` bytes with a draft, as a browser does. @returns its address */
async function keepFile({ administrator }: Peers, { draftId }: Draft, size: number): Promise<string> {
  const bytes = randomBytes(size)
  const id = randomUUID()
  const part = 1024 * 1024
  const table = { reading: '', position: 0, encoding: null, delimiter: null, name: 'T', header: 0 }
  const announced = {
    ...{ id, name: 'orders.xlsx', size, kind: 'xlsx', parts: Math.ceil(size / part) },
    sha256: createHash('sha256').update(bytes).digest('hex'),
    table: { ...table, headings: [], recipe: {}, fed: {} },
  }
  const path = `/drafts/${draftId}/sources`
  const stored = await administrator.send(path, {
    method: 'POST',
    headers: jsonHeaders,
    body: JSON.stringify(announced),
  })
  expect(stored.status, stored.body).toBe(200)
  for (let at = 0; at * part < size; at++) {
    const body = gzipSync(bytes.subarray(at * part, (at + 1) * part))
    const kept = await administrator.send(`${path}/${id}/parts/${at}`, { method: 'PUT', headers: ours, body })
    expect(kept.status, kept.body).toBe(204)
  }
  return `${path}/${id}`
}

/** How often each download is aborted; pages and other responses half as often. ABORTS=400 tries longer. */
const TIMES = Number(process.env.ABORTS ?? 40)

test('downloads that are aborted at any moment harm nothing', async ({ peers }) => {
  test.setTimeout(180_000 + 3_000 * TIMES)
  const { server, administrator } = peers
  const sandbox = (await connectionIds(peers)).get('embedded') ?? ''
  const draft = await makeDraft(peers, sandbox, 1500)
  await startRunByRequest(peers.administrator, 'check', draft)
  expect((await endOf(peers, draft)).passed).toBe(1500)
  const run = await startRunByRequest(peers.administrator, 'register', draft)
  expect((await endOf(peers, draft)).registered).toBe(1500)
  const file = await keepFile(peers, draft, 3_000_000)
  const { accessToken } = await server.issueCredentials('hostile')

  const headers = { ...ours, cookie: administrator.cookie }
  const api = { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` }
  const empty = JSON.stringify({ data: Array.from({ length: 3000 }, () => ({})) })
  const check = { method: 'POST', headers: api, body: empty }
  const requests: AbortableRequest[] = [
    { path: `/drafts/${draft.draftId}/lines`, headers },
    { path: file, headers },
    ...['csv', 'xlsx'].flatMap(format => [
      { path: `/history/runs/${run}/ids?format=${format}&columns=all`, headers },
      { path: `/history/drafts/${draft.draftId}/ids?format=${format}&columns=all`, headers },
    ]),
    { path: `/drafts/${draft.draftId}/outcomes?connection=${sandbox}`, headers },
    { path: `/templates/orders/japan`, headers },
    { path: `/orders/japan/${draft.draftId}`, headers },
    { path: `/history/runs/${run}`, headers },
    { path: '/open-api', headers: {} },
    { path: '/open-api/v1/openapi.json', headers: {} },
    { path: '/open-api/v1/orders/japan/validators', ...check },
    { path: '/simulator/half/open-api/v1/orders/japan/validators', ...check },
    { path: '/simulator/slow/open-api/v1/orders/japan/validators', ...check },
  ]
  for (const one of requests) {
    const { path, ...how } = one
    const isRehearsal = path.startsWith('/simulator/')
    const size = isRehearsal ? 40_000 : (await send(server.url, path, how)).body.length
    expect(size, path).toBeGreaterThan(1000)
    // Up to a tenth of them before the response, and as many in its first bytes.
    const isDownload = /\/(lines|sources|ids)\b/.test(path)
    const times = isRehearsal ? TIMES / 4 : isDownload ? TIMES : TIMES / 2
    const points = Array.from({ length: times }, (_, at) =>
      at % 10 === 0 ? -1 : at % 10 === 1 ? 0 : Math.ceil(Math.random() * size),
    )
    await forEach(points, async after => void (await abort(server.url, one, after)), 8)
    await expectAlive(peers, `${points.length} times ${path}`)
    if (!isRehearsal) expect((await send(server.url, path, how)).status, path).toBe(200)
  }
  expect(server.log).not.toContain('the server ends')
})

test('a request that offers h2c gets a response in HTTP/1.1', async ({
  peers: { server, administrator },
}) => {
  const offer = {
    connection: 'Upgrade, HTTP2-Settings',
    upgrade: 'h2c',
    'http2-settings': 'AAMAAABkAAQAoAAAAAIAAAAA',
  }
  const { accessToken } = await server.issueCredentials('h2c')
  const [order] = sampleOrders(1, 777_001)
  const requests: [path: string, status: number, call: Parameters<typeof send>[2]][] = [
    ['/healthz', 200, {}],
    ['/open-api', 200, {}],
    ['/open-api/v1/openapi.json', 200, {}],
    ['/sign-in', 200, {}],
    ['/no/such/page', 307, {}],
    ['/history', 200, { headers: { cookie: administrator.cookie } }],
    ['/open-api/v1/orders/japan', 405, {}],
    ['/open-api/v1/orders/japan/validators', 401, { method: 'POST', body: '{}' }],
    [
      '/open-api/v1/orders/japan/validators',
      200,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
        body: JSON.stringify({ data: Array.from({ length: 500 }, () => order) }),
      },
    ],
  ]
  for (const [path, status, how = {}] of requests) {
    const reply = await send(server.url, path, { ...how, headers: { ...how.headers, ...offer } })
    expect([path, reply.status]).toEqual([path, status])
    if (status === 200 && how.body) expect(JSON.parse(reply.body)).toMatchObject({ requestCount: 500 })
  }
})
