import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { limitActions } from './limit-actions'
import { isRequestFailure, requestFailureOf } from './request-failure'

/** Responds to no action, sends the beginning of one to `/half`, and answers all other requests. */
const server = createServer(({ url, headers }, response) => {
  if (headers['next-action'] === undefined) response.end('page')
  else if (url === '/half') response.write('0:{')
})

beforeEach(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** Sends a request as a page does whose actions end at once. */
function send(path: string, headers: Record<string, string>): Promise<string> {
  const page = { fetch: globalThis.fetch }
  limitActions(page, 1)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
  return page.fetch(url, { method: 'POST', headers }).then(response => response.text())
}

test.each(['/', '/half'])(
  'an action whose response does not come from %s fails as without a network',
  async path => {
    const failure: unknown = await send(path, { 'Next-Action': 'abc' }).catch(error => error)
    expect(isRequestFailure(failure)).toBe(true)
    expect(requestFailureOf(failure)).toBe('offline')
  },
)

test('other requests of a page may take any time', async () => {
  expect(await send('/', {})).toBe('page')
})
