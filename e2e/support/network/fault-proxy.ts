import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * The fault that a request meets on its way to the service and back.
 * `refuse`: the port is closed. `reset`: the connection breaks once the whole request was read; the service never gets
 * it. `hold`: the service has executed the request, its response waits for `release()`. `drop`, `truncate`,
 * `bad-gateway`: the service has executed the request, its response is lost, truncated, or replaced by a 502. `html`: a
 * page with status 200 in place of the service. `delay`: milliseconds before the request is forwarded. `response`: the
 * proxy itself responds, with status 200 and JSON made of the order numbers in the request; with `hold` once it is
 * released. `reply`: the proxy responds with exactly these bytes, or with several given replies in turn. `status`: the
 * proxy responds with a bare status and these headers; the service never gets the request.
 */
export type Fault =
  | { readonly kind: 'pass' | 'refuse' | 'reset' | 'hold' | 'drop' | 'truncate' | 'bad-gateway' | 'html' }
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'status'; readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  | {
      readonly kind: 'response'
      readonly response: (numbers: readonly string[]) => unknown
      readonly hold?: boolean
    }
  | {
      readonly kind: 'reply'
      readonly status?: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body: (numbers: readonly string[]) => string | Iterable<Buffer>
    }

/** A completely received POST. */
export interface Arrival {
  readonly path: string
  /** The `mallOrderNumber` of each order in the body, the `shopProductId` of each product, in order. */
  readonly numbers: readonly string[]
  readonly fault: Fault['kind']
}

interface CannedResponse {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

const pass: Fault = { kind: 'pass' }
const page = '<!doctype html><title>Welcome</title><h1>Please sign in to the guest network</h1>'

/** A proxy between the desk and a service that injects the given faults and counts the received requests. */
export class FaultProxy {
  /** Every received POST, oldest first. */
  readonly arrivals: Arrival[] = []
  private readonly server: Server
  /** Faults by the end of the path that they concern; the first match counts. */
  private faults: (readonly [path: string, fault: Fault])[] = []
  private held: (() => void)[] = []
  private port = 0
  private target = ''

  private constructor() {
    this.server = createServer((incoming, outgoing) => {
      // The tests include clients that disconnect in the middle, so that is not an error of the proxy.
      this.handle(incoming, outgoing).catch(() => outgoing.destroy())
    })
  }

  /** Listens on a free port; `forwardTo` later names the service. */
  static async listen(): Promise<FaultProxy> {
    const proxy = new FaultProxy()
    await proxy.open()
    return proxy
  }

  /** The origin that a connection uses, without a trailing slash. */
  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** Names the service's origin. */
  forwardTo(origin: string): void {
    this.target = origin
  }

  /** Requests meet this fault from now on; with `path`, only those whose path ends with it, and others pass. */
  async set(fault: Fault, path = ''): Promise<void> {
    this.faults = [[path, fault]]
    if (fault.kind === 'refuse') await this.shut()
    else if (!this.server.listening) await this.open()
  }

  /** Adds a fault for requests that no earlier fault concerns. */
  add(fault: Exclude<Fault, { kind: 'refuse' }>, path: string): void {
    this.faults.push([path, fault])
  }

  /** Number of held responses. */
  get holding(): number {
    return this.held.length
  }

  /** Releases held responses; later ones are held again until the fault is changed. */
  release(): void {
    for (const go of this.held.splice(0)) go()
  }

  /** Removes all faults, releases held responses and forgets the received requests. */
  async reset(): Promise<void> {
    await this.set(pass)
    this.release()
    this.arrivals.length = 0
  }

  /** Number of received POST requests, in total or on paths that end with `path`. */
  posts(path = ''): number {
    return this.arrivals.filter(one => one.path.endsWith(path)).length
  }

  /** How often each order number was received on paths that end with `path`. */
  numbers(path: string): Map<string, number> {
    const counts = new Map<string, number>()
    for (const one of this.arrivals.filter(arrival => arrival.path.endsWith(path)))
      for (const number of one.numbers) counts.set(number, (counts.get(number) ?? 0) + 1)
    return counts
  }

