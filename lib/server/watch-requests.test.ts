import { once } from 'node:events'
import { createServer, get, type RequestListener, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type RequestEvent, subscribe } from '@/lib/telemetry/events'
import { markInternal } from './internal-servers'
import { watchRequests } from './watch-requests'

watchRequests({ of: url => (url.startsWith('/orders/') ? '/orders/[id]' : 'other') })

const events: RequestEvent[] = []
subscribe('request', event => events.push(event))

const servers: Server[] = []
afterEach(() => {
  events.length = 0
  for (const server of servers.splice(0)) server.close()
})

async function serve(listener: RequestListener): Promise<{ server: Server; url: string }> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** The event of a request whose response the client has read already, or will never read. */
async function nextEvent(): Promise<RequestEvent> {
  await expect.poll(() => events).toHaveLength(1)
  const [event] = events
  if (!event) throw new Error('there is no event')
  return event
}

test('a request is announced by its route and its status, and named in the response', async () => {
  const { url } = await serve((_, response) => void response.writeHead(404).end('x'.repeat(1_000)))
  const response = await fetch(`${url}/orders/taro@example.jp?name=Taro`)
  await response.text()
  const event = await nextEvent()
  expect(event).toMatchObject({ method: 'GET', route: '/orders/[id]', status: 404, isAborted: false })
  expect(event.bytes).toBeGreaterThan(1_000)
  expect(event.id).toMatch(/^[\da-f]{16}$/)
  expect(response.headers.get('x-request-id')).toBe(event.id)
  expect(JSON.stringify(event)).not.toMatch(/taro/i)
})

test('a client that leaves before there is a status is announced as aborted', async () => {
  const { url } = await serve(() => leaving.destroy())
  const leaving = get(`${url}/orders/1`)
  leaving.on('error', () => {})
  expect(await nextEvent()).toMatchObject({ status: 0, isAborted: true })
})

test('responses on one connection are counted apart', async () => {
  const { url } = await serve((_, response) => void response.end('x'.repeat(50_000)))
  for (const _ of [1, 2]) await (await fetch(url)).text()
  await expect.poll(() => events).toHaveLength(2)
  expect(events[1]?.bytes).toBeLessThan(60_000)
})

test('methods are those of HTTP, and internal servers are left out', async () => {
  const { server, url } = await serve((_, response) => void response.end())
  const sent = request(url, { method: 'PROPFIND' }).end()
  const [response] = await once(sent, 'response')
  response.resume()
  expect(await nextEvent()).toMatchObject({ method: 'PROPFIND' })
  markInternal(server)
  await (await fetch(url)).text()
  expect(events).toHaveLength(1)
})
