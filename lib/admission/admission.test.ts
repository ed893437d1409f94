import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { noteKnownCaller, noteUnavailable } from '@/lib/log/caller'
import { Admission, type AdmissionLimits, DEFAULT_LIMITS } from './admission'

/** The request that a handler behind admission received. */
interface Handled {
  readonly path: string
  readonly body: string
}

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  server = undefined
})

/** A server behind admission; a request with the cookie `in` is signed in. */
async function guarded({
  limits = {},
  respond = (_: IncomingMessage, response: ServerResponse) => void response.end('done'),
}: {
  limits?: Partial<AdmissionLimits>
  respond?: (request: IncomingMessage, response: ServerResponse) => void
} = {}) {
  const handled: Handled[] = []
  const arrived: (string | undefined)[] = []
  const admission = new Admission(
    {
      isSignedIn: async cookie => cookie === 'in',
      addressOf: ({ headers }) => String(headers['x-address'] ?? 'one'),
    },
    { ...DEFAULT_LIMITS, ...limits },
  )
  const own = createServer((incoming, response) => {
    arrived.push(incoming.url)
    void admission.admit(incoming, response, async () => {
      const chunks: Buffer[] = []
      for await (const chunk of incoming) chunks.push(chunk)
      handled.push({ path: incoming.url ?? '', body: Buffer.concat(chunks).toString() })
      respond(incoming, response)
    })
  })
  server = own
  own.listen(0, '127.0.0.1')
  await once(own, 'listening')
  const { port } = own.address() as AddressInfo
  return { handled, arrived, port, send: (path: string, how?: Sent) => send(port, path, how) }
}

interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly isChunked?: boolean
}

async function send(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body, isChunked }: Sent = {},
) {
  const length = isChunked || body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  const outgoing = request({ port, host: '127.0.0.1', path, method, headers: { ...headers, ...length } })
  outgoing.on('error', () => {})
  outgoing.end(body)
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  return { status: incoming.statusCode, headers: incoming.headers, text }
}

const action = (body: string, headers: Sent['headers'] = {}): Sent => ({
  method: 'POST',
  headers: { 'next-action': 'abc', 'content-type': 'text/plain;charset=UTF-8', ...headers },
  body,
})
const signedIn = { cookie: 'in' }
const long = JSON.stringify(['x'.repeat(20_000)])

test('a small action without a session arrives completely', async () => {
  const { handled, send } = await guarded()
  const body = JSON.stringify(['大阪'.repeat(2000)])
  expect(await send('/setup', action(body))).toMatchObject({ status: 200, text: 'done' })
  expect(await send('/setup', { ...action(body), isChunked: true })).toMatchObject({ status: 200 })
  expect(handled).toEqual([
    { path: '/setup', body },
    { path: '/setup', body },
  ])
})

test('a long body without a session is refused before it is read', async () => {
  const { handled, send } = await guarded()
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  for (const sent of [
    action(long),
    { ...action(long), isChunked: true },
    action(long, { cookie: 'next-auth.session-token=forged' }),
    { method: 'POST', headers: form, body: long },
    { method: 'PUT', body: long },
    { method: 'PUT', body: long, isChunked: true },
  ])
    expect((await send('/drafts/1/changes', sent)).status).toBe(401)
  expect(handled).toEqual([])
})

test('actions and routes report an ended session to the page', async () => {
  const { send } = await guarded()
  const refused = await send('/orders/japan/new', action(long))
  expect([refused.headers['content-type'], refused.text]).toEqual(['text/plain', 'signed-out'])
  const problem = await send('/drafts/1/checks', { method: 'POST', body: long })
  expect(problem.headers['content-type']).toBe('application/problem+json')
  expect(JSON.parse(problem.text)).toMatchObject({ title: 'signed-out', code: 'signed-out', status: 401 })
})

test('with a session an action may have a megabyte, and a file any length', async () => {
  const { handled, send } = await guarded()
  const megabyte = JSON.stringify(['x'.repeat(1024 * 1024 - 4)])
  for (const isChunked of [false, true])
    expect((await send('/', { ...action(megabyte, signedIn), isChunked })).status).toBe(200)
  expect((await send('/', action(`${megabyte} `, signedIn))).status).toBe(413)
  expect((await send('/', { ...action(`${megabyte} `, signedIn), isChunked: true })).status).toBe(413)
  const file = 'x'.repeat(5_000_000)
  expect((await send('/files', { method: 'PUT', headers: signedIn, body: file })).status).toBe(200)
  expect(handled.map(({ body }) => body.length)).toEqual([1024 * 1024, 1024 * 1024, 5_000_000])
})

