import { once } from 'node:events'
import { connect } from 'node:net'
import { send } from '../support/network/http'
import { Server } from '../support/server'
import { Caller, ours, publicUrl, signInBy } from './callers'
import { actionOf, expect, test } from './desk'

// Requests without a page: bulk requests by strangers, and the work of operators meanwhile.

const action = (id: string) => ({
  accept: 'text/x-component',
  'content-type': 'text/plain;charset=UTF-8',
  'next-action': id,
  ...ours,
})
/** A body of many small objects, the slowest input for the decoder of actions. In bytes. */
const objects = (length: number) => `[${'{},'.repeat(Math.floor(length / 3) - 1)}0]`

/** The limit for a response to the headers; a response that waits for the body never comes. In milliseconds. */
const PATIENCE_MS = 10_000

/**
 * Sends the headers of an action of 1 MB and one byte of its body.
 * @returns the first line of a response that did not wait for the body; '' if the server waits for it
 */
async function statusLineOf(url: string, headers: Record<string, string>): Promise<string> {
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname)
  const lines = Object.entries({ Host: host, 'Content-Length': '1000000', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  socket.write(`POST /setup HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n[`)
  try {
    const [response] = (await once(socket, 'data', { signal: AbortSignal.timeout(PATIENCE_MS) })) as [Buffer]
    return response.toString('latin1').split('\r\n')[0] ?? ''
  } catch {
    return ''
  } finally {
    socket.destroy()
  }
}

test('without a session, an action of 1 MB is refused before its body has come', async ({ desk }) => {
  const { id } = actionOf('setUp')
  const { server, by } = desk
  const cookie = by.viewer.cookie
  const forged = `${cookie.slice(0, -4)}AAAA`
  const { caller: over } = await signInBy(server)
  await over.act(actionOf('signOut'), {})
  const strangers: Record<string, string>[] = [{}, { cookie: forged }, { cookie: `x${cookie}` }]
  for (const who of strangers)
    expect(await statusLineOf(server.url, { ...action(id), ...who })).toMatch(/^HTTP\/1\.1 401 /)
  // An ended session is invalid within seconds, although the server signed its cookie.
  await expect
    .poll(() => statusLineOf(server.url, { ...action(id), cookie: over.cookie }))
    .toMatch(/^HTTP\/1\.1 401 /)
  for (const path of ['/setup', '/', '/open-api/v1/../../setup', '/open-api/v1', '//open-api/v1/orders']) {
    const reply = await desk.anonymous.send(path, {
      method: 'POST',
      headers: action(id),
      body: objects(1_000_000),
    })
    expect([path, reply.status, reply.body]).toEqual([path, 401, 'signed-out'])
  }
})

test('no spelling of an address of the service makes a page decode an action', async ({ desk }) => {
  const { id } = actionOf('setUp')
  for (const path of [
    '/open-api/v1/..%2f..%2fsetup',
    '/open-api/v1/%252e%252e/%252e%252e/setup',
    '/open-api/v1//setup',
    '/open-api/v1/setup.rsc',
    '/simulator/..%2fsetup',
    '/simulator/x/setup',
  ]) {
    const reply = await desk.anonymous.send(path, { method: 'POST', headers: action(id), body: '[null]' })
    expect([path, reply.headers['content-type']?.includes('x-component') ?? false]).toEqual([path, false])
    expect([path, reply.status]).not.toEqual([path, 200])
  }
})

test('an operator may send an action of 1 MB, but not a longer or endlessly nested one', async ({ desk }) => {
  const { viewer } = desk.by
  const nameDraft = actionOf('nameDraft')
  const long = 'x'.repeat(1_000_000)
  const { result } = await viewer.act(nameDraft, { long })
  // The server read it: the response is about the caller's role.
  expect(result?.problem?.code).toBe('role')
  const send = (body: string) =>
    viewer.send(nameDraft.page, { method: 'POST', headers: action(nameDraft.id), body })
  expect((await send(JSON.stringify([long + long]))).status).toBe(413)
  expect((await send('['.repeat(100_000))).status).toBe(400)
  expect((await send(`${'['.repeat(65)}${']'.repeat(65)}`)).status).toBe(400)
})

test('endlessly nested JSON is refused by routes of the desk and of the service', async ({ desk }) => {
  const deep = '['.repeat(3_800_000)
  const json = { 'content-type': 'application/json' }
  const route = await desk.by.editor.send('/drafts/no-such-draft/sources', {
    method: 'POST',
    headers: { ...json, ...ours },
    body: deep,
  })
  expect(route.status).toBe(400)
  const { accessToken } = await desk.server.issueCredentials('deep')
  const service = await desk.anonymous.send('/open-api/v1/orders', {
    method: 'POST',
    headers: { ...json, authorization: `Bearer ${accessToken}` },
    body: `{"data":${deep}`,
  })
  expect(service.status).toBe(400)
})

test('TRACE is not allowed anywhere', async ({ desk }) => {
  const paths = [
    '/',
    '/sign-in',
    '/healthz',
    '/open-api',
    '/open-api/v1/orders',
    '/api/auth/csrf',
    '/no/such',
    '/icon.svg',
  ]
  for (const path of [...paths, '/simulator/x/y', '/drafts/1/lines', '/_next/static/x.js']) {
    for (const who of [desk.anonymous, desk.by.administrator]) {
      const reply = await who.send(path, { method: 'TRACE' })
      expect([path, reply.status, reply.headers.allow]).toEqual([path, 405, expect.stringContaining('POST')])
    }
  }
})

test('an address with an impossible page number shows the first page', async ({ desk }) => {
  for (const path of [
    '/',
    '/orders/japan',
    '/orders/general',
    '/products',
    '/unknown',
    '/settings/products',
  ]) {
    for (const page of ['1e308', '-1', 'NaN', '9007199254740993', '1e5', '999999999']) {
      const reply = await desk.by.administrator.get(`${path}?page=${page}&from=${page}`)
      expect([path, page, reply.status]).toEqual([path, page, 200])
    }
  }
})

test('requests of strangers cause few log lines, without stacks and paths', async ({ desk }) => {
  const { server, anonymous } = desk
  const before = server.log.length
  const { id } = actionOf('setUp')
  const bodies = ['not JSON', '["$F1"]', objects(15_000), '["$T"]']
  for (let time = 0; time < 20; time++) {
    for (const body of bodies) await anonymous.send('/setup', { method: 'POST', headers: action(id), body })
    await anonymous.send('/no/such/page', { method: 'POST', headers: action('0'.repeat(42)), body: '[]' })
    await anonymous.send('/setup', {
      method: 'POST',
      headers: { ...action(id), origin: 'https://evil.example' },
      body: '[]',
    })
  }
  const lines = server.log.slice(before).split('\n').filter(Boolean)
  expect(lines.length).toBeGreaterThan(0)
  // Twenty per minute; the test may span two minutes.
  expect(lines.length).toBeLessThanOrEqual(42)
  expect(
    lines.filter(line => /"at":\[|\bat \w+.*:\d+:\d+|\/(?:app|node_modules|\.next|setup|no)\//.test(line)),
  ).toEqual([])
})

test('a caller who sends too much without a session waits; operators and the service do not', async () => {
  const server = await Server.start({ PUBLIC_URL: publicUrl })
  try {
    const { caller } = await signInBy(server)
    const { accessToken } = await server.issueCredentials('calm')
    // These are refused at their headers and take no time, so that a slow machine refuses as many as a fast one.
    const sent = { method: 'POST', headers: action(actionOf('setUp').id), body: objects(20_000) }
    const flood = await Promise.all(Array.from({ length: 300 }, () => send(server.url, '/setup', sent)))
    const refused = flood.filter(reply => reply.status === 429)
    expect(refused.length).toBeGreaterThan(10)
    expect(refused[0]?.headers['retry-after']).toBe('1')
    expect((await caller.get('/')).status).toBe(200)
    expect((await send(server.url, '/healthz')).status).toBe(200)
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` }
    const response = await send(server.url, '/open-api/v1/orders', {
      method: 'POST',
      headers,
      body: '{"data":[]}',
    })
    expect(response.status).toBe(400)
    // A caller that waits for the requested time gets its page.
    expect((await new Caller(server).get('/sign-in')).status).toBe(200)
  } finally {
    await server.close()
  }
})
