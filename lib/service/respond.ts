import 'server-only'
import { byteStream } from '@/lib/server/byte-stream'

/** A response up to this length is sent at once, with Content-Length. */
const BUFFERED_CHARACTERS = 65_536

const defaultHeaders = { 'content-type': 'application/json', 'cache-control': 'no-store' }

/**
 * A JSON response from its parts, generated while the caller reads.
 * @param done called once: after the last part was read, or when the caller has gone
 * @param more additional headers
 * @param idleTimeoutMs how long the caller may stop reading, in milliseconds; default: a minute
 */
export async function respond(
  parts: AsyncGenerator<string>,
  done: (error?: unknown) => Promise<void>,
  more: Readonly<Record<string, string>> = {},
  idleTimeoutMs?: number,
): Promise<Response> {
  const headers = { ...defaultHeaders, ...more }
  const first: string[] = []
  for (let length = 0; length < BUFFERED_CHARACTERS; ) {
    const next = await parts.next()
    if (next.done) {
      await done()
      return new Response(first.join(''), { headers })
    }
    first.push(next.value)
    length += next.value.length
  }
  return new Response(
    byteStream(encoded(first.join(''), parts), { readTimeoutMs: idleTimeoutMs, onEnd: done }),
    {
      headers,
    },
  )
}

/** The text of a response in UTF-8. */
async function* encoded(first: string, parts: AsyncGenerator<string>): AsyncGenerator<Uint8Array> {
  yield Buffer.from(first)
  for await (const part of parts) yield Buffer.from(part)
}
