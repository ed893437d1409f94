import 'server-only'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  checkOf,
  type FakeRecord,
  type Mode,
  numberOf,
  productResultOf,
  registrationOf,
} from './fake-responses'

/** A completely received request. */
interface FakeRequest {
  readonly path: string
  /** How many orders or products it had. */
  readonly orders: number
  readonly authorization: string
  readonly body: string
  /** Its `Idempotency-Key`. */
  readonly key: string | undefined
}

/**
 * A service for tests over real HTTP that counts registrations by number and misbehaves on demand. Orders whose
 * recipient or incoterms are "wrong" fail its check and cause the rejection of their whole request; products whose
 * discounted price is above the regular one are rejected individually.
 */
export class FakeService {
  /** How often each number of an order was registered. */
  readonly registered = new Map<string, number>()
  /** What was registered under each number of an order last. */
  readonly taken = new Map<string, FakeRecord>()
  /** How often each product was registered. */
  readonly products = new Map<string, number>()
  readonly requests: FakeRequest[] = []
  connections = 0
  /** Behaviour of the next registrations, then `ok`. */
  readonly registerModes: Mode[] = []
  /** Behaviour of the next checks, then `ok`. */
  readonly checkModes: Mode[] = []
  /** Headers of responses that have only a status. */
  statusHeaders: Record<string, string> = {}
  /** Called when a request was received completely, before it is executed. */
  onRequest: (path: string) => void = () => {}
  /** Responses wait for this promise. */
  holdUntil: () => Promise<void> | undefined = () => undefined
  /** Number of an order that the service rejects from now on. */
  isNowWrong = ''
  /** Which requests of orders, by their numbers, it rejects without a reason although their check passes. */
  refuses: (numbers: readonly string[]) => boolean = () => false
  /** How far its clock is ahead, in milliseconds. */
  dateOffset = 0
  /** Responses so far. */
  responded = 0
  /** Requests with more orders get 413. */
  mostOrders = Number.POSITIVE_INFINITY
  /**
   * What it does with an idempotency key: nothing, or it repeats its first response. `renames` repeats it with other
   * order ids, which contradicts it.
   */
  keys: 'ignored' | 'honoured' | 'renames' = 'ignored'
  /** First responses by key. */
  private readonly firstResponses = new Map<string, string>()
  private readonly server: Server
  private nextId = 9007199254740993n

  constructor() {
    this.server = createServer((request, response) => void this.receive(request, response))
    this.server.on('connection', () => this.connections++)
  }

  async listen(): Promise<string> {
    await new Promise<void>(resolve => this.server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise(resolve => this.server.close(resolve))
  }

  /** Requests to this path so far. */
  count(path: string): number {
    return this.requests.filter(one => one.path.endsWith(path)).length
  }

  private async receive(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk)
    } catch {
      return
    }
    const path = request.url ?? ''
    const body = Buffer.concat(chunks).toString()
    const { data, products } = JSON.parse(body) as { data?: FakeRecord[]; products?: FakeRecord[] }
    const records = data ?? products ?? []
    this.requests.push({
      path,
      orders: records.length,
      authorization: request.headers.authorization ?? '',
      body,
      key: request.headers['idempotency-key']?.toString(),
    })
    this.onRequest(path)
    await this.holdUntil()
    response.setHeader('date', new Date(Date.now() + this.dateOffset).toUTCString())
    if (records.length > this.mostOrders) {
      response.writeHead(413).end()
      return
    }
    const isCheck = path.endsWith('/validators')
    const mode = (isCheck ? this.checkModes : this.registerModes).shift() ?? 'ok'
    const key = this.keys === 'ignored' || isCheck ? undefined : this.requests.at(-1)?.key
    const first = key === undefined ? undefined : this.firstResponses.get(key)
    if (first !== undefined) return this.replay(mode, first, response)
    if (isCheck) this.respond(mode, checkOf(mode, records, this.isNowWrong), response)
    else {
      const json = products ? this.registerProducts(mode, records) : this.registerOrders(mode, records)
      // A status other than 200 proves no execution: the request may be sent again and is then executed.
      if (key !== undefined && typeof mode !== 'number') this.firstResponses.set(key, json)
      this.respond(mode, json, response)
    }
  }

  private replay(mode: Mode, first: string, response: ServerResponse) {
    response.setHeader('idempotency-replayed', 'true')
    this.respond(
      mode,
      this.keys === 'renames' ? first.replaceAll('"orderId":', '"orderId":7') : first,
      response,
    )
  }

  private registerOrders(mode: Mode, orders: readonly FakeRecord[]): string {
    const isRefused = mode === 'ok' && this.refuses(orders.map(numberOf))
    const how = isRefused ? 'refuse' : mode
    const result = registrationOf(how, orders, this.isNowWrong, () => this.nextId++)
    for (const order of result.taken) {
      this.note(this.registered, numberOf(order))
      this.taken.set(numberOf(order), order)
    }
    return result.json
  }

  private registerProducts(mode: Mode, products: readonly FakeRecord[]): string {
    const result = productResultOf(mode, products)
    for (const product of result.taken) this.note(this.products, numberOf(product))
    return result.json
  }

  private note(counts: Map<string, number>, number: string) {
    counts.set(number, (counts.get(number) ?? 0) + 1)
  }

  private respond(mode: Mode, json: string, response: ServerResponse) {
    this.responded++
    const headers = { 'content-type': 'application/json' }
    if (typeof mode === 'number') response.writeHead(mode, this.statusHeaders).end('{"title":"no"}')
    else if (mode === 'execute_then_502') response.writeHead(502).end('<html>Bad gateway</html>')
    else if (mode === 'html_200')
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>')
    else if (mode === 'close_before_response') response.socket?.destroy()
    else if (mode === 'truncated') {
      response.writeHead(200, { ...headers, connection: 'close' }).end(json.slice(0, json.length - 5))
    } else if (mode === 'reset_mid_response') {
      response.writeHead(200, { ...headers, 'content-length': json.length })
      response.write(json.slice(0, 10), () => response.socket?.resetAndDestroy())
    } else if (mode !== 'hang') response.writeHead(200, headers).end(json)
  }
}
