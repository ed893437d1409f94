import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { block, freshOrders, NUMBER } from '../support/blocks'
import { expect, signIn, test } from '../support/fixtures'
import { send } from '../support/network/http'
import { operatorAccount, type Server } from '../support/server'
import { Workbench } from '../support/workbench'

const TOKEN = 'a-token-of-the-scraper-0123456789'

/** Texts of people, shops and secrets that go through the server in this journey; none may leave it. */
const canaries = {
  recipient: 'Canarytaro Yamanashi',
  kanji: '金糸雀太郎',
  contact: '090-5550-1234',
  address: 'Canarystreet 19-11',
  number: 'CANARY-77001',
  item: 'Canarywallet',
  draft: 'Canarydraft of Mina',
  search: 'canarysearch',
  path: 'canarypath',
  query: 'canaryquery',
  agent: 'Canarybrowser/1.0',
  email: 'canary@shop.example',
  wrongPassword: 'canary-wrong-password',
  token: 'canarytoken-0123456789',
  traced: 'canarystate',
}

/** The lines of the log that are JSON, parsed. */
const linesOf = (log: string): Record<string, unknown>[] =>
  log.split('\n').flatMap(line => (line.startsWith('{') ? [JSON.parse(line)] : []))

const scrape = async (url: string, token = TOKEN): Promise<string> =>
  (await send(url, '/metrics', { headers: { authorization: `Bearer ${token}` } })).body

interface SentSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: readonly { readonly key: string }[]
}

/** Receives traces as OTLP collectors do, in JSON. */
async function receiveTraces() {
  const texts: string[] = []
  const collector = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    texts.push(Buffer.concat(chunks).toString())
    response.setHeader('content-type', 'application/json').end('{}')
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const spans = (): SentSpan[] =>
    texts.flatMap(text =>
      JSON.parse(text).resourceSpans.flatMap((resource: { scopeSpans: { spans: SentSpan[] }[] }) =>
        resource.scopeSpans.flatMap(scope => scope.spans),
      ),
    )
  return {
    url: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    text: () => texts.join(),
    spans,
    close: () => collector.close(),
  }
}

/** Sends requests that contain what no log may repeat. */
async function sendCanaries(server: Server): Promise<void> {
  const { url } = server
  const headers = {
    'user-agent': canaries.agent,
    referer: `${url}/?${canaries.query}`,
    'x-forwarded-for': canaries.token,
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    tracestate: `a=${canaries.traced}`,
    baggage: `name=${canaries.traced}`,
  }
  const { accessToken } = await server.issueCredentials('canary')
  const order = JSON.stringify({
    data: [{ recipient: { name: canaries.recipient, contact: canaries.contact } }],
  })
  for (const [path, call] of [
    [`/${canaries.path}/${canaries.email}?name=${canaries.query}`, { headers }],
    [`/history/orders/${canaries.number}?q=${encodeURIComponent(canaries.kanji)}`, { headers }],
    [`/invitation?token=${canaries.token}`, { headers }],
    [`/search?q=${canaries.search}`, { headers }],
    ['/open-api/v1/orders/japan', { method: 'POST', headers: { ...headers, authorization: canaries.token } }],
    [
      '/open-api/v1/orders/japan',
      { method: 'POST', headers: { ...headers, authorization: `Bearer ${accessToken}` }, body: order },
    ],
    [
      '/',
      {
        method: 'POST',
        headers: { ...headers, 'next-action': canaries.token },
        body: `["${canaries.email}"]`,
      },
    ],
  ] as const)
    await send(url, path, call)
}

test('without its variables a server has no metrics and logs no requests', async ({ server }) => {
  const reply = await send(server.url, '/metrics')
  expect(reply.status).toBe(404)
  expect(reply.headers).not.toHaveProperty('x-request-id')
  expect(server.log).not.toContain('"event":"request"')
})

