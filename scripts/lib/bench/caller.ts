import { once } from 'node:events'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type OperationId, operations } from '@/lib/contract/operations'

/** Calls a server over real HTTP. */
export class Caller {
  /** @param base URL of the service, without the paths of its operations */
  constructor(
    private readonly origin: string,
    private readonly base: string,
    private readonly accessToken: string,
  ) {}

  /** Sends a body in chunks. @returns the JSON of the response */
  async ask(id: OperationId, body: Iterable<Uint8Array>): Promise<unknown> {
    const parts: Uint8Array[] = []
    await this.send('POST', `${this.base}${operations[id].path}`, body, part => parts.push(part))
    return JSON.parse(Buffer.concat(parts).toString())
  }

  /** Sends a body and reads the response without keeping it. */
  sendAndDiscard(id: OperationId, body: Iterable<Uint8Array>): Promise<void> {
    return this.send('POST', `${this.base}${operations[id].path}`, body, () => {})
  }

  /** Requests /healthz. */
  ping(): Promise<void> {
    return this.send('GET', '/healthz', [], () => {})
  }

  private async send(
    method: string,
    path: string,
    body: Iterable<Uint8Array>,
    take: (part: Uint8Array) => void,
  ): Promise<void> {
    const headers = { authorization: `Bearer ${this.accessToken}`, 'content-type': 'application/json' }
    const outgoing = request(`${this.origin}${path}`, { method, headers })
    const responded = once(outgoing, 'response')
    if (method === 'GET') outgoing.end()
    else await pipeline(Readable.from(body), outgoing)
    const [incoming] = await responded
    if (incoming.statusCode !== 200) throw new Error(`${path} responded with ${incoming.statusCode}.`)
    for await (const part of incoming) take(part)
  }
}
