import { randomUUID } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sampleOrders } from '@/lib/sheet/sample'
import { type Caller, ours, publicUrl, signInBy } from './callers'
import { actionOf, test as base, type Desk, expect } from './desk'
import type { Reply } from './http'
import { pages } from './inventory'
import { operatorAccount } from './server'

// Requests only: what comes out of the server, to whom, and with which headers.

/** What an operator's texts and a connection's secrets are recognised by, wherever they come out. */
const TEXT = 'canary-Óengus'
const SECRET = 'canary-0123456789-'

interface Planted {
  /** Every page of the desk, with parameters that lead to what was planted. */
  readonly desk: readonly string[]
  readonly routes: readonly string[]
}

const test = base.extend<object, { planted: Planted }>({
  planted: [async ({ desk }, use) => use(await plant(desk)), { scope: 'worker', timeout: 60_000 }],
})

/** A draft of one order that was checked at a service which sends back all it was sent, credentials included. */
async function plant({ echo, by }: Desk): Promise<Planted> {
  const connection = {
    name: TEXT,
    environment: 'test',
    baseUrl: echo,
    accessToken: `${SECRET}token`,
    secretKey: `${SECRET}key`,
    warehouses: '1',
    checkSize: '10',
    registerSize: '10',
    checkParallel: '1',
  }
  const saved = await by.administrator.act(actionOf('saveConnection'), connection)
  expect(saved.answer).toMatchObject({ ok: true })
  const listed = await by.registrar.get('/connections', { rsc: '1' })
  const connectionId = new RegExp(`"id":"([^"]+)","name":"${TEXT}"`).exec(listed.body)?.[1] ?? ''
  const draft = { draftId: randomUUID(), sheetId: 'orders/japan', connectionId }
  const [order] = sampleOrders(1, 555_001)
  const stored = await by.editor.act(actionOf('saveDraft'), {
    ...draft,
    name: TEXT,
    records: 1,
    sitting: randomUUID(),
    seq: 1,
    seen: 0,
    lines: [{ id: randomUUID(), rank: 1, texts: { ...order, 'recipient.name': TEXT }, before: null }],
    removes: [],
  })
  expect(stored.answer).toMatchObject({ ok: true })
  const checked = await by.editor.act(actionOf('check'), { ...draft, clientRequestId: randomUUID() })
  const { runId } = (checked.answer?.value ?? {}) as { runId: string }
  const tried = await by.registrar.ask(`/connections/${connectionId}/test`, { method: 'POST', headers: ours })
  expect(tried.status).toBe(200)
  let requestId: string | undefined
  await expect
    .poll(async () => {
      const run = await by.viewer.get(`/history/runs/${runId}`)
      requestId = /\/history\/requests\/([\w-]+)/.exec(run.body)?.[1]
      return requestId
    })
    .toBeDefined()
  const request = `/history/requests/${requestId}`
  await expect.poll(async () => (await by.editor.get(`${request}/answer`)).status).toBe(200)
  const patterns = pages().filter(page => page.isDesk)
  const lines = `/drafts/${draft.draftId}`
  return {
    desk: [
      ...patterns.map(page => page.path).filter(path => !/\/(runs|requests)\/nobody$/.test(path)),
      '/orders/japan',
      `/orders/japan/${draft.draftId}`,
      `/history?q=${encodeURIComponent(TEXT)}`,
      `/history/runs/${runId}`,
      request,
    ],
    routes: [
      `${lines}/lines`,
      `${lines}/changes`,
      `${lines}/news?connection=${connectionId}`,
      `${request}/body`,
      `${request}/answer`,
      `/history/drafts/${draft.draftId}/ids?format=csv&columns=all`,
    ],
  }
}

