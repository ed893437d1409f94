import { createHash } from 'node:crypto'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createNetServer, type Server, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { checkJapanOrders, registerJapanOrders } from '@/lib/contract/operations'
import { call, type Target } from './call'
import { callFailureOf } from './call-failure'

async function listen(server: Server): Promise<string> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const serve = (listener: RequestListener) => listen(createHttpServer(listener))

/** Responds on a raw connection once its request began to arrive. */
const serveRaw = (respond: (socket: Socket) => void) =>
  listen(
    createNetServer(socket => {
      socket.on('error', () => {})
      socket.once('data', () => respond(socket))
    }),
  )

const target = (baseUrl: string, over: Partial<Target> = {}): Target => ({
  baseUrl,
  accessToken: 'access',
  secretKey: 'secret',
  allowed: [new URL(baseUrl).origin],
  ...over,
})

const post = (baseUrl: string, over: Partial<Target> = {}, deadlineMs = 60_000) =>
  call(registerJapanOrders, '{"data":[]}', target(baseUrl, over), { deadlineMs })

const text = (body: Uint8Array) => new TextDecoder().decode(body)

test('posts the body once, with the access token, below the path prefix of the base URL', async () => {
  const seen: unknown[] = []
  const origin = await serve((request, response) => {
    const { authorization, 'content-type': type, 'accept-encoding': encoding, connection } = request.headers
    const userAgent = request.headers['user-agent']
    seen.push([request.method, request.url, authorization, type, encoding, connection, userAgent])
    request.resume().on('end', () => response.end('{"orderId":9007199254740993}'))
  })
  const evidence = await post(`${origin}/gate`)
  expect(seen).toEqual([
    [
      'POST',
      '/gate/open-api/v1/orders/japan',
      'Bearer access',
      'application/json',
      'identity',
      'close',
      expect.stringMatching(/^Lading\/\d/),
    ],
  ])
  expect(evidence).toMatchObject({ connected: true, status: 200, requestComplete: true })
  expect(text(evidence.body)).toBe('{"orderId":9007199254740993}')
  expect(callFailureOf(evidence)).toBeUndefined()
})

test('uses the secret key if the operation accepts one and there is no token', async () => {
  const origin = await serve((request, response) => response.end(request.headers.authorization))
  const options = { deadlineMs: 60_000 }
  const { accessToken: _, ...keyOnly } = target(origin)
  expect(text((await call(checkJapanOrders, '{}', keyOnly, options)).body)).toBe('secret')
  expect(text((await call(registerJapanOrders, '{}', keyOnly, options)).body)).toBe('')
})

test('a redirect is not followed, and the token does not go there', async () => {
  let isCalled = false
  const canary = await serve((_, response) => {
    isCalled = true
    response.end()
  })
  for (const status of [301, 302, 303, 307, 308]) {
    const origin = await serve((_, response) => response.writeHead(status, { location: canary }).end())
    expect(await post(origin)).toMatchObject({ status })
  }
  expect(isCalled).toBe(false)
})

test('a closed port: not connected, refused', async () => {
  const server = createNetServer()
  const origin = await listen(server)
  await new Promise(resolve => server.close(resolve))
  const evidence = await post(origin)
  expect(evidence).toMatchObject({ connected: false, error: { code: 'ECONNREFUSED', syscall: 'connect' } })
  expect(callFailureOf(evidence)).toMatchObject({ code: 'refused', isTransient: true })
})

test('a name that does not resolve: not connected, unreachable', async () => {
  const evidence = await call(registerJapanOrders, '{}', target('https://nowhere.invalid'), {
    deadlineMs: 60_000,
  })
  expect(evidence).toMatchObject({ connected: false, error: { syscall: 'getaddrinfo' } })
  expect(callFailureOf(evidence)?.code).toBe('unreachable')
})

