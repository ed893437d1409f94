import 'server-only'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { declaredLength } from './request-kind'

/** Why a request goes no further. */
export interface Refusal {
  readonly status: number
  /** For programs: the title of the problem, and what the client of an action is thrown. */
  readonly code: string
  /** For people. */
  readonly detail: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Of a body of this size the rest is taken off the line, so that the caller reads the answer. In bytes. */
const SHORT_BODY_BYTES = 1024 * 1024

/**
 * Answers a request that goes no further. Pages of ours show the same problem as from a route handler; the client of an
 * action throws the text of an answer of exactly `text/plain`, and anything else as unexpected.
 */
export function answerRefusal(
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
      : JSON.stringify({ type: 'about:blank', title: code, status, detail })
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

/** Whether the rest of the body is not worth waiting for: it is long, endless, or from somebody who sends too much. */
function endsConnection(request: IncomingMessage, status: number): boolean {
  if (request.complete) return false
  const isShort =
    request.headers['transfer-encoding'] === undefined && declaredLength(request.headers) <= SHORT_BODY_BYTES
  return !isShort || (status === 429 && declaredLength(request.headers) > 0)
}