test('an action that is nested more deeply than any of Lading is refused, with or without a session', async () => {
  const { handled, send } = await guarded()
  for (const headers of [{}, signedIn])
    for (const isChunked of [false, true])
      expect((await send('/', { ...action('['.repeat(10_000), headers), isChunked })).status).toBe(400)
  expect(handled).toEqual([])
})

test('an action of so many values that decoding them would block the server is refused', async () => {
  const { handled, send } = await guarded()
  const values = (count: number) => action(`[[${'{},'.repeat(count)}0]]`, signedIn)
  expect((await send('/', values(340_000))).status).toBe(400)
  expect(handled).toEqual([])
  expect((await send('/', values(40_000))).status).toBe(200)
})

test('an address with a NUL is refused: no id has one, and no database looks for it', async () => {
  const { handled, send } = await guarded()
  for (const path of [
    '/drafts/%00/lines',
    '/drafts/x%00y/changes',
    '/history?q=%00',
    '/desk-api/v1/files/%00',
  ])
    expect([path, (await send(path, { headers: signedIn })).status]).toEqual([path, 400])
  expect(handled).toEqual([])
  expect((await send('/history?q=%2500', { headers: signedIn })).status).toBe(200)
})

test('a request without a path, or with one whose percent encoding is not text, is refused; in a query Next ignores it', async () => {
  const { handled, send } = await guarded()
  for (const path of [
    '/%ff',
    '/%',
    '/%zz',
    '/history/%E0%A4%A',
    '/drafts/%c0%ae/lines',
    '/healthz/%ff',
    '/_next/static/%ff.js',
    '/open-api/v1/%ff',
    '/desk-api/v1/files/%ff',
    '/%ff?q=1',
    '*',
    'http://[::1/x',
  ]) {
    const problem = await send(path, { headers: signedIn })
    expect([path, problem.status, problem.headers['content-type']]).toEqual([
      path,
      400,
      'application/problem+json',
    ])
    const page = await send(path, { headers: { accept: 'text/html' } })
    expect([path, page.status, page.text]).toEqual([path, 400, expect.stringContaining('address')])
  }
  expect(handled).toEqual([])
  for (const path of ['/history?q=%ff', '/%25ff', '/orders/japan?name=100%', '/%ED%95%9C'])
    expect([path, (await send(path, { headers: signedIn })).status]).toEqual([path, 200])
})

test('a request with a malformed router state is refused, because Next would respond with a fault', async () => {
  const { handled, send } = await guarded()
  const ask = async (state: string) =>
    (await send('/history', { headers: { ...signedIn, rsc: '1', 'next-router-state-tree': state } })).status
  const encoded = (state: unknown) => encodeURIComponent(JSON.stringify(state))
  for (const state of [
    'garbage',
    '%ff',
    '',
    encoded([]),
    encoded({}),
    encoded(['']),
    encoded(['', null]),
    encoded(['', { children: 1 }]),
  ])
    expect([state, await ask(state)]).toEqual([state, 400])
  expect(handled).toEqual([])
  const page = [
    '',
    { children: [['id', '7', 'd', null], { children: ['__PAGE__', {}] }, null, 'refetch'] },
    null,
    null,
    1,
  ]
  expect(await ask(encoded(page))).toBe(200)
})

test('a page that failed because the database cannot be used is a 503 with Retry-After, and any other failed page a 500', async () => {
  const { send } = await guarded({
    respond: ({ url }, response) => {
      if (url === '/history') noteUnavailable()
      response.statusCode = 500
      response.end('failed')
    },
  })
  const ask = async (path: string) => {
    const { status, headers, text } = await send(path, { headers: signedIn })
    return [status, headers['retry-after'], text]
  }
  expect(await ask('/history')).toEqual([503, '5', 'failed'])
  expect(await ask('/drafts')).toEqual([500, undefined, 'failed'])
})

test('the service authenticates its callers itself, and no path spelling imitates it', async () => {
  const { handled, send } = await guarded()
  expect((await send('/open-api/v1/orders', { method: 'POST', body: long })).status).toBe(200)
  expect(handled).toHaveLength(1)
  for (const path of [
    '/open-api/v1/../../setup',
    '/open-api/v1/%2e%2e/%2e%2e/setup',
    '/open-api/v1/..\\..\\setup',
    '//open-api/v1/x',
    '/open-api/v1',
    '/Open-api/v1/x',
  ])
    expect([path, (await send(path, action(long))).status]).toEqual([path, 401])
  expect(handled).toHaveLength(1)
})