const broken: [string, (socket: Socket) => void, Partial<{ code: string; status: number }>][] = [
  ['reset before a response', socket => socket.resetAndDestroy(), { code: 'ECONNRESET' }],
  ['closed before a response', socket => socket.end(), { code: 'UND_ERR_SOCKET' }],
  [
    'reset after the headers',
    socket => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n', () => socket.resetAndDestroy()),
    { status: 200 },
  ],
  [
    'a body shorter than announced',
    socket => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{"a"'),
    { status: 200, code: 'UND_ERR_SOCKET' },
  ],
  [
    'chunks that break off',
    socket => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"a":'),
    { status: 200 },
  ],
  ['no HTTP at all', socket => socket.end('SSH-2.0-OpenSSH_9.2\r\n\r\n'), {}],
]
test.each(broken)('%s: connected, interrupted, sent once', async (_, respond, { code, status }) => {
  let connections = 0
  const origin = await serveRaw(socket => {
    connections++
    respond(socket)
  })
  const evidence = await post(origin)
  expect(evidence.connected).toBe(true)
  if (code) expect(evidence.error?.code).toBe(code)
  expect(evidence.error).toBeDefined()
  expect(evidence.status).toBe(status)
  expect(callFailureOf(evidence)?.code).toBe('interrupted')
  expect(connections).toBe(1)
})

test.each<[string, (socket: Socket) => void]>([
  ['nothing comes', () => {}],
  ['only headers come', socket => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n')],
  [
    'a body trickles in',
    socket => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\n')
      const drip = setInterval(() => socket.write('x'), 50)
      socket.on('close', () => clearInterval(drip))
    },
  ],
])('when %s, the call ends at its deadline', async (_, respond) => {
  const origin = await serveRaw(respond)
  const evidence = await post(origin, {}, 400)
  expect(evidence).toMatchObject({ connected: true, error: { code: 'TimeoutError' } })
  expect(callFailureOf(evidence)).toMatchObject({ code: 'timed_out', isTransient: true })
})

test('a process that wakes up after the deadline sends nothing', async () => {
  let received = 0
  const origin = await listen(createNetServer(socket => socket.on('data', () => received++)))
  const options = { deadlineMs: 60_000, notAfter: Date.now() - 1 }
  const evidence = await call(registerJapanOrders, '{}', target(origin), options)
  expect(evidence).toMatchObject({ connected: false, error: { code: 'EDEADLINE' } })
  expect(received).toBe(0)
})

test('an endless response is cut at the limit, and uses bounded memory', async () => {
  const piece = Buffer.alloc(1024 * 1024, 'x')
  const origin = await serve((request, response) => {
    request.resume()
    const pour = () => {
      while (!response.destroyed && response.write(piece));
      if (!response.destroyed) response.once('drain', pour)
    }
    pour()
  })
  const evidence = await post(origin, {}, 20_000)
  expect(evidence.error?.code).toBe('EOVERSIZE')
  // Head, tail, length and hash identify the response; storing 64 MB of it would not help.
  expect(evidence.body.byteLength).toBe(80 * 1024)
  const { bytes = 0, head, sha256 } = evidence.error?.cut ?? {}
  expect(bytes).toBeGreaterThan(64 * 1024 * 1024)
  expect(head).toBe(64 * 1024)
  expect(sha256).toBe(createHash('sha256').update('x'.repeat(bytes)).digest('hex'))
  expect(callFailureOf(evidence)?.code).toBe('answer_too_large')
})

test('a response of millions of values is not parsed: it counts as too large', async () => {
  const list = (count: number) => `{"isSuccess":true,"orderSuccesses":[${'{},'.repeat(count)}{}]}`
  const sent = [list(1_900_000), list(2_000_000)]
  const origin = await serve((request, response) => {
    request.resume().on('end', () => response.end(sent.shift()))
  })
  expect((await post(origin, {}, 20_000)).error).toBeUndefined()
  const evidence = await post(origin, {}, 20_000)
  expect(evidence).toMatchObject({ status: 200, error: { code: 'EOVERSIZE', cut: { head: 64 * 1024 } } })
  expect(text(evidence.body)).toMatch(/^{"isSuccess":true.*{}]}$/)
  expect(callFailureOf(evidence)?.code).toBe('answer_too_large')
})

test('a response that comes in single bytes is stored as a whole', async () => {
  const sent = Array.from({ length: 2000 }, (_, at) => String.fromCodePoint(0x20 + (at % 0x5f))).join('')
  const origin = await serve(async (request, response) => {
    request.resume()
    for (const byte of sent) await new Promise(resolve => response.write(byte, resolve))
    response.end()
  })
  expect(text((await post(origin)).body)).toBe(sent)
})

test('a compressed response is not unpacked', async () => {
  const origin = await serve((_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end('PK'),
  )
  expect(text((await post(origin)).body)).toBe('PK')
})

test('a token that is invalid in a header is a failure, not an exception', async () => {
  const origin = await serve((_, response) => response.end())
  expect(await post(origin, { accessToken: 'two\r\nlines' })).toMatchObject({ connected: false, error: {} })
})

test.each([
  [401, 'credential', false],
  [403, 'permission', false],
  [404, 'address', false],
  [413, 'too_large', false],
  [429, 'busy', true],
  [502, 'service_failed', true],
  [418, 'unexpected_status', false],
])('status %i is a failure with its own code', async (status, code, isTransient) => {
  const origin = await serve((_, response) => response.writeHead(status).end('<b>why</b>'))
  expect(callFailureOf(await post(origin))).toEqual({ code, isTransient, status, detail: '<b>why</b>' })
})

test('a response that repeats the credentials is stored without them', async () => {
  const accessToken = 'eyJhbGciOiJFZERTQSJ9.canary.token'
  const secretKey = 'lading_live_canary_0123456789'
  const origin = await serve((request, response) =>
    response
      .writeHead(502, { 'x-received': `${request.headers.authorization}` })
      .end(`<pre>${request.headers.authorization} ${secretKey} ${accessToken}</pre>`),
  )
  const { headers, body } = await post(origin, { accessToken, secretKey })
  expect(headers['x-received']).toBe(`Bearer ${'*'.repeat(accessToken.length)}`)
  expect(text(body)).toMatch(/^<pre>Bearer \*{33} \*{29} \*{33}<\/pre>$/)
  expect(text((await post(origin)).body)).toContain('Bearer access')
})