/** Other ways to ask for a page, some of which once led around guards (CVE-2025-29927 and its like). */
const ways: Record<string, (path: string) => { path: string; headers?: Record<string, string> }> = {
  plain: path => ({ path }),
  rsc: path => ({ path: withQuery(path, '_rsc=1abcd'), headers: { rsc: '1' } }),
  prefetch: path => ({ path, headers: { rsc: '1', 'next-router-prefetch': '1' } }),
  'tree segment': path => ({ path, headers: segment('/_tree') }),
  'page segment': path => ({ path, headers: segment('/__PAGE__') }),
  'router state': path => ({
    path,
    headers: {
      rsc: '1',
      'next-router-state-tree': encodeURIComponent('["",{"children":["__PAGE__",{}]},null,"refetch"]'),
    },
  }),
  '.rsc': path => ({ path: `${bare(path)}.rsc` }),
  '.segments': path => ({ path: `${bare(path)}.segments/_tree.segment.rsc` }),
  data: path => ({ path: `/_next/data/build${bare(path)}.json`, headers: { 'x-nextjs-data': '1' } }),
  'data header': path => ({ path, headers: { 'x-nextjs-data': '1' } }),
  subrequest: path => ({
    path,
    headers: { 'x-middleware-subrequest': Array.from({ length: 5 }, () => 'proxy').join(':') },
  }),
  'older subrequest': path => ({
    path,
    headers: { 'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware' },
  }),
  'inner headers': path => ({
    path: '/sign-in',
    headers: { 'x-matched-path': path, 'x-invoke-path': path, 'x-original-url': path, 'x-rewrite-url': path },
  }),
  'double slash': path => ({ path: `//${path.slice(1)}` }),
  encoded: path => ({ path: path.replace(/[a-z]/, letter => `%${letter.charCodeAt(0).toString(16)}`) }),
  capitals: path => ({ path: path.toUpperCase() }),
}

const bare = (path: string) => (path.split('?')[0] === '/' ? '/index' : (path.split('?')[0] ?? ''))
const withQuery = (path: string, query: string) => `${path}${path.includes('?') ? '&' : '?'}${query}`
const segment = (path: string) => ({
  rsc: '1',
  'next-router-prefetch': '1',
  'next-router-segment-prefetch': path,
})

const tells = ({ body, headers }: Reply) =>
  [TEXT, SECRET, operatorAccount.email].some(canary => `${body}${JSON.stringify(headers)}`.includes(canary))

test('who is not signed in learns nothing of the desk, however its pages and routes are asked for', async ({
  desk,
  planted,
}) => {
  const seen = await Promise.all(
    [...planted.desk, ...planted.routes].map(
      async path => [path, await desk.by.administrator.get(path)] as const,
    ),
  )
  // The canaries are where they should be, else their absence would say nothing.
  expect(seen.filter(([, reply]) => tells(reply)).length).toBeGreaterThan(12)
  const asked = [
    ...planted.desk.flatMap(page => Object.values(ways).map(way => ({ method: 'GET', ...way(page) }))),
    ...planted.desk.map(path => ({ method: 'POST', path, headers: {} })),
    ...planted.routes.flatMap(path =>
      ['plain', 'subrequest'].map(name => ({ method: 'GET', ...ways[name]?.(path) })),
    ),
  ]
  const leaks = await Promise.all(
    asked.map(async ({ method, path = '/', headers }) => {
      const reply = await desk.nobody.ask(path, { method, headers: { ...ours, ...headers } })
      return tells(reply) ? [`${method} ${path} ${JSON.stringify(headers)}: ${reply.status}`] : []
    }),
  )
  expect(leaks.flat()).toEqual([])
})

