import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that a receiver got. */
export interface ReceivedWebhook {
  readonly id: string
  readonly timestamp: string
  readonly signature: string
  readonly path: string
  readonly text: string
}

/**
 * What a receiver does with a request: responds with a status, drops the connection before or after reading, or waits.
 */
export type ReceiverMode = number | 'drop' | 'read_and_drop' | 'silent' | 'redirect'

/** A webhook receiver on 127.0.0.1 that misbehaves as its settings say. */
export class WebhookReceiver {
  readonly received: ReceivedWebhook[] = []
  /** What to do with the next requests, in their order; then 204. */
  readonly modes: ReceiverMode[] = []
  response = ''
  /** Maximum number of requests under way at the same time. */
  mostAtOnce = 0
  private atOnce = 0
  private readonly server: Server = createServer((request, response) => {
    const mode = this.modes.shift() ?? 204
    if (mode === 'drop') return void request.socket.destroy()
    this.atOnce++
    this.mostAtOnce = Math.max(this.mostAtOnce, this.atOnce)
    response.on('close', () => this.atOnce--)
    void readBody(request).then(text => {
      this.received.push({
        id: String(request.headers['webhook-id']),
        timestamp: String(request.headers['webhook-timestamp']),
        signature: String(request.headers['webhook-signature']),
        path: request.url ?? '',
        text,
      })
      if (mode === 'read_and_drop') request.socket.destroy()
      else if (mode === 'redirect') response.writeHead(302, { location: '/elsewhere' }).end()
      else if (mode !== 'silent') response.writeHead(mode).end(this.response)
    })
  })

  /** @returns its origin */
  async listen(): Promise<string> {
    await new Promise<void>(resolve => this.server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise(resolve => this.server.close(resolve))
  }
}

/** Whether a request is signed with a secret, computed as the specification of Standard Webhooks says. */
export function isSigned(secret: string, { id, timestamp, signature, text }: ReceivedWebhook): boolean {
  const [prefix, base64 = ''] = secret.split('_')
  const mac = createHmac('sha256', Buffer.from(base64, 'base64'))
  mac.update(`${id}.`)
  mac.update(`${timestamp}.`)
  mac.update(text)
  return prefix === 'whsec' && signature.split(' ').includes(`v1,${mac.digest('base64')}`)
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
