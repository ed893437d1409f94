import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'

// Row 45 of the fault matrix: whatever a service sends, this server's memory stays bounded.

const MB = 1024 * 1024

/** The result of a process that calls a service, which sends `respond` to any request. */
async function callService(respond: (socket: Socket) => void, deadlineMs = 30_000) {
  const server = createServer(socket => {
    socket.on('error', () => {})
    socket.once('data', () => respond(socket))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const args = ['--conditions=react-server', '--import', 'tsx', 'testing/client/memory-child.ts']
  const { stdout } = await promisify(execFile)(process.execPath, [...args, origin, String(deadlineMs)])
  return JSON.parse(stdout) as { code?: string; kept: number; grown: number }
}

/**
 * Sends the head of a response, and then the same piece repeatedly, `most` times or until the other side disconnects.
 */
function pour(socket: Socket, head: string, piece: string | Buffer, most = Number.POSITIVE_INFINITY): void {
  let sent = 0
  const more = () => {
    while (!socket.destroyed && sent < most) {
      sent++
      if (!socket.write(piece)) return
    }
  }
  socket.on('drain', more)
  socket.write(head)
  more()
}

test.each<[string, (socket: Socket) => void, string]>([
  ['an endless body', socket => pour(socket, 'HTTP/1.1 200 OK\r\n\r\n', Buffer.alloc(MB, 'x')), 'EOVERSIZE'],
  [
    'endless small chunks',
    socket =>
      pour(
        socket,
        'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n',
        `400\r\n${' '.repeat(1024)}\r\n`.repeat(64),
      ),
    'EOVERSIZE',
  ],
  [
    'endless headers',
    socket => pour(socket, 'HTTP/1.1 200 OK\r\n', 'X-A: b\r\n'.repeat(1000)),
    'UND_ERR_HEADERS_OVERFLOW',
  ],
])('%s grows the process by less than 150 MB', async (_, respond, code) => {
  const result = await callService(respond)
  expect(result.code).toBe(code)
  expect(result.kept).toBeLessThanOrEqual(80 * 1024)
  expect(result.grown).toBeLessThan(150 * MB)
})

test('a compressed response of 1 GB is stored as it came', async () => {
  const bomb = gzipSync(Buffer.alloc(16 * MB))
  const head = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${64 * bomb.length}\r\n\r\n`
  // Members of gzip that follow each other are one file.
  const result = await callService(socket => pour(socket, head, bomb, 64))
  expect(result).toMatchObject({ kept: 64 * bomb.length })
  expect(result.grown).toBeLessThan(50 * MB)
})