test('Next gets nothing to redirect: an API address has no slash too many, and no target names a host', async () => {
  const { handled, send } = await guarded()
  const given = async (path: string, headers: Sent['headers'] = {}) => {
    expect([path, (await send(path, { method: 'POST', headers, body: '{}' })).status]).toEqual([path, 200])
    return handled.at(-1)?.path
  }
  for (const path of [
    '/open-api/v1/orders/',
    '/open-api/v1//orders',
    '/open-api/v1\\orders//',
    '/open-api/v1/./orders',
    'http://evil.example/open-api/v1/orders/',
  ])
    expect([path, await given(path)]).toEqual([path, '/open-api/v1/orders'])
  expect(await given('/desk-api/v1/files/?name=a//b.csv')).toBe('/desk-api/v1/files?name=a//b.csv')
  expect(await given('http://evil.example/sign-in?callbackUrl=/x')).toBe('/sign-in?callbackUrl=/x')
  expect(await given('/help/')).toBe('/help/')
  // Behind these addresses are pages, whose actions are limited.
  for (const path of ['/desk-api/', '/desk-api//', '/open-api/v1/', '/simulator/'])
    expect([path, (await send(path, action(long))).status]).toEqual([path, 401])
})

test('a request of Next’s router is a plain one at the APIs, where Next would redirect it', async () => {
  const asked: unknown[] = []
  const { send } = await guarded({
    respond: ({ headers }, response) => {
      asked.push(headers.rsc)
      response.end()
    },
  })
  const headers = { ...signedIn, rsc: '1' }
  for (const path of ['/open-api/v1/orders', '/desk-api/v1/files', '/history'])
    await send(path, { method: 'POST', headers })
  expect(asked).toEqual([undefined, undefined, '1'])
})

test('unusual methods and multipart forms are refused', async () => {
  const { handled, send } = await guarded()
  const any = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
  for (const [path, allow] of [
    ['/', any],
    ['/open-api/v1/orders?x=1', 'POST'],
    ['/open-api/v1/openapi.json', 'GET, HEAD'],
    ['/simulator/slow/open-api/v1/orders', 'POST'],
    ['/healthz', any],
    ['/_next/static/x.js', any],
  ] as const) {
    for (const method of ['TRACE', 'PROPFIND']) {
      const { status, headers } = await send(path, { method, headers: signedIn })
      expect([path, status, headers.allow]).toEqual([path, 405, allow])
    }
  }
  const form = { 'content-type': 'multipart/form-data; boundary=x', ...signedIn }
  expect((await send('/setup', { method: 'POST', headers: form, body: '--x--' })).status).toBe(415)
  expect(handled).toEqual([])
})

test('an address that sends too much without a session waits; other addresses and signed-in operators do not', async () => {
  const limits = { byAddress: { burst: 3, perSecond: 0.001, concurrent: 2, waiting: 2 } }
  const { send } = await guarded({ limits })
  for (let time = 0; time < 3; time++) expect((await send('/sign-in')).status).toBe(200)
  const refused = await send('/sign-in', { headers: { accept: 'text/html' } })
  expect(refused).toMatchObject({ status: 429, text: expect.stringContaining('Too many requests') })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(900)
  expect((await send('/setup', action('[]'))).status).toBe(429)
  expect((await send('/sign-in', { headers: { 'x-address': 'two' } })).status).toBe(200)
  expect((await send('/', { headers: signedIn })).status).toBe(200)
  expect((await send('/', action('[]', signedIn))).status).toBe(200)
  expect((await send('/healthz')).status).toBe(200)
  expect((await send('/_next/static/a.js')).status).toBe(200)
  expect((await send('/open-api/v1/orders')).status).toBe(200)
})