test('secrets of connections come out nowhere, not even when the service sends them back', async ({
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

/** What every answer to a browser says of itself; this server is reached by https. */
const wanted: Record<string, RegExp> = {
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^no-referrer$/,
  'cache-control': /private.*no-store/,
  'strict-transport-security': /^max-age=\d{8}/,
  'content-security-policy': /'nonce-/,
}

test('every page has a policy with a nonce of its own, and no script without it', async ({
  desk,
  planted,
}) => {
  const open = pages()
    .filter(page => !page.isDesk)
    .map(page => page.path)
  expect(open.toSorted()).toEqual(['/bench/grid', '/invitation', '/open-api', '/setup', '/sign-in'])
  const paths = [...planted.desk, ...open, '/no/such/page', '/no-such.html', '/history/orders/a.b']
  const replies = await Promise.all(
    paths.flatMap(path => [desk.by.administrator.get(path), desk.nobody.get(path)]),
  )
  const html = replies.filter(reply => reply.headers['content-type']?.startsWith('text/html'))
  expect(html.length).toBeGreaterThan(25)
  const nonces = html.map(reply => {
    const policy = String(reply.headers['content-security-policy'])
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
    const tags = [...reply.body.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag)
    expect(tags.filter(tag => !tag.includes(`nonce="${nonce}"`))).toEqual([])
    expect(reply.body).not.toMatch(/<[^>]+\son\w+=/)
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

test('cookies are locked to the host and to https, small, and over when they should be', async ({ desk }) => {
  const { caller, reply } = await signInBy(desk.server)
  const [session = ''] = (reply.headers['set-cookie'] ?? []).filter(cookie =>
    cookie.includes('session-token'),
  )
  expect(session).toMatch(/^__Secure-next-auth\.session-token=/)
  for (const flag of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/']) expect(session).toContain(flag)
  expect(session).not.toContain('Domain')
  expect(session.length).toBeLessThan(4096)
  const isIn = async (who: Caller) => (await who.get('/unknown/count')).status === 200

  // A new password ends the other sessions, signing out ends this one: copies of their cookies are worth nothing.
  const { caller: elsewhere } = await signInBy(desk.server)
  expect([await isIn(caller), await isIn(elsewhere)]).toEqual([true, true])
  const { password } = operatorAccount
  const changed = await caller.act(actionOf('changePassword'), { current: password, password })
  expect(changed.answer).toMatchObject({ ok: true })
  expect([await isIn(caller), await isIn(elsewhere)]).toEqual([true, false])
  await caller.act(actionOf('signOut'), {})
  expect(await isIn(caller)).toBe(false)
  expect(await isIn(desk.by.viewer)).toBe(true)
})

test('signing in leads nowhere else, and through no other provider', async ({ desk }) => {
  const providers = await desk.nobody.get('/api/auth/providers')
  expect(Object.keys(JSON.parse(providers.body))).toEqual(['credentials'])
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
    const out = await desk.nobody.get(`/api/auth/signin?callbackUrl=${encoded}`)
    expect(new URL(out.headers.location ?? publicUrl, publicUrl).origin).toBe(publicUrl)
  }
})

test('eleven megabytes reach the API to the last byte', async ({ desk }) => {
  const { secretKey } = await desk.server.issueCredentials('large')
  const product = (shopProductId: string) => JSON.stringify({ shopProductId, unknown: 'ü' })
  const body = `{"products":[${product('FIRST')},${' '.repeat(11 * 1024 * 1024)}${product('LAST')}]}`
  const headers = { authorization: secretKey, 'content-type': 'application/json' }
  const whole = await desk.nobody.ask('/open-api/v1/link/products', { method: 'POST', headers, body })
  expect(whole.body).toContain('LAST')
  const cut = await desk.nobody.ask('/open-api/v1/link/products', {
    method: 'POST',
    headers,
    body: body.slice(0, -1),
  })
  expect(cut.status).toBe(400)
})

test('what is malformed is refused without a word about the inside of the server', async ({
  desk,
  planted,
}) => {
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
    desk.nobody.ask('/open-api/v1/orders', { method: 'POST', body: '{' }),
    desk.nobody.ask('/api/auth/callback/credentials', { method: 'POST', body: 'email=a' }),
    desk.nobody.get('/api/auth/nothing'),
    desk.nobody.get('/%E0%A4%A'),
    desk.by.administrator.get('/%00'),
    ...planted.routes.map(path => desk.by.viewer.get(path.replace(/[\da-f]{8}-/, '%27%22-'))),
  ])
  const inside = /\bat (async )?[\w.<>]+ \(|node_modules|\.next\/|\/work\/|\.tsx?:\d+|SQLITE|select /
  expect(replies.filter(({ body }) => inside.test(body) || body.includes(desk.server.dataDir))).toEqual([])
  expect(replies[4]?.status).toBeGreaterThanOrEqual(400)
})

test('what the server keeps is closed to other users of the machine', ({ desk }) => {
  const files = readdirSync(desk.server.dataDir, { recursive: true, encoding: 'utf8' })
  expect(files).toContain('keys.json')
  const open = ['.', ...files].filter(name => (statSync(join(desk.server.dataDir, name)).mode & 0o077) !== 0)
  expect(open).toEqual([])
})
