import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { limitActions } from './limit-actions'
import { isRequestFailure, requestFailureOf } from './request-failure'

/** Responds to no action, sends the beginning of a response from `/half` and `/cut`, and answers all other requests. */
const server = createServer(({ url, headers }, response) => {
  if (headers['next-action'] === undefined) response.end('page')
  else if (url === '/whole') response.end('0:{}')
  else if (url === '/half') response.write('0:{')
  else if (url === '/cut') response.write('0:{', () => response.destroy())
})

beforeEach(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** Sends a request as a page does whose actions end after a while, in milliseconds. */
function send(path: string, headers: Record<string, string>, timeout = 1): Promise<Response> {
  const page = { fetch: globalThis.fetch }
  limitActions(page, timeout)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
  return page.fetch(url, { method: 'POST', headers })
}

const action = { 'Next-Action': 'abc' }

test.each(['/', '/half'])(
  'an action whose response does not come from %s fails as without a network',
  async path => {
    const failure: unknown = await send(path, action).catch(error => error)
    expect(isRequestFailure(failure)).toBe(true)
    expect(requestFailureOf(failure)).toBe('offline')
  },
)

test('a response that is cut off is not begun, and one that is complete can be read', async () => {
  await expect(send('/cut', action, 60_000)).rejects.toThrow()
  expect(await (await send('/whole', action, 60_000)).text()).toBe('0:{}')
})

test('other requests of a page may take any time', async () => {
  expect(await (await send('/', {})).text()).toBe('page')
})
