import 'server-only'
import { createHmac } from 'node:crypto'

/**
 * The headers that sign a webhook as Standard Webhooks describes it: HMAC-SHA256 over `id.timestamp.body`, once
 * with each secret.
 * @param secrets each `whsec_` and base64 of the key @param now milliseconds since the epoch
 */
export function signedHeaders(
  secrets: readonly string[],
  id: string,
  body: string,
  now: number,
): Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  const timestamp = String(Math.floor(now / 1000))
  const signatures = secrets.map(secret => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
