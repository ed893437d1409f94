import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'

/** What the service sends instead of a response: text, bytes or a longer sequence on the socket, which then closes. */
type Odd = string | Buffer | ((socket: Socket) => Promise<void>)

const json = 'Content-Type: application/json'
const head = (...lines: string[]) => `${['HTTP/1.1 200 OK', json, ...lines].join('\r\n')}\r\n\r\n`
const chunked = (body: string) => `${head('Transfer-Encoding: chunked')}${body}`
const whole = (body: string | Buffer, ...lines: string[]) =>
  Buffer.concat([
    Buffer.from(head(`Content-Length: ${Buffer.byteLength(body)}`, ...lines)),
    Buffer.from(body),
  ])

/** Sends the same piece repeatedly until the other side disconnects, or `most` times. */
const repeat =
  (start: string, piece: string, most = Number.POSITIVE_INFINITY) =>
  async (socket: Socket) => {
    socket.write(start)
    for (let count = 0; count < most && !socket.destroyed; count++) {
      if (!socket.write(piece)) await drained(socket)
      if (count % 64 === 0) await setImmediate()
    }
  }

/** Resolves when the socket accepts more data, or is closed. */
const drained = (socket: Socket) =>
  new Promise<void>(resolve => {
    const goOn = () => {
      socket.off('drain', goOn).off('close', goOn)
      resolve()
    }
    socket.on('drain', goOn).on('close', goOn)
  })

