import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { createServer, type Server, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { alterations, type Fault, refusals, type ServiceResponse } from './faults'

/** A request as far as it arrived. */
export interface Seen {
  readonly path: string
  /** The body as far as it arrived, and its hash. */
  readonly body: Buffer
  readonly sha256: string
  readonly whole: boolean
}

/** A point of a request at which a campaign may kill (docs/reliability.md, C9 to C11). */
export type WayPoint = 'body_partly_sent' | 'sent_no_response' | 'response_partly_read'

/** Decides about connections, and is notified of requests. */
export interface Way {
  /** The port of the service, which changes when it is started again. */
  port(): number
  /** Whether the next connection breaks at once. */
  isReset(): boolean
  /** The fault of a request to a path; undefined: none. */
  choose(path: string): Fault | undefined
  /** Called for each request before any of it is forwarded. */
  record(seen: Seen): Promise<void>
  /** Called when a request reaches a point. @returns whether the connection ends there */
  at(point: WayPoint, path: string): boolean
}

const SLOW_MS = 40
const BOMB = gzipSync(Buffer.alloc(50_000_000))

/** A proxy between desk and service that breaks connections on the level of sockets. */
export class FaultProxy {
  /** Connections that are not finished. */
  private readonly open = new Set<Promise<void>>()
  private readonly sockets = new Set<Socket>()
  /** Hashes of the bodies that are on their way. */
  private readonly underWay = new Set<string>()
  private readonly server: Server
  private listenPort = 0

  constructor(private readonly way: Way) {
    this.server = createServer({ allowHalfOpen: true }, socket => this.accept(socket))
  }

  /** Listens; after the first time, on the same port. */
  async listen(): Promise<void> {
    this.server.listen(this.listenPort, '127.0.0.1')
    await once(this.server, 'listening')
    const address = this.server.address()
    if (address && typeof address === 'object') this.listenPort = address.port
  }

  get url(): string {
    return `http://127.0.0.1:${this.listenPort}`
  }

  /** Refuses connections for a while. */
  async refuse(ms: number): Promise<void> {
    this.server.close()
    await wait(ms)
    await this.listen()
  }

  /** Whether a request with this body may still reach the service. */
  isUnderWay(sha256: string): boolean {
    return this.underWay.has(sha256)
  }

  /** Breaks open connections and stops listening. */
  async close(): Promise<void> {
    this.server.close()
    for (const socket of this.sockets) socket.destroy()
    await Promise.all(this.open)
  }

  private accept(socket: Socket) {
    this.sockets.add(socket)
    // A process that is killed in the middle breaks the connection, which is under test.
    socket.on('error', () => {}).on('close', () => this.sockets.delete(socket))
    const served = this.serve(socket)
      .catch(() => {})
      .finally(() => {
        socket.destroySoon()
        this.open.delete(served)
      })
    this.open.add(served)
  }

  private async serve(socket: Socket): Promise<void> {
    if (this.way.isReset()) return void socket.resetAndDestroy()
    const arriving = new Arriving(socket)
    const head = await arriving.head()
    const fault = this.way.choose(head.path)
    if (fault === 'reset_after_headers' || fault === 'early_413' || fault === 'early_413_reset') {
      await this.record(head.path, arriving.body, false)
      if (fault !== 'reset_after_headers') await writeResponse(socket, 413, ['content-length: 0'])
      return void (fault === 'early_413' ? socket.end() : socket.resetAndDestroy())
    }
    await arriving.upTo(head.length / 2)
    const isEnd = this.way.at('body_partly_sent', head.path)
    if (fault === 'reset_mid_body' || isEnd) {
      await this.record(head.path, arriving.body, false)
      return void socket.resetAndDestroy()
    }
    await arriving.upTo(head.length)
    const sha256 = await this.record(head.path, arriving.body, true)
    this.underWay.add(sha256)
    try {
      await this.goOn(socket, fault, arriving, head)
    } finally {
      this.underWay.delete(sha256)
    }
  }

  private async goOn(
    socket: Socket,
    fault: Fault | undefined,
    arriving: Arriving,
    { path, key }: Head,
  ): Promise<void> {
    if (fault === 'reset_after_body') return void socket.resetAndDestroy()
    if (fault === 'closed_after_body') return void socket.end()
    if (fault === 'no_response') return arriving.end()
    const refusal = fault && refusals[fault]
    if (refusal) return void (await give(socket, { body: '', ...refusal }, refusal.headers))
    // The request reaches the service after its sender has given up.
    if (fault === 'late_execution') await arriving.end()
    const response = await this.ask(path, key, arriving.body)
    if (this.way.at('sent_no_response', path)) return
    if (fault === 'no_response_executed') return arriving.end()
    const half = response.body.slice(0, response.body.length / 2)
    if (this.way.at('response_partly_read', path))
      return writeResponse(socket, response.status, ['content-length: 99999'], half)
    const isRegistration = !path.endsWith('/validators')
    const altered = fault && isRegistration ? alterations[fault]?.(response) : undefined
    await this.respond(socket, fault, altered ?? response)
  }

  /** @returns the hash of the body */
  private async record(path: string, body: Buffer, whole: boolean): Promise<string> {
    const sha256 = createHash('sha256').update(body).digest('hex')
    await this.way.record({ path, body, whole, sha256 })
    return sha256
  }

  private async ask(path: string, key: string | undefined, body: Buffer): Promise<ServiceResponse> {
    const headers = key === undefined ? {} : { 'idempotency-key': key }
    const service = { host: '127.0.0.1', port: this.way.port(), agent: false }
    const forwarded = request({ ...service, path, method: 'POST', headers })
    forwarded.end(body)
    const [response] = await once(forwarded, 'response')
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk)
    return { status: response.statusCode, body: Buffer.concat(chunks).toString() }
  }

  private async respond(
    socket: Socket,
    fault: Fault | undefined,
    { status, body }: ServiceResponse,
  ): Promise<void> {
    const half = body.slice(0, body.length / 2)
    const json = 'content-type: application/json'
    const length = `content-length: ${Buffer.byteLength(body)}`
    switch (fault) {
      case 'reset_after_body_executed':
        return void socket.resetAndDestroy()
      case 'executed_then_502':
        return give(socket, { status: 502, body: '<h1>Bad gateway</h1>' })
      case 'short_content_length':
        return writeResponse(socket, status, [json, length], half)
      case 'cut_chunked':
        return writeResponse(socket, status, [json, 'transfer-encoding: chunked'], chunk(half))
      case 'cut_close_delimited':
        return writeResponse(socket, status, [json], half)
      case 'slow_headers':
        return trickle(socket, `HTTP/1.1 ${status} \r\n${json}\r\nx-slow: ${'y'.repeat(5000)}\r\n\r\n`)
      case 'slow_body':
        await writeResponse(socket, status, [json, length])
        return trickle(socket, ' '.repeat(5000))
      case 'endless_response':
        await writeResponse(socket, status, [json])
        return flood(socket)
      case 'gzip_bomb':
        await writeResponse(socket, 200, [json, 'content-encoding: gzip', `content-length: ${BOMB.length}`])
        return write(socket, BOMB)
      default:
        return give(socket, { status, body }, [
          fault === 'wrong_content_type' ? 'content-type: text/plain' : json,
        ])
    }
  }
}

