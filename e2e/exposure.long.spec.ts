import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Caller, letIn, ours, publicUrl, signInBy } from './callers'
import { actionOf, expect } from './desk'
import { type Reply, sendEndless } from './http'
import { pages } from './inventory'
import { SECRET, TEXT, test } from './planted'
import { operatorAccount } from './server'
import { ways } from './ways'

// Requests only: the content and headers of responses, by caller.

const tells = ({ body, headers }: Reply) =>
  [TEXT, SECRET, operatorAccount.email].some(canary => `${body}${JSON.stringify(headers)}`.includes(canary))

test('a caller without a session learns nothing of the desk, however they request its pages and routes', async ({
  desk,
  planted,
}) => {
  const seen = await Promise.all(
    [...planted.desk, ...planted.routes].map(
      async path => [path, await desk.by.administrator.get(path)] as const,
    ),
  )
  // An administrator must get the canaries; otherwise their absence elsewhere would prove nothing.
  expect(seen.filter(([, reply]) => tells(reply)).length).toBeGreaterThan(12)
  for (const name of ['rsc', 'page without its frame', 'data header', 'double slash']) {
    const { path = '/', headers } = ways[name]?.('/') ?? {}
    const reply = await desk.by.administrator.get(path, headers)
    expect([name, reply.status === 308 || tells(reply)]).toEqual([name, true])
  }
  const asked = [
    ...planted.desk.flatMap(page => Object.values(ways).map(way => ({ method: 'GET', ...way(page) }))),
    ...planted.desk.map(path => ({ method: 'POST', path, headers: {} })),
    ...planted.routes.flatMap(path =>
      ['plain', 'subrequest'].map(name => ({ method: 'GET', ...ways[name]?.(path) })),
    ),
  ]
  const leaks = await Promise.all(
    asked.map(async ({ method, path = '/', headers }) => {
      const reply = await desk.anonymous.ask(path, { method, headers: { ...ours, ...headers } })
      return tells(reply) ? [`${method} ${path} ${JSON.stringify(headers)}: ${reply.status}`] : []
    }),
  )
  expect(leaks.flat()).toEqual([])
})

