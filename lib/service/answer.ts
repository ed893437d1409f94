import 'server-only'
import { byteStream } from '@/lib/server/byte-stream'

/** An answer of this many bytes is sent at once, with its length. */
const WHOLE = 65_536

const usual = { 'content-type': 'application/json', 'cache-control': 'no-store' }

/**
 * A JSON answer out of its parts, made while the caller takes them.
 * @param done called once: when the last part was taken, or when nobody wants it any more
 * @param more headers beside the usual ones
 * @param patience how long the caller may leave a part untaken, in milliseconds; a minute unless given
 */
export async function respond(
  parts: AsyncGenerator<string>,
  done: (error?: unknown) => Promise<void>,
  more: Readonly<Record<string, string>> = {},
  patience?: number,
): Promise<Response> {
  const headers = { ...usual, ...more }
  const first: string[] = []
  for (let length = 0; length < WHOLE; ) {
    const next = await parts.next()
    if (next.done) {
      await done()
      return new Response(first.join(''), { headers })
    }
    first.push(next.value)
    length += next.value.length
  }
  return new Response(byteStream(encoded(first.join(''), parts), { patience, done }), { headers })
}

/** The text of an answer in UTF-8. */
async function* encoded(first: string, parts: AsyncGenerator<string>): AsyncGenerator<Uint8Array> {
  yield Buffer.from(first)
  for await (const part of parts) yield Buffer.from(part)
}