test.describe(() => {
  test.use({ expectedErrors: [/status of 401 .*callback\/credentials/] })

  test('requests and runs are logged and counted without anything that people wrote', async ({
    startServer,
    page,
  }) => {
    const traces = await receiveTraces()
    const server = await startServer({
      METRICS_TOKEN: TOKEN,
      LOG_REQUESTS: '1',
      OTEL_EXPORTER_OTLP_ENDPOINT: traces.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_SERVICE_NAME: 'lading-under-test',
      OTEL_BSP_SCHEDULE_DELAY: '200',
    })
    const { url } = server
    await page.goto(`${url}/sign-in`)
    await page.getByLabel('Email', { exact: true }).fill(canaries.email)
    await page.getByLabel('Password', { exact: true }).fill(canaries.wrongPassword)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert').first()).toBeVisible()
    await signIn(page)

    const [order] = freshOrders(1)
    const texts = {
      ...order,
      [NUMBER]: canaries.number,
      'recipient.name': canaries.recipient,
      'recipient.contact': canaries.contact,
      'recipient.address': canaries.address,
      'items[].name': canaries.item,
    }
    const workbench = await Workbench.open(page, `${url}/orders/japan/new`)
    await workbench.paste(block([texts]))
    await workbench.name(canaries.draft)
    await workbench.check()
    await workbench.register()
    await page.goto(`${url}/history?q=${canaries.number}`)
    await expect(page.getByRole('main')).toContainText(canaries.number)
    await sendCanaries(server)

    const metrics = await scrape(url)
    expect(metrics).toContain('lading_orders_total{operation="registerJapanOrders",outcome="registered"} 1')
    expect(metrics).toContain('lading_sign_ins_total{outcome="failed"} 1')
    expect(metrics).toMatch(
      /lading_http_requests_total\{method="POST",route="\/open-api\/v1\/orders\/japan",status="4xx"\} 2/,
    )
    expect(metrics).toMatch(/lading_service_calls_total\{path="\/orders\/japan",outcome="ok"\} 1/)
    expect(metrics).toMatch(/lading_runs_total\{kind="register",state="done",problem=""\} 1/)
    const lines = linesOf(server.log)
    const requests = lines.filter(line => line.event === 'request')
    expect(requests).toContainEqual(expect.objectContaining({ route: '/history/orders/[id]', method: 'GET' }))
    expect(requests).toContainEqual(
      expect.objectContaining({ route: '/[...sheet]', method: 'POST', status: 200 }),
    )
    expect(requests.filter(({ route }) => route === 'static' || route === '/healthz')).toEqual([])
    expect(lines.filter(line => line.event === 'run')).toEqual([
      expect.objectContaining({ kind: 'check', state: 'done', counts: { passed: 1 } }),
      expect.objectContaining({ kind: 'register', state: 'done', counts: { REGISTERED: 1 } }),
    ])

    const named = (name: string) => traces.spans().filter(span => span.name === name)
    await expect.poll(() => named('run')).toHaveLength(2)
    await expect.poll(() => named('GET /history').length).toBeGreaterThan(0)
    expect(traces.text()).toContain('lading-under-test')
    // A run has its requests, and the embedded service continues their trace.
    const calls = named('shipping API')
    expect(calls).toHaveLength(2)
    const runs = new Set(named('run').map(({ traceId }) => traceId))
    expect(calls.every(({ traceId }) => runs.has(traceId))).toBe(true)
    const served = named('POST /open-api/v1/orders/japan').filter(({ traceId }) => runs.has(traceId))
    expect(served).toHaveLength(1)
    expect(named('transaction').some(({ traceId }) => runs.has(traceId))).toBe(true)
    expect(named('action').length).toBeGreaterThan(1)

    const shown = Object.values({ ...canaries, account: operatorAccount.email })
    for (const text of [server.log, metrics, traces.text()])
      for (const canary of shown)
        for (const form of [canary, encodeURIComponent(canary), canary.split(' ')[0] ?? canary])
          expect(text.toLowerCase(), form).not.toContain(form.toLowerCase())
    traces.close()
  })
})

test('metrics have an address of their own, and the token protects both', async ({ startServer }) => {
  const port = String(20_000 + (process.pid % 10_000))
  const server = await startServer({ METRICS_PORT: port })
  const own = `http://127.0.0.1:${port}`
  expect((await send(own, '/metrics')).body).toContain(
    'lading_unconfirmed_orders{environment="production"} 0',
  )
  expect((await send(own, '/healthz')).status).toBe(404)
  expect((await send(server.url, '/metrics')).status).toBe(404)

  const guarded = await startServer({ METRICS_TOKEN: TOKEN })
  const refused = await send(guarded.url, '/metrics')
  expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, 'Bearer'])
  expect((await send(guarded.url, '/metrics', { headers: { authorization: 'Bearer wrong' } })).status).toBe(
    401,
  )
  expect(await scrape(guarded.url)).toContain('lading_build_info{')
})