test('wrong keys of the service are limited by their address, and do not delay a valid key of the same address', async () => {
  const limits = { byAddress: { burst: 3, perSecond: 0.001, concurrent: 2, waiting: 2 } }
  const { handled, send } = await guarded({
    limits,
    respond: ({ headers }, response) => {
      const isValid = headers.authorization === 'valid'
      if (isAway) response.statusCode = 503
      else if (isValid) noteKnownCaller()
      else if (headers.authorization) response.statusCode = 401
      response.end('done')
    },
  })
  let isAway = false
  const ask = async (authorization: string, address = 'one') =>
    (await send('/open-api/v1/orders', { headers: { authorization, 'x-address': address } })).status
  expect(await ask('valid')).toBe(200)
  expect([await ask('guess 1'), await ask('guess 2')]).toEqual([401, 401])
  expect([await ask('guess 3'), await ask('guess 1')]).toEqual([429, 429])
  expect(handled).toHaveLength(3)
  const refused = await send('/open-api/v1/orders', {
    method: 'POST',
    body: long,
    headers: { authorization: 'x' },
  })
  expect([refused.status, refused.headers['content-type']]).toEqual([429, 'application/problem+json'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(900)
  // While the database is away, no key is judged, and a valid one stays known.
  isAway = true
  expect(await ask('valid')).toBe(503)
  isAway = false
  for (let time = 0; time < 5; time++) expect(await ask('valid')).toBe(200)
  expect(await ask('guess 1', 'two')).toBe(401)
  expect((await send('/open-api/v1/orders')).status).toBe(200)
})

test('two requests of an address without a session run at a time, further ones wait, and the rest is refused', async () => {
  const open: ServerResponse[] = []
  const { handled, send } = await guarded({
    limits: { byAddress: { burst: 100, perSecond: 1, concurrent: 2, waiting: 1 } },
    respond: (_, response) => void open.push(response),
  })
  const first = [send('/a'), send('/b')]
  await expect.poll(() => open.length).toBe(2)
  const more = [send('/c'), send('/d'), send('/e')]
  const other = send('/other', { headers: { 'x-address': 'two' } })
  await expect.poll(() => open.length).toBe(3)
  expect(handled.map(({ path }) => path).toSorted()).toEqual(['/a', '/b', '/other'])
  await Promise.any(more)
  for (const response of open.splice(0)) response.end()
  await expect.poll(() => open.length).toBe(1)
  open[0]?.end()
  const statuses = async (some: typeof more) => (await Promise.all(some)).map(({ status }) => Number(status))
  expect(await statuses([...first, other])).toEqual([200, 200, 200])
  expect((await statuses(more)).toSorted()).toEqual([200, 429, 429])
})

test('a caller that reads or sends slowly does not block others for long', async () => {
  const { handled, port, send } = await guarded({
    limits: {
      anonymousTimeoutMs: 100,
      slotMs: 100,
      byAddress: { burst: 100, perSecond: 1, concurrent: 1, waiting: 9 },
    },
    // The first path never gets a response.
    respond: (incoming, response) => (incoming.url === '/stuck' ? undefined : void response.end('done')),
  })
  const socket = connect(port, '127.0.0.1')
  socket.write('POST /setup HTTP/1.1\r\nHost: x\r\nNext-Action: abc\r\nContent-Length: 100\r\n\r\n["')
  const [head] = (await once(socket, 'data')) as [Buffer]
  expect(head.toString()).toMatch(/^HTTP\/1\.1 408 /)
  socket.destroy()
  const stuck = connect(port, '127.0.0.1')
  stuck.write('GET /stuck HTTP/1.1\r\nHost: x\r\n\r\n')
  await expect.poll(() => handled.length).toBe(1)
  expect((await send('/sign-in')).status).toBe(200)
  stuck.destroy()
})

test('the connection of a refused request closes when its body goes on for too long', async () => {
  const { port } = await guarded({ limits: { refusedTimeoutMs: 100 } })
  const head = 'POST /setup HTTP/1.1\r\nHost: x\r\nNext-Action: abc\r\nContent-Length: 20000\r\n\r\n'
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  // `once` would fail with the reset of a connection that closes while a byte is on its way.
  const closed = new Promise(resolve => socket.on('close', resolve))
  socket.write(head)
  const [response] = (await once(socket, 'data')) as [Buffer]
  expect(response.toString()).toMatch(/^HTTP\/1\.1 401 /)
  // One byte after the other, far below the announced length.
  const dripping = setInterval(() => socket.write('x'), 10)
  onTestFinished(() => clearInterval(dripping))
  await closed
})

test('after a refusal the same connection serves the next request', async () => {
  const { port, handled } = await guarded()
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', chunk => chunks.push(chunk))
  const responses = () => Buffer.concat(chunks).toString()
  const head = (length: number) =>
    `POST /setup HTTP/1.1\r\nHost: x\r\nNext-Action: abc\r\nContent-Length: ${length}\r\n\r\n`
  socket.write(head(500_000))
  await expect.poll(responses).toMatch(/^HTTP\/1\.1 401 /)
  socket.write('x'.repeat(500_000))
  socket.write(`${head(2)}[]`)
  await expect.poll(responses).toMatch(/HTTP\/1\.1 200 /)
  expect(handled).toEqual([{ path: '/setup', body: '[]' }])
  socket.destroy()
})

test('a waiting request is not handled after its caller disconnects', async () => {
  const open: ServerResponse[] = []
  const { handled, arrived, port, send } = await guarded({
    limits: { byAddress: { burst: 100, perSecond: 1, concurrent: 1, waiting: 9 } },
    respond: (_, response) => void open.push(response),
  })
  const first = send('/a')
  await expect.poll(() => open.length).toBe(1)
  const leaving = connect(port, '127.0.0.1')
  leaving.write('GET /left HTTP/1.1\r\nHost: x\r\n\r\n')
  await expect.poll(() => arrived).toContain('/left')
  const last = send('/last')
  leaving.destroy()
  await once(leaving, 'close')
  open.splice(0)[0]?.end()
  await first
  await expect.poll(() => open.length).toBe(1)
  for (const response of open.splice(0)) response.end()
  await last
  expect(handled.map(({ path }) => path)).toEqual(['/a', '/last'])
})
