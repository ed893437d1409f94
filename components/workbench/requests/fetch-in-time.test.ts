import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchInTime } from './fetch-in-time'

/** Has the response to `/slow` continue, and ends it. */
let slow: { write(part: string): void; end(part: string): void } | undefined

/**
 * Receives requests, and responds to those for `/` only: `/silent` gets nothing, `/half` an unfinished body, and
 * `/slow` what a test writes.
 */
const server = createServer(({ url }, response) => {
  if (url === '/slow') slow = response
  if (url === '/') response.end('saved')
  if (url === '/half') response.write('sav')
})
const urlOf = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
const text = (response: Response) => response.text()

beforeEach(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(() => {
  vi.useRealTimers()
  server.closeAllConnections()
  server.close()
})

test('a response in time is read', async () => {
  expect(await fetchInTime(urlOf('/'), {}, text)).toBe('saved')
})

test('a large response may take longer than a minute, as long as more of it arrives', async () => {
  const parts = new EventEmitter()
  const read = async ({ body }: Response) => {
    let text = ''
    for await (const part of body ?? []) {
      text += Buffer.from(part).toString()
      parts.emit('part')
    }
    return text
  }
  const requested = once(server, 'request')
  const response = fetchInTime(urlOf('/slow'), {}, read)
  await requested
  vi.advanceTimersByTime(50_000)
  const arrived = once(parts, 'part')
  slow?.write('sav')
  await arrived
  vi.advanceTimersByTime(50_000)
  slow?.end('ed')
  expect(await response).toBe('saved')
})

test.each(['/silent', '/half'])(
  'a request for %s fails after a minute instead of waiting for ever',
  async path => {
    const arrived = once(server, 'request')
    const response = fetchInTime(urlOf(path), {}, text)
    const failure = expect(response).rejects.toThrow('aborted')
    await arrived
    vi.advanceTimersByTime(60_000)
    await failure
  },
)

test('a request of a page that is left ends', async () => {
  const leave = new AbortController()
  const arrived = once(server, 'request')
  const response = fetchInTime(urlOf('/silent'), { signal: leave.signal }, text)
  const failure = expect(response).rejects.toThrow('aborted')
  await arrived
  leave.abort()
  await failure
})
