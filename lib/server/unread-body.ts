import 'server-only'

/** An unread body up to this size is drained, so that the connection can be reused. */
const SHORT_BODY_BYTES = 1_000_000
/** How long draining a body may take, in milliseconds. */
const DRAIN_TIMEOUT_MS = 30_000

/** Whether Content-Length announces a short body. */
export const hasShortBody = ({ headers }: Request): boolean =>
  Number(headers.get('content-length') ?? Number.NaN) <= SHORT_BODY_BYTES

/**
 * Responds to a request whose body is not read. A short body is drained, so that the connection serves the next
 * request. After a longer one the connection closes: otherwise the server would read and discard whatever arrives.
 */
export function leaveUnread(request: Request, response: Response): Response {
  if (hasShortBody(request)) {
    const reader = request.body?.getReader()
    if (reader) void drain(reader)
  } else if (hasBody(request)) {
    response.headers.set('connection', 'close')
  }
  return response
}

/** The body of a GET is hidden from its handler, but arrives. */
const hasBody = ({ body, headers }: Request): boolean =>
  body !== null || headers.has('content-length') || headers.has('transfer-encoding')

/**
 * Reads and discards the rest of a body. Cancelling would close the connection before the caller has read
 * the response.
 */
export async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const timer = setTimeout(() => void reader.cancel().catch(() => {}), DRAIN_TIMEOUT_MS)
  timer.unref()
  try {
    while (!(await reader.read()).done);
  } catch {
    // The caller disconnected, which ends the body as well.
  } finally {
    clearTimeout(timer)
  }
}
