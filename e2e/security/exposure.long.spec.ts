import { randomBytes } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Reply, sendEndless } from '../support/network/http'
import { operatorAccount } from '../support/server'
import { ours } from './callers'
import { SECRET, TEXT, test } from './canaries'
import { actionOf, expect } from './desk'
import { pages } from './inventory'
import { requestVariants } from './request-variants'

// Requests without a page: the content and headers of responses, by caller.

const exposesData = ({ body, headers }: Reply) =>
  [TEXT, SECRET, operatorAccount.email].some(canary => `${body}${JSON.stringify(headers)}`.includes(canary))

test('a caller without a session learns nothing of the desk, however they request its pages and routes', async ({
  desk,
  canaries,
}) => {
  const seen = await Promise.all(
    [...canaries.desk, ...canaries.routes].map(
      async path => [path, await desk.by.administrator.get(path)] as const,
    ),
  )
  // An administrator must get the canaries; otherwise their absence elsewhere would prove nothing.
  expect(seen.filter(([, reply]) => exposesData(reply)).length).toBeGreaterThan(12)
  for (const name of ['rsc', 'page without its frame', 'data header', 'double slash']) {
    const { path = '/', headers } = requestVariants[name]?.('/') ?? {}
    const reply = await desk.by.administrator.get(path, headers)
    expect([name, reply.status === 308 || exposesData(reply)]).toEqual([name, true])
  }
  const requests = [
    ...canaries.desk.flatMap(page =>
      Object.values(requestVariants).map(variant => ({ method: 'GET', ...variant(page) })),
    ),
    ...canaries.desk.map(path => ({ method: 'POST', path, headers: {} })),
    ...canaries.routes.flatMap(path =>
      ['plain', 'subrequest'].map(name => ({ method: 'GET', ...requestVariants[name]?.(path) })),
    ),
  ]
  const leaks = await Promise.all(
    requests.map(async ({ method, path = '/', headers }) => {
      const reply = await desk.anonymous.send(path, { method, headers: { ...ours, ...headers } })
      return exposesData(reply) ? [`${method} ${path} ${JSON.stringify(headers)}: ${reply.status}`] : []
    }),
  )
  expect(leaks.flat()).toEqual([])
})

test('secrets of connections appear in no response, even when the service sends them back', async ({
  desk,
  canaries,
}) => {
  for (const role of ['viewer', 'administrator'] as const) {
    const caller = desk.by[role]
    const replies = await Promise.all(
      [...canaries.desk, ...canaries.routes].flatMap(path => [
        caller.get(path),
        caller.get(path, { rsc: '1' }),
      ]),
    )
    expect(replies.filter(({ body }) => body.includes(SECRET))).toEqual([])
  }
  const response = await desk.by.editor.get(canaries.routes.find(path => path.endsWith('/response')) ?? '')
  expect(response.body).toContain('Bearer ****')
  expect(desk.server.log).not.toContain(SECRET)
  expect(desk.server.log).not.toContain(TEXT)
})

const HTTPS_ONLY = /^max-age=\d{8,}; includeSubDomains$/

test('every response requires https, including files of the build, the API and refusals', async ({
  desk,
}) => {
  const page = await desk.anonymous.get('/sign-in')
  const chunk = /\/_next\/static\/[^"]+\.js/.exec(page.body)?.[0] ?? ''
  const paths = [
    chunk,
    '/icon.svg',
    '/healthz',
    '/open-api/v1/openapi.json',
    '/api/auth/csrf',
    '/api/auth/signin',
  ]
  const more = [
    '/open-api/v1/nothing',
    '/_next/static/nothing.js',
    '/_next/image',
    '/%E0%A4%A',
    '/drafts/any/lines',
  ]
  const replies = await Promise.all([...paths, ...more].map(path => desk.anonymous.get(path)))
  expect(replies.slice(0, 5).map(reply => reply.status)).toEqual([200, 200, 200, 200, 200])
  const without = replies.filter(
    ({ headers }) => !HTTPS_ONLY.test(String(headers['strict-transport-security'])),
  )
  expect(without).toEqual([])
  const posted = await desk.anonymous.send('/open-api/v1/orders', { method: 'POST', body: '{' })
  expect([posted.status, String(posted.headers['strict-transport-security'])]).toEqual([
    401,
    expect.stringMatching(HTTPS_ONLY),
  ])
})

test('scripts of the build are sent as brotli, with the headers of every response', async ({ desk }) => {
  const page = await desk.anonymous.get('/sign-in')
  const chunk = /\/_next\/static\/[^"]+\.js/.exec(page.body)?.[0] ?? ''
  const { status, headers } = await desk.anonymous.get(chunk, { 'accept-encoding': 'gzip, br' })
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    ...{ 'content-encoding': 'br', vary: 'Accept-Encoding', 'x-content-type-options': 'nosniff' },
    'strict-transport-security': expect.stringMatching(HTTPS_ONLY),
    'cache-control': expect.stringContaining('immutable'),
  })
  const plain = await desk.anonymous.get(chunk, { 'accept-encoding': 'identity' })
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.headers['content-type']).toBe(headers['content-type'])
})

