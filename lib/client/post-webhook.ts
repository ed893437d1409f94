import 'server-only'
import { Client } from 'undici'
import { userAgent } from '@/lib/version'
import { BlockedAddress, guardedConnector } from './address-guard'
import { parseBaseUrl } from './base-url'
import { excerpt, isCertificate, storable } from './call-failure'

// Webhooks go to addresses that administrators type, so they obey the rules of connections: the same address guard, no
// redirects, limits of time and size.

/** The result of posting a webhook. Any failure is a value. */
export interface WebhookReply {
  /** HTTP status; absent if no response came. */
  readonly status?: number
  /** Why no response came. */
  readonly problem?: 'blocked' | 'timed_out' | 'unreachable' | 'certificate' | 'interrupted'
  /** The beginning of the response, verbatim except for NUL and broken characters. */
  readonly excerpt: string
}

const CONNECT_TIMEOUT_MS = 10_000
const MAX_READ_BYTES = 16 * 1024

/**
 * Parses the URL of a webhook: like a base URL, but it may have a query.
 * @param allow origins of OUTBOUND_ALLOW
 */
export function parseWebhookUrl(text: string, allow: readonly string[]): ReturnType<typeof parseBaseUrl> {
  const typed = text.trim()
  const [place = '', ...query] = typed.split('?')
  const reading = parseBaseUrl(place, allow)
  if (!reading.ok) return reading
  if (typed.includes('#') || query.length > 1) return { ok: false, code: 'query-or-fragment' }
  // The receiver may distinguish /hook and /hook/.
  return { ok: true, url: new URL(typed).href }
}

/**
 * Posts a body once, on a new connection.
 * @param allow exact origins that may have private addresses: OUTBOUND_ALLOW
 * @param deadlineMs from the start to the end of the response
 */
export async function postWebhook(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  allow: readonly string[],
  deadlineMs: number,
): Promise<WebhookReply> {
  const { origin, protocol, pathname, search } = new URL(url)
  const isAllowed = allow.includes(origin)
  if (!isAllowed && protocol !== 'https:') return { problem: 'blocked', excerpt: '' }
  let isConnected = false
  const client = new Client(origin, {
    connect: guardedConnector(isAllowed, Math.min(CONNECT_TIMEOUT_MS, deadlineMs), () => {
      // A second connection would be a retry.
      if (isConnected) throw new Error('a webhook has one connection')
      isConnected = true
    }),
    pipelining: 1,
    headersTimeout: deadlineMs,
    bodyTimeout: deadlineMs,
  })
  let status: number | undefined
  try {
    const response = await client.request({
      method: 'POST',
      path: `${pathname}${search}`,
      body,
      reset: true,
      signal: AbortSignal.timeout(deadlineMs),
      headers: {
        'content-type': 'application/json',
        'accept-encoding': 'identity',
        'user-agent': userAgent(),
        ...headers,
      },
    })
    status = response.statusCode
    return { status, excerpt: await readBeginning(response.body) }
  } catch (error) {
    // A complete status line is a response, whatever happens to the body.
    return status === undefined
      ? { problem: problemOf(error, isConnected), excerpt: '' }
      : { status, excerpt: '' }
  } finally {
    await client.destroy().catch(() => undefined)
  }
}

async function readBeginning(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    size += chunk.byteLength
    if (size > MAX_READ_BYTES) break
  }
  return storable(excerpt(Buffer.concat(chunks)))
}

function problemOf(error: unknown, isConnected: boolean): NonNullable<WebhookReply['problem']> {
  const first = error instanceof AggregateError ? error.errors[0] : error
  const { code, name } = first instanceof Error ? (first as NodeJS.ErrnoException) : { code: '', name: '' }
  if (first instanceof BlockedAddress || code === 'ESSRF') return 'blocked'
  if (name === 'TimeoutError' || /TIMEDOUT|TIMEOUT/.test(code ?? '')) return 'timed_out'
  if (isConnected) return 'interrupted'
  return isCertificate(code ?? '') ? 'certificate' : 'unreachable'
}