/** Odd responses by their oddity. None of them means that an order passed. */
export const oddResponses: Readonly<Record<string, Odd>> = {
  // Status lines.
  '101 without Upgrade': 'HTTP/1.1 101 Switching Protocols\r\n\r\n',
  '101 with Upgrade, then bytes': `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n\x81\x05hello`,
  '101 to h2c':
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\nPRI * HTTP/2.0\r\n\r\n',
  'status 0': 'HTTP/1.1 000 Zero\r\nContent-Length: 2\r\n\r\n{}',
  'status 1': 'HTTP/1.1 1 One\r\nContent-Length: 2\r\n\r\n{}',
  'status 42': 'HTTP/1.1 42 Answer\r\nContent-Length: 2\r\n\r\n{}',
  'status 099': 'HTTP/1.1 099 Below\r\nContent-Length: 2\r\n\r\n{}',
  'status 999': 'HTTP/1.1 999 Above\r\nContent-Length: 2\r\n\r\n{}',
  'status 1000': 'HTTP/1.1 1000 Above\r\nContent-Length: 2\r\n\r\n{}',
  'negative status': 'HTTP/1.1 -200 OK\r\nContent-Length: 2\r\n\r\n{}',
  'status that is a word': 'HTTP/1.1 fine OK\r\nContent-Length: 2\r\n\r\n{}',
  'no status': 'HTTP/1.1\r\n\r\n',
  'HTTP/9.9': 'HTTP/9.9 200 OK\r\nContent-Length: 2\r\n\r\n{}',
  'HTTP/0.9': '{"isSuccess":true}',
  'ICY 200 OK': 'ICY 200 OK\r\nContent-Length: 2\r\n\r\n{}',
  'SSH banner': 'SSH-2.0-OpenSSH_9.6\r\n',
  'TLS alert': Buffer.from('15030100020228', 'hex'),
  'HTTP/2 frames': Buffer.from('000000040000000000', 'hex'),
  'zero bytes': Buffer.alloc(4096),
  'nothing at all': '',
  'reason of 1 MB': `HTTP/1.1 200 ${'x'.repeat(1_000_000)}\r\nContent-Length: 2\r\n\r\n{}`,
  // Informational responses.
  '100 and the end': 'HTTP/1.1 100 Continue\r\n\r\n',
  '102 and the end': 'HTTP/1.1 102 Processing\r\n\r\n',
  '199 and the end': 'HTTP/1.1 199 Unassigned\r\n\r\n',
  'flood of 100': repeat('', 'HTTP/1.1 100 Continue\r\n\r\n', 20_000),
  'flood of 103': repeat('', 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n', 20_000),
  '100, then 101': 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 101 Switching Protocols\r\n\r\n',
  // Lengths.
  'length too small': `${head('Content-Length: 3')}{"isSuccess":true}`,
  'length too large': `${head('Content-Length: 9000')}{"isSuccess":true}`,
  'two lengths': `${head('Content-Length: 2', 'Content-Length: 20')}{}`,
  'negative length': `${head('Content-Length: -1')}{}`,
  'length that is a word': `${head('Content-Length: two')}{}`,
  'length beyond all numbers': `${head('Content-Length: 99999999999999999999999')}{}`,
  'length and chunks': `${head('Content-Length: 2', 'Transfer-Encoding: chunked')}2\r\n{}\r\n0\r\n\r\n`,
  '204 with a body': 'HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\n{}',
  '205 with a body': 'HTTP/1.1 205 Reset Content\r\nContent-Length: 2\r\n\r\n{}',
  '304 with a body': 'HTTP/1.1 304 Not Modified\r\nContent-Length: 2\r\n\r\n{}',
  '200 without a body': head('Content-Length: 0'),
  // Broken off, or endless.
  'half of the headers': 'HTTP/1.1 200 OK\r\nContent-Ty',
  'half of the body': `${head('Content-Length: 500')}{"isSuccess":tr`,
  'a reset amid the body': async socket => {
    socket.write(`${head('Content-Length: 500')}{"isSuccess":tr`)
    await setImmediate()
    socket.resetAndDestroy()
  },
  'endless body': repeat(head(), 'x'.repeat(65_536)),
  'endless chunks': repeat(chunked(''), `4000\r\n${' '.repeat(0x4000)}\r\n`),
  'endless headers': repeat('HTTP/1.1 200 OK\r\n', `X-More: ${'x'.repeat(1000)}\r\n`),
  // Chunks.
  'chunk size that is not a number': chunked('zz\r\n{}\r\n0\r\n\r\n'),
  'chunk size beyond all numbers': chunked('FFFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n'),
  'negative chunk size': chunked('-2\r\n{}\r\n0\r\n\r\n'),
  'chunk longer than its size': chunked('2\r\n{"isSuccess":true}\r\n0\r\n\r\n'),
  'no last chunk': chunked('2\r\n{}\r\n'),
  'chunk extension of 1 MB': chunked(`2;${'x'.repeat(1_000_000)}\r\n{}\r\n0\r\n\r\n`),
  'trailers of 1 MB': chunked(`2\r\n{}\r\n0\r\nX-Trailer: ${'x'.repeat(1_000_000)}\r\n\r\n`),
  'chunked twice': `${head('Transfer-Encoding: chunked, chunked')}2\r\n{}\r\n0\r\n\r\n`,
  // Headers.
  'header of 1 MB': `${head(`X-Large: ${'x'.repeat(1_000_000)}`, 'Content-Length: 2')}{}`,
  '20,000 headers': `${head(...Array.from({ length: 20_000 }, (_, at) => `X-${at}: y`), 'Content-Length: 2')}{}`,
  'header without a colon': `${head('what is this', 'Content-Length: 2')}{}`,
  'header with a zero byte': `${head('X-Zero: a\0b', 'Content-Length: 2')}{}`,
  'header folded over lines': `${head('X-Fold: a', '\tb', 'Content-Length: 2')}{}`,
  'lines without carriage returns': 'HTTP/1.1 200 OK\nContent-Length: 2\n\n{}',
  'redirect to itself': 'HTTP/1.1 307 Temporary Redirect\r\nLocation: /\r\nContent-Length: 0\r\n\r\n',
  'redirect to nowhere': 'HTTP/1.1 302 Found\r\nLocation: http://[::1\r\nContent-Length: 0\r\n\r\n',
  'wait for ever': 'HTTP/1.1 503 Busy\r\nRetry-After: 99999999999999999999\r\nContent-Length: 0\r\n\r\n',
  // Encodings and contents.
  'a body that is not gzip': whole('{}', 'Content-Encoding: gzip'),
  'gzip bomb': whole(gzipSync(Buffer.alloc(50_000_000)), 'Content-Encoding: gzip'),
  'unknown encoding': whole('{}', 'Content-Encoding: zstd, br, x-own'),
  'UTF-16': whole(Buffer.from('\ufeff{"isSuccess":true}', 'utf16le')),
  'bytes that are no UTF-8': whole(Buffer.from('7b22c328a0a1ff22fe7d', 'hex')),
  'JSON nested a million deep': whole('['.repeat(1_000_000)),
  'number of a million digits': whole(`{"requestCount":${'9'.repeat(1_000_000)}}`),
  'JSON with __proto__': whole('{"__proto__":{"isSuccess":true},"failures":[]}'),
}

const names = Object.keys(oddResponses)

/** A raw TCP upstream with odd responses, each below its own path. Counts its responses. */
export class OddService {
  readonly responses = new Map<string, number>()
  private readonly sockets = new Set<Socket>()
  private constructor(private readonly server: Server) {}

  static async listen(): Promise<OddService> {
    const service = new OddService(createServer())
    service.server.on('connection', socket => service.serve(socket))
    service.server.listen(0, '127.0.0.1')
    await once(service.server, 'listening')
    return service
  }

  get origin(): string {
    const address = this.server.address()
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  }

  /** The base URL of a service that always sends this odd response. */
  baseUrl(name: string): string {
    return `${this.origin}/odd-${names.indexOf(name)}`
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy()
    this.server.close()
  }

  private serve(socket: Socket): void {
    this.sockets.add(socket)
    socket.on('close', () => this.sockets.delete(socket))
    // The other side may disconnect in the middle.
    socket.on('error', () => {})
    let received = Buffer.alloc(0)
    const read = (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      const end = received.indexOf('\r\n\r\n')
      const [first = '', ...headers] = received.subarray(0, Math.max(end, 0)).toString('latin1').split('\r\n')
      const length = headers.find(line => /^content-length:/i.test(line))?.split(':')[1]
      if (end < 0 || received.length < end + 4 + Number(length ?? 0)) return
      socket.off('data', read)
      // So that data after the request does not fill the buffers.
      socket.resume()
      const name = names[Number(/^POST \/odd-(\d+)\//.exec(first)?.[1])]
      this.respond(socket, name ?? '').catch(() => socket.destroy())
    }
    socket.on('data', read)
  }

  private async respond(socket: Socket, name: string): Promise<void> {
    const odd = oddResponses[name]
    if (odd === undefined) throw new Error(`There is no odd response “${name}”.`)
    this.responses.set(name, (this.responses.get(name) ?? 0) + 1)
    if (typeof odd === 'function') await odd(socket)
    else socket.write(odd)
    socket.end()
  }
}