test('secrets of connections appear in no response, even when the service sends them back', async ({
  desk,
  planted,
}) => {
  for (const role of ['viewer', 'administrator'] as const) {
    const caller = desk.by[role]
    const replies = await Promise.all(
      [...planted.desk, ...planted.routes].flatMap(path => [
        caller.get(path),
        caller.get(path, { rsc: '1' }),
      ]),
    )
    expect(replies.filter(({ body }) => body.includes(SECRET))).toEqual([])
  }
  const answer = await desk.by.editor.get(planted.routes.find(path => path.endsWith('/answer')) ?? '')
  expect(answer.body).toContain('Bearer ****')
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
  const posted = await desk.anonymous.ask('/open-api/v1/orders', { method: 'POST', body: '{' })
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

test('pages of next-auth redirect to the sign-in page, and its unused paths do not exist', async ({
  desk,
}) => {
  for (const path of [
    'signin',
    'signin/credentials',
    'signout',
    'error?error=Configuration',
    'verify-request',
  ]) {
    const reply = await desk.anonymous.get(`/api/auth/${path}`)
    expect([path, reply.status, reply.headers.location, reply.body]).toEqual([path, 303, '/sign-in', ''])
  }
  const posts = ['signin/credentials', 'callback/other', 'session', '_log', 'signout/x']
  const replies = await Promise.all([
    ...['nothing', 'callback/credentials', 'csrf/x'].map(path => desk.anonymous.get(`/api/auth/${path}`)),
    ...posts.map(path =>
      desk.anonymous.ask(`/api/auth/${path}`, { method: 'POST', headers: ours, body: 'a=b' }),
    ),
  ])
  expect(replies.map(reply => reply.status)).toEqual(replies.map(() => 404))
})

test('signing in and out accepts only requests of the desk’s own pages', async ({ desk }) => {
  const origins = ['https://evil.example', 'null', `${publicUrl}.evil.example`, 'http://desk.shop.example']
  for (const origin of origins) {
    const { reply, caller } = await signInBy(desk.server, operatorAccount, { origin })
    expect([origin, reply.status, caller.cookie]).toEqual([origin, 403, ''])
  }
  for (const path of ['callback/credentials', 'callback/second-step', 'signout']) {
    const reply = await desk.by.viewer.ask(`/api/auth/${path}`, { method: 'POST', body: 'json=true' })
    expect([path, reply.status]).toEqual([path, 403])
  }
  expect((await desk.by.viewer.get('/unknown/count')).status).toBe(200)
})

test('wrong passwords from other networks block no account, and the sixth from one network is refused', async ({
  desk,
}) => {
  // A new password ends the sessions of its account; the other tests need that of the administrator.
  const email = 'guessed@shop.example'
  await letIn(desk.by.administrator, 'editor', actionOf, email)
  const from = (address: string, password: string, cookie = '') =>
    signInBy(desk.server, { email, password }, { 'x-forwarded-for': address, cookie })
  const { caller: known } = await from('203.0.113.1', operatorAccount.password)
  const device = known.cookie.split('; ').find(cookie => cookie.includes('lading-device')) ?? ''
  const [made = ''] = (
    (await from('203.0.113.2', operatorAccount.password)).reply.headers['set-cookie'] ?? []
  ).filter(cookie => cookie.includes('lading-device'))
  expect(made).toMatch(/^__Secure-lading-device-[\da-f]{16}=/)
  for (const flag of ['HttpOnly', 'Secure', 'SameSite=lax', 'Path=/api/auth']) expect(made).toContain(flag)

  // An attacker guesses from two networks; in one of them, an IPv6 /64, each try has its own address.
  const guesses = await Promise.all(
    Array.from({ length: 12 }, (_, n) => from(n % 2 ? '203.0.113.7' : `2001:db8:1:2::${n}`, `guess ${n}`)),
  )
  expect(guesses.map(({ reply }) => reply.status).toSorted()).toEqual([
    ...Array.from({ length: 10 }, () => 401),
    429,
    429,
  ])
  const right = operatorAccount.password
  // The right password is refused there, too; but not on a known device, from another network, or in an open session.
  expect((await from('203.0.113.7', right)).reply.status).toBe(429)
  expect((await from('2001:db8:1:2:ffff::1', right)).reply.status).toBe(429)
  expect((await from('203.0.113.7', right, device)).reply.status).toBe(200)
  expect((await from('198.51.100.9', right)).reply.status).toBe(200)
  const changed = await known.act(actionOf('changePassword'), { current: right, password: right })
  expect(changed.answer).toMatchObject({ ok: true })

  // A known device has its own tries, and no more than others.
  const onDevice: number[] = []
  for (let n = 0; n < 6; n++) onDevice.push((await from('198.51.100.7', `guess ${n}`, device)).reply.status)
  expect(onDevice).toEqual([401, 401, 401, 401, 401, 429])
  // An address that the client invented is not the address that the proxy saw.
  expect((await from('198.51.100.200, 203.0.113.7', right)).reply.status).toBe(429)
})

test('original files of a draft have a size limit, and the refusal says what to do', async ({
  desk,
  planted,
}) => {
  const draft = planted.desk.map(path => /^\/orders\/japan\/([\da-v]{12})/.exec(path)?.[1]).find(Boolean)
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
    desk.by.editor.ask(`/drafts/${draft}/sources`, {
      method: 'POST',
      headers,
      body: JSON.stringify(file(id, size)),
    })
  const put = (position: number) =>
    desk.by.editor.ask(`/drafts/${draft}/sources/small-file/parts/${position}`, {
      method: 'PUT',
      headers: ours,
      body: Buffer.alloc(600_000),
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
  planted,
}) => {
  const open = pages()
    .filter(page => !page.isDesk)
    .map(page => page.path)
  // The short address of Settings › About, the API page in the desk and the set-up of a second factor redirect a caller without a session.
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
  const paths = [...planted.desk, ...open, '/no/such/page', '/no-such.html', '/history/orders/a.b']
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

test('cookies are locked to the host and to https, small, and invalid when their session ends', async ({
  desk,
}) => {
  const account = { ...operatorAccount, email: 'cookies@shop.example' }
  await letIn(desk.by.administrator, 'editor', actionOf, account.email)
  const { caller, reply } = await signInBy(desk.server, account)
  const [session = ''] = (reply.headers['set-cookie'] ?? []).filter(cookie =>
    cookie.includes('session-token'),
  )
  expect(session).toMatch(/^__Secure-next-auth\.session-token=/)
  // Names and values of attributes are case-insensitive (RFC 6265, 5.2).
  for (const flag of ['httponly', 'secure', 'samesite=lax', 'path=/'])
    expect(session.toLowerCase()).toContain(`; ${flag}`)
  expect(session.toLowerCase()).not.toContain('; domain')
  expect(session.length).toBeLessThan(4096)
  const isIn = async (who: Caller) => (await who.get('/unknown/count')).status === 200

  // A new password ends the other sessions, signing out ends this one: copies of their cookies are worthless.
  const { caller: elsewhere } = await signInBy(desk.server, account)
  expect([await isIn(caller), await isIn(elsewhere)]).toEqual([true, true])
  const { password } = account
  const changed = await caller.act(actionOf('changePassword'), { current: password, password })
  expect(changed.answer).toMatchObject({ ok: true })
  expect([await isIn(caller), await isIn(elsewhere)]).toEqual([true, false])
  await caller.act(actionOf('signOut'), {})
  expect(await isIn(caller)).toBe(false)
  expect(await isIn(desk.by.viewer)).toBe(true)
})

test('a removed operator is signed out at once with every copy of the cookie, and cannot sign in again', async ({
  desk,
}) => {
  const { caller: administrator } = await signInBy(desk.server)
  const email = 'leaver@shop.example'
  const leaver = await letIn(administrator, 'editor', actionOf, email)
  const copy = new Caller(desk.server, leaver.cookie)
  const nameDraft = actionOf('nameDraft')
  const statuses = async () => [
    (await copy.get('/unknown/count')).status,
    (await copy.get('/settings/account')).status,
    (await copy.act(nameDraft, null)).answer?.problem?.code,
  ]
  expect(await statuses()).toEqual([200, 200, 'input'])
  const team = await administrator.get('/settings/team', { rsc: '1' })
  const id = new RegExp(`"id":"([^"]+)","email":"${email}"`).exec(team.body)?.[1]
  expect((await administrator.act(actionOf('remove', 'team'), { id })).answer).toMatchObject({ ok: true })
  expect(await statuses()).toEqual([401, 307, 'signed-out'])
  const again = await signInBy(desk.server, { ...operatorAccount, email })
  expect([again.reply.status, again.caller.cookie.includes('session-token')]).toEqual([401, false])
})

test('passwords outside their bounds are refused by the server, whatever its pages accept', async ({
  desk,
}) => {
  const { password: current } = operatorAccount
  for (const password of ['a'.repeat(7), 'a'.repeat(129), '']) {
    const tried = await Promise.all([
      desk.by.viewer.act(actionOf('changePassword'), { current, password }),
      desk.anonymous.act(actionOf('join'), { name: 'Eve', password, token: 'x' }),
      desk.anonymous.act(actionOf('setUp'), { email: 'eve@shop.example', name: 'Eve', password, token: 'x' }),
    ])
    expect(tried.map(({ answer }) => answer?.problem?.code)).toEqual(['input', 'input', 'input'])
  }
})

test('passwords that are easy to guess are refused by the server, with the reason', async ({ desk }) => {
  const { password: current } = operatorAccount
  const reasons: [password: string, reason: RegExp][] = [
    ['P@ssw0rd2026', /password is too common/],
    ['Lading-2026', /similar to “Lading”/],
    ['viewer-1234', /similar to your name/],
    ['shop.example', /similar to your email/],
  ]
  for (const [password, reason] of reasons) {
    const { answer } = await desk.by.viewer.act(actionOf('changePassword'), { current, password })
    expect(answer?.problem?.fields).toEqual([{ name: 'password', message: expect.stringMatching(reason) }])
  }
})

test('signing in redirects to no other site, and no other provider exists', async ({ desk }) => {
  const providers = await desk.anonymous.get('/api/auth/providers')
  expect(Object.keys(JSON.parse(providers.body))).toEqual(['credentials', 'second-step'])
  const corpus = ['https://evil.example', '//evil.example', '/\\evil.example', 'https:evil.example']
  const more = [
    'javascript:alert(1)',
    '/%5Cevil.example',
    `${publicUrl}@evil.example`,
    `${publicUrl}.evil.example`,
  ]
  for (const callbackUrl of [...corpus, ...more]) {
    const encoded = encodeURIComponent(callbackUrl)
    const asked = await desk.by.viewer.get(`/sign-in?callbackUrl=${encoded}`)
    const to = new URL(asked.headers.location ?? '', publicUrl)
    expect([asked.status, to.origin]).toEqual([307, publicUrl])
    const out = await desk.anonymous.get(`/api/auth/signin?callbackUrl=${encoded}`)
    expect(new URL(out.headers.location ?? publicUrl, publicUrl).origin).toBe(publicUrl)
  }
})

test('eleven megabytes reach the API to the last byte', async ({ desk }) => {
  const { secretKey } = await desk.server.issueCredentials('large')
  const product = (shopProductId: string) => JSON.stringify({ shopProductId, unknown: 'ü' })
  const body = `{"products":[${product('FIRST')},${' '.repeat(11 * 1024 * 1024)}${product('LAST')}]}`
  const headers = { authorization: secretKey, 'content-type': 'application/json' }
  const whole = await desk.anonymous.ask('/open-api/v1/link/products', { method: 'POST', headers, body })
  expect(whole.body).toContain('LAST')
  const cut = await desk.anonymous.ask('/open-api/v1/link/products', {
    method: 'POST',
    headers,
    body: body.slice(0, -1),
  })
  expect(cut.status).toBe(400)
})

test('an unknown caller of the API is refused before the body, and the rest of the body is not read', async ({
  desk,
}) => {
  const { line, sent } = await sendEndless(desk.server.url, '/open-api/v1/orders', 300 * 1024 * 1024)
  expect(line).toContain(' 401 ')
  // The server has responded before the first byte of the body; the two systems buffer a few megabytes until one
  // closes.
  expect(sent).toBeLessThan(10 * 1024 * 1024)
})

test('a malformed request is refused without details of the server', async ({ desk, planted }) => {
  expect((await desk.by.administrator.get('/unknown/count')).status).toBe(200)
  const { id, page } = actionOf('nameDraft')
  const act = (body: string, more: Record<string, string> = {}) =>
    desk.by.administrator.ask(page, {
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
    desk.anonymous.ask('/open-api/v1/orders', { method: 'POST', body: '{' }),
    desk.anonymous.ask('/api/auth/callback/credentials', { method: 'POST', body: 'email=a' }),
    desk.anonymous.get('/api/auth/nothing'),
    desk.anonymous.get('/%E0%A4%A'),
    desk.by.administrator.get('/%00'),
    ...planted.routes.map(path => desk.by.viewer.get(path.replace(/[\da-f]{8}-/, '%27%22-'))),
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