/** What the proxy reads of a request's head. */
interface Head {
  readonly path: string
  readonly length: number
  /** Its idempotency key. */
  readonly key: string | undefined
}

/** Reads a request from a socket as far as the caller wants. */
class Arriving {
  body: Buffer = Buffer.alloc(0)
  private readonly chunks: AsyncIterator<Buffer>

  constructor(socket: Socket) {
    this.chunks = socket[Symbol.asyncIterator]()
  }

  async head(): Promise<Head> {
    let end = -1
    for (; end < 0; end = this.body.indexOf('\r\n\r\n')) await this.more()
    const text = this.body.subarray(0, end).toString()
    this.body = this.body.subarray(end + 4)
    return {
      path: text.split(' ')[1] ?? '',
      length: Number(/\r\ncontent-length: *(\d+)/i.exec(text)?.[1] ?? 0),
      key: /\r\nidempotency-key: *([^\r]+)/i.exec(text)?.[1],
    }
  }

  async upTo(length: number): Promise<void> {
    while (this.body.length < length) await this.more()
  }

  /** Waits until the other side has disconnected. */
  async end(): Promise<void> {
    await this.more().catch(() => {})
  }

  private async more() {
    const { done, value } = await this.chunks.next()
    if (done) throw new Error('the sender is gone')
    this.body = Buffer.concat([this.body, value])
  }
}

const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`

const writeResponse = (socket: Socket, status: number, headers: readonly string[], body = '') =>
  write(socket, [`HTTP/1.1 ${status} `, ...headers, '', body].join('\r\n'))

const give = (socket: Socket, { status, body }: ServiceResponse, headers: readonly string[] = []) =>
  writeResponse(socket, status, [...headers, `content-length: ${Buffer.byteLength(body)}`], body)

function write(socket: Socket, data: string | Buffer): Promise<void> {
  return new Promise((resolve, reject) => socket.write(data, error => (error ? reject(error) : resolve())))
}

/** Writes a character from time to time, until the other side has disconnected. */
async function trickle(socket: Socket, text: string): Promise<void> {
  socket.resume()
  for (const character of text) {
    await write(socket, character)
    await wait(SLOW_MS)
  }
}

/** Writes until the other side has disconnected. */
async function flood(socket: Socket): Promise<void> {
  for (const block = Buffer.alloc(1 << 20, ' '); ; ) await write(socket, block)
}
