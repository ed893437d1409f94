import { expect, test } from 'vitest'
import { leaveUnread } from './unread-body'

/** A request with a body in chunks of 1,000 bytes, and how many of them were taken. */
function withBody(chunks: number, headers: HeadersInit) {
  const taken = { chunks: 0 }
  const body = new ReadableStream(
    {
      pull: controller => {
        if (taken.chunks === chunks) return controller.close()
        taken.chunks++
        controller.enqueue(new Uint8Array(1000))
      },
    },
    { highWaterMark: 0 },
  )
  const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit
  return { request: new Request('http://desk.example', init), taken }
}

/** Headers of long bodies, or of bodies of any length. */
const long: HeadersInit[] = [{ 'content-length': '1000001' }, { 'transfer-encoding': 'chunked' }]

/** Whether the connection serves another request after the response. */
const staysOpen = (request: Request) =>
  leaveUnread(request, new Response()).headers.get('connection') !== 'close'

test('a short body that is not read is drained, so that the connection serves the next request', async () => {
  const { request, taken } = withBody(5, { 'content-length': '5000' })
  expect(staysOpen(request)).toBe(true)
  await expect.poll(() => taken.chunks).toBe(5)
  expect(staysOpen(new Request('http://desk.example', { method: 'POST' }))).toBe(true)
  expect(staysOpen(new Request('http://desk.example'))).toBe(true)
})

test('after a body that is long, or may be, the connection closes and nothing of it is taken', async () => {
  for (const headers of [...long, {}]) {
    const { request, taken } = withBody(2000, headers)
    expect(staysOpen(request)).toBe(false)
    expect(taken.chunks).toBe(0)
  }
})

test('a body of a GET, which its handler cannot see, is found by its headers', () => {
  for (const headers of long) expect(staysOpen(new Request('http://desk.example', { headers }))).toBe(false)
})
