import 'server-only'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { declaredLength } from './request-kind'

/** The response to a refused request. */
export interface Refusal {
  readonly status: number
  /** For programs: a member of the problem, and the message of the error that a client of an action gets. */
  readonly code: string
  /** The sentence for people. */
  readonly detail: string
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * The rest of a body up to this size is read and discarded, so that the client reads the response. In bytes; the second
 * limit is for clients that sent too many requests.
 */
const SHORT_BODY_BYTES = 1024 * 1024
const SHORT_BODY_BYTES_OF_MANY = 64 * 1024

/**
 * Responds to a refused request. Our pages show the problem like one of a route handler; Next's client of an action
 * throws the text of a response whose type is exactly `text/plain`, and reports any other type as unexpected.
 */
export function respondRefused(
  request: IncomingMessage,
  response: ServerResponse,
  { status, code, detail, headers = {} }: Refusal,
  isAction: boolean,
): void {
  if (response.destroyed) return
  const isPage = !isAction && (request.headers.accept ?? '').includes('text/html')
  const text = isAction
    ? code
    : isPage
      ? detail
      : // Pages of an older version read the code from `title`.
        JSON.stringify({ type: 'about:blank', title: code, status, code, detail })
  const type = isAction ? 'text/plain' : isPage ? 'text/plain; charset=utf-8' : 'application/problem+json'
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...(endsConnection(request, status) && { connection: 'close' }),
    ...headers,
  })
  response.end(text)
}

/**
 * Whether to close the connection, because the rest of the body is long, endless, or of a client that sends too much.
 */
function endsConnection(request: IncomingMessage, status: number): boolean {
  if (request.complete) return false
  if (request.headers['transfer-encoding'] !== undefined) return true
  return declaredLength(request.headers) > (status === 429 ? SHORT_BODY_BYTES_OF_MANY : SHORT_BODY_BYTES)
}