  /** Stops listening and breaks open connections. */
  async close(): Promise<void> {
    this.release()
    if (this.server.listening) await this.shut()
  }

  private async open(): Promise<void> {
    this.server.listen(this.port, '127.0.0.1')
    await once(this.server, 'listening')
    const address = this.server.address()
    if (address && typeof address === 'object') this.port = address.port
  }

  private async shut(): Promise<void> {
    this.server.close()
    this.server.closeAllConnections()
    await once(this.server, 'close')
  }

  private async handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await read(incoming)
    const path = incoming.url ?? '/'
    const fault = this.faults.find(([end]) => path.endsWith(end))?.[1] ?? pass
    const numbers = numbersIn(body)
    if (incoming.method === 'POST') this.arrivals.push({ path, numbers, fault: fault.kind })

    if (fault.kind === 'reset') return void incoming.socket.resetAndDestroy()
    if (fault.kind === 'html') return void outgoing.writeHead(200, { 'content-type': 'text/html' }).end(page)
    if (fault.kind === 'reply') return reply(fault, numbers, outgoing)
    if (fault.kind === 'status') return void outgoing.writeHead(fault.status, fault.headers).end()
    if (fault.kind === 'delay') await wait(fault.ms)
    const isCanned = fault.kind === 'response'
    const response = isCanned ? canned(fault.response(numbers)) : await this.send(incoming, body)
    if (fault.kind === 'hold' || (isCanned && fault.hold))
      await new Promise<void>(resolve => this.held.push(resolve))
    give(response, fault, outgoing)
  }

  private async send(incoming: IncomingMessage, body: Buffer): Promise<CannedResponse> {
    const headers = { ...incoming.headers, host: new URL(this.target).host, connection: 'close' }
    const outgoing = request(new URL(incoming.url ?? '/', this.target), { method: incoming.method, headers })
    outgoing.end(body)
    const [response]: IncomingMessage[] = await once(outgoing, 'response')
    if (!response) throw new Error('The service gave no response.')
    return { status: response.statusCode ?? 502, headers: response.headers, body: await read(response) }
  }
}

const canned = (body: unknown): CannedResponse => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(body)),
})

/** Returns the service's response, as far as the fault allows. */
function give(response: CannedResponse, fault: Fault, outgoing: ServerResponse): void {
  if (fault.kind === 'drop') return void outgoing.destroy()
  if (fault.kind === 'bad-gateway')
    return void outgoing.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502 Bad Gateway</h1>')
  const { 'transfer-encoding': _chunked, connection: _connection, ...headers } = response.headers
  outgoing.writeHead(response.status, { ...headers, 'content-length': response.body.length })
  if (fault.kind !== 'truncate') return void outgoing.end(response.body)
  outgoing.write(response.body.subarray(0, response.body.length / 2), () => outgoing.destroy())
}

/** Sends the given replies while the other side is connected. */
async function reply(
  { status = 200, headers, body }: Extract<Fault, { kind: 'reply' }>,
  numbers: readonly string[],
  outgoing: ServerResponse,
): Promise<void> {
  outgoing.writeHead(status, { 'content-type': 'application/json', ...headers })
  const bytes = body(numbers)
  if (typeof bytes === 'string') return void outgoing.end(bytes)
  for (const piece of bytes) {
    if (outgoing.destroyed) return
    if (!outgoing.write(piece)) await drained(outgoing)
  }
  outgoing.end()
}

/** Resolves when the other side accepts more data, or is gone. */
const drained = (outgoing: ServerResponse) =>
  new Promise<void>(resolve => {
    const goOn = () => {
      outgoing.off('drain', goOn).off('close', goOn)
      resolve()
    }
    outgoing.on('drain', goOn).on('close', goOn)
  })

async function read(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The order numbers of a body, found by a pattern, so that a body that is not JSON works, too. */
const numbersIn = (body: Buffer): string[] =>
  [...body.toString('utf8').matchAll(/"(?:mallOrderNumber|shopProductId)"\s*:\s*"((?:[^"\\]|\\.)*)"/g)].map(
    ([, text = '']) => JSON.parse(`"${text}"`),
  )