test('the image service of Next is disabled', async ({ desk }) => {
  for (const url of ['/icon.svg', 'https://shop.example/a.png', 'http://127.0.0.1/']) {
    const reply = await desk.by.viewer.get(`/_next/image?url=${encodeURIComponent(url)}&w=640&q=75`)
    expect([url, reply.status]).toEqual([url, 404])
  }
})

test('original files of a draft have a size limit, and the refusal says what to do', async ({
  desk,
  canaries,
}) => {
  const draft = canaries.desk.map(path => /^\/orders\/japan\/([\da-v]{12})/.exec(path)?.[1]).find(Boolean)
  const file = (id: string, size: number) => ({
    id,
    name: 'orders.csv',
    size,
    sha256: '0'.repeat(64),
    kind: 'text',
    parts: 2,
    table: {
      reading: '',
      position: 0,
      encoding: 'utf-8',
      delimiter: ',',
      name: '',
      header: 0,
      headings: [],
      recipe: {},
      fed: {},
    },
  })
  const headers = { ...ours, 'content-type': 'application/json' }
  const announce = (id: string, size: number) =>
    desk.by.editor.send(`/drafts/${draft}/sources`, {
      method: 'POST',
      headers,
      body: JSON.stringify(file(id, size)),
    })
  const put = (position: number) =>
    desk.by.editor.send(`/drafts/${draft}/sources/small-file/parts/${position}`, {
      method: 'PUT',
      headers: ours,
      // Bytes that compression does not make fewer.
      body: gzipSync(randomBytes(600_000)),
    })
  const large = await announce('large-file', 1024 * 1024 + 1)
  expect([large.status, large.headers['content-type']]).toEqual([413, 'application/problem+json'])
  expect(JSON.parse(large.body).detail).toMatch(/can use up to 1 MB.*new draft.*DRAFT_FILES_MB/)
  // A file that is larger than announced is refused, and its stored parts are removed.
  expect((await announce('small-file', 1000)).status).toBe(200)
  expect([(await put(0)).status, (await put(1)).status]).toEqual([204, 413])
  expect(JSON.parse((await announce('small-file', 1000)).body)).toEqual({ there: [] })
})

/** The headers of every response to a browser; this server is reached by https. */
const wanted: Record<string, RegExp> = {
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^no-referrer$/,
  'cache-control': /private.*no-store/,
  'strict-transport-security': HTTPS_ONLY,
  'content-security-policy': /'nonce-/,
}

test('every page has a policy with a nonce of its own, and no script without it', async ({
  desk,
  canaries,
}) => {
  const open = pages()
    .filter(page => !page.isDesk)
    .map(page => page.path)
  // The short address of Settings › About, the API page in the desk and the set-up of a second factor redirect a caller
  // without a session.
  expect(open.toSorted()).toEqual([
    '/about',
    '/bench/grid',
    '/invitation',
    '/open-api',
    '/open-api/desk',
    '/second-factor',
    '/setup',
    '/sign-in',
  ])
  const paths = [...canaries.desk, ...open, '/no/such/page', '/no-such.html', '/history/orders/a.b']
  const replies = await Promise.all(
    paths.flatMap(path => [desk.by.administrator.get(path), desk.anonymous.get(path)]),
  )
  const html = replies.filter(reply => reply.headers['content-type']?.startsWith('text/html'))
  expect(html.length).toBeGreaterThan(25)
  const nonces = html.map(reply => {
    const policy = String(reply.headers['content-security-policy'])
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
    const tags = [...reply.body.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag)
    expect(tags.filter(tag => !tag.includes(`nonce="${nonce}"`))).toEqual([])
    expect(reply.body).not.toMatch(/<img[^>]*onerror|<script>alert/)
    return nonce
  })
  expect(new Set(nonces).size).toBe(html.length)
  const missing = replies.flatMap(({ status, headers }, at) =>
    Object.entries(wanted)
      .filter(([name, pattern]) => !pattern.test(headers[name]?.toString() ?? ''))
      .map(([name]) => `${paths[at >> 1]} ${status}: ${name}`),
  )
  expect(missing).toEqual([])
})

