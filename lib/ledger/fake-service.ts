import 'server-only'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How the fake service behaves towards one request. */
export type Mode =
  | 'ok'
  | 'refuse'
  | 'execute_then_502'
  | 'reset_mid_answer'
  | 'close_before_answer'
  | 'html_200'
  | 'hang'
  | 'truncated'
  | 'foreign_numbers'
  | 'wrong_counts'
  | 'problem'
  | number

/**
 * A service for tests over real HTTP that counts registrations by order number and misbehaves when told to.
 * Orders whose recipient is called "wrong" fail its check and refuse their whole request.
 */
export class FakeService {
  /** How often each number was registered. */
  readonly registered = new Map<string, number>()
  /** Requests that came, by path, with how many orders each had. */
  readonly requests: { readonly path: string; readonly orders: number; readonly authorization: string }[] = []
  connections = 0
  /** Behaviour of the next registrations, then `ok`. */
  readonly registerModes: Mode[] = []
  /** Behaviour of the next checks, then `ok`. */
  readonly checkModes: Mode[] = []
  /** Headers of answers that are a bare status. */
  statusHeaders: Record<string, string> = {}
  /** Called when a request came whole, before it is executed. */
  onRequest: (path: string) => void = () => {}
  /** Answers wait for this. */
  holdUntil: () => Promise<void> | undefined = () => undefined
  /** A number whose order the service does not take any more. */
  isNowWrong = ''
  /** Answers given so far. */
  answered = 0
  /** Requests of more orders are answered 413. */
  mostOrders = Number.POSITIVE_INFINITY
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

  /** Registrations of requests to this path so far. */
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
    const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: FakeOrder[] }
    this.requests.push({ path, orders: data.length, authorization: request.headers.authorization ?? '' })
    this.onRequest(path)
    await this.holdUntil()
    if (data.length > this.mostOrders) {
      response.writeHead(413).end()
      return
    }
    if (path.endsWith('/validators')) this.check(this.checkModes.shift() ?? 'ok', data, response)
    else this.register(this.registerModes.shift() ?? 'ok', data, response)
  }

  private isWrong(order: FakeOrder): boolean {
    return order.recipient?.name === 'wrong' || numberOf(order) === this.isNowWrong
  }

  private check(mode: Mode, data: FakeOrder[], response: ServerResponse) {
    const failures = data.flatMap((order, rowIndex) =>
      this.isWrong(order)
        ? {
            rowIndex,
            mallOrderNumber: numberOf(order),
            failures: [{ errorField: 'recipient.name', errorMessage: 'not this name' }],
          }
        : [],
    )
    const requestCount = mode === 'wrong_counts' ? data.length + 1 : data.length
    const answer = {
      isSuccess: failures.length === 0,
      requestCount,
      successCount: requestCount - failures.length,
      failureCount: failures.length,
      failures:
        mode === 'foreign_numbers' ? failures.map(one => ({ ...one, mallOrderNumber: 'X' })) : failures,
    }
    this.answer(mode, JSON.stringify(answer), response)
  }

  private register(mode: Mode, data: FakeOrder[], response: ServerResponse) {
    const isRefused = mode === 'refuse' || data.some(order => this.isWrong(order))
    if (isRefused || typeof mode === 'number') {
      this.answer(mode, '{"isSuccess":false,"orderSuccesses":[]}', response)
      return
    }
    const entries = data.map(order => {
      const number = numberOf(order)
      this.registered.set(number, (this.registered.get(number) ?? 0) + 1)
      const shown = mode === 'foreign_numbers' ? `X-${number}` : number
      return `{"orderId":${this.nextId++},"mallOrderNumber":${JSON.stringify(shown)}}`
    })
    this.answer(mode, `{"isSuccess":true,"orderSuccesses":[${entries.join()}]}`, response)
  }

  private answer(mode: Mode, json: string, response: ServerResponse) {
    this.answered++
    const headers = { 'content-type': 'application/json' }
    if (typeof mode === 'number') response.writeHead(mode, this.statusHeaders).end('{"title":"no"}')
    else if (mode === 'execute_then_502') response.writeHead(502).end('<html>Bad gateway</html>')
    else if (mode === 'html_200')
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>')
    else if (mode === 'close_before_answer') response.socket?.destroy()
    else if (mode === 'truncated') {
      response.writeHead(200, { ...headers, connection: 'close' }).end(json.slice(0, json.length - 5))
    } else if (mode === 'reset_mid_answer') {
      response.writeHead(200, { ...headers, 'content-length': json.length })
      response.write(json.slice(0, 10), () => response.socket?.resetAndDestroy())
    } else if (mode !== 'hang') response.writeHead(200, headers).end(json)
  }
}

interface FakeOrder {
  readonly orderInfo: { readonly mallOrderNumber: string }
  readonly recipient?: { readonly name?: string }
}

const numberOf = (order: FakeOrder) => order.orderInfo.mallOrderNumber
