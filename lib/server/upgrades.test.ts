import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { handleUpgrades } from './upgrades'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** A server that echoes requests and has a web socket, like Next's in development. */
async function listen(mode: 'production' | 'development'): Promise<number> {
  closers.push(handleUpgrades(mode === 'development'))
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const { method, url, headers } = request
      response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(chunks).toString() }))
    })
  })
  server.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\nhello'))
  closers.push(() => server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** The whole response to these chunks, sent one after the other. @param next sent after the first response */
async function ask(port: number, pieces: readonly string[], next?: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', chunk => {
    text += chunk
  })
  for (const piece of pieces)
    await new Promise<void>(sent => socket.write(piece, 'latin1', () => setImmediate(sent)))
  if (next) await once(socket, 'data')
  if (next) socket.write(next, 'latin1')
  await once(socket, 'close')
  return text
}

const offer = [
  'Connection: close, Upgrade, HTTP2-Settings',
  'Upgrade: h2c',
  'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA',
]
const head = (first: string, ...lines: string[]) =>
  `${[first, 'Host: desk', 'X-Name: h\xf6', ...lines].join('\r\n')}\r\n\r\n`

const modes = ['production', 'development'] as const

test.each(modes)(
  'in %s a request that offers h2c gets a response in HTTP/1.1, including its body',
  async mode => {
    const port = await listen(mode)
    const get = await ask(port, [head('GET /a HTTP/1.1', ...offer)])
    expect(get).toMatch(/^HTTP\/1\.1 200 /)
    expect(get).toContain('"method":"GET","url":"/a"')
    expect(get).toContain('"x-name":"hö"')
    const length = head('POST /b HTTP/1.1', ...offer, 'Content-Length: 8')
    expect(await ask(port, [length, 'or', 'ders=1'])).toMatch(/200 OK[\s\S]*"body":"orders=1"/)
    expect(await ask(port, [`${length}orders=2`])).toMatch(/200 OK[\s\S]*"body":"orders=2"/)
    const chunked = head('POST /c HTTP/1.1', ...offer, 'Transfer-Encoding: chunked')
    expect(await ask(port, [chunked, '3\r\nord\r\n', '5\r\ners=3\r\n0\r\n\r\n'])).toMatch(/"body":"orders=3"/)
  },
)

test.each(modes)(
  'in %s two consecutive requests that offer h2c on one connection get responses',
  async mode => {
    const port = await listen(mode)
    const first = head(
      'GET /1 HTTP/1.1',
      'Connection: Upgrade, HTTP2-Settings',
      'Upgrade: h2c',
      'HTTP2-Settings: AA',
    )
    const both = await ask(port, [first], head('GET /2 HTTP/1.1', ...offer))
    expect(both).toMatch(/"url":"\/1"[\s\S]*"url":"\/2"/)
  },
)

test('in development an offer of a web socket still goes to Next', async () => {
  const port = await listen('development')
  const request = head('GET /_next/hmr HTTP/1.1', 'Connection: Upgrade', 'Upgrade: websocket')
  expect(await ask(port, [request])).toMatch(/^HTTP\/1\.1 101 [\s\S]*hello$/)
})