test('eleven megabytes reach the API to the last byte', async ({ desk }) => {
  const { secretKey } = await desk.server.issueCredentials('large')
  const product = (shopProductId: string) => JSON.stringify({ shopProductId, unknown: 'ü' })
  const body = `{"products":[${product('FIRST')},${' '.repeat(11 * 1024 * 1024)}${product('LAST')}]}`
  const headers = { authorization: secretKey, 'content-type': 'application/json' }
  const whole = await desk.anonymous.send('/open-api/v1/link/products', { method: 'POST', headers, body })
  expect(whole.body).toContain('LAST')
  const cut = await desk.anonymous.send('/open-api/v1/link/products', {
    method: 'POST',
    headers,
    body: body.slice(0, -1),
  })
  expect(cut.status).toBe(400)
})

test('an unknown caller of the API is refused before the body, and the rest of the body is not read', async ({
  desk,
}) => {
  for (const [method, path, status] of [
    ['POST', '/open-api/v1/orders', 401],
    ['PUT', '/open-api/v1/orders', 405],
    ['POST', '/open-api/v1/nothing', 404],
    ['POST', '/open-api/v1/openapi.json', 405],
    ['GET', '/open-api/v1/openapi.json', 200],
    ['POST', '/simulator/nothing', 404],
    ['POST', '/desk-api/v1/files', 401],
    ['POST', '/desk-api/v1/nothing', 404],
    ['GET', '/desk-api/v1/openapi.json', 200],
  ] as const) {
    const { line, sent } = await sendEndless(desk.server.url, path, 300 * 1024 * 1024, method)
    expect([method, path, line]).toEqual([method, path, expect.stringContaining(` ${status} `)])
    // The server has responded before the first byte of the body; the two systems buffer a few megabytes until one
    // closes.
    expect([method, path, sent < 10 * 1024 * 1024]).toEqual([method, path, true])
  }
})

test('a malformed request is refused without details of the server', async ({ desk, canaries }) => {
  expect((await desk.by.administrator.get('/unknown/count')).status).toBe(200)
  const { id, page } = actionOf('nameDraft')
  const act = (body: string, more: Record<string, string> = {}) =>
    desk.by.administrator.send(page, {
      method: 'POST',
      headers: { ...ours, 'next-action': id, 'content-type': 'text/plain;charset=UTF-8', ...more },
      body,
    })
  const replies = await Promise.all([
    act('[{'),
    act('["$F1"]'),
    act('[{"__proto__":{"role":"administrator"}}]'),
    act('[]', { 'next-action': '0'.repeat(42) }),
    act(JSON.stringify(['x'.repeat(1.1 * 1024 * 1024)])),
    act('--x\r\n', { 'content-type': 'multipart/form-data; boundary=x' }),
    desk.anonymous.send('/open-api/v1/orders', { method: 'POST', body: '{' }),
    desk.anonymous.send('/api/auth/callback/credentials', { method: 'POST', body: 'email=a' }),
    desk.anonymous.get('/api/auth/nothing'),
    desk.anonymous.get('/%E0%A4%A'),
    desk.by.administrator.get('/%00'),
    ...canaries.routes.map(path => desk.by.viewer.get(path.replace(/[\da-f]{8}-/, '%27%22-'))),
  ])
  const inside = /\bat (async )?[\w.<>]+ \(|node_modules|\.next\/|\/work\/|\.tsx?:\d+|SQLITE|select /
  expect(replies.filter(({ body }) => inside.test(body) || body.includes(desk.server.dataDir))).toEqual([])
  expect(replies[4]?.status).toBeGreaterThanOrEqual(400)
})

test('files of the server are closed to other users of the machine', ({ desk }) => {
  const files = readdirSync(desk.server.dataDir, { recursive: true, encoding: 'utf8' })
  expect(files).toContain('keys.json')
  const open = ['.', ...files].filter(name => (statSync(join(desk.server.dataDir, name)).mode & 0o077) !== 0)
  expect(open).toEqual([])
})
