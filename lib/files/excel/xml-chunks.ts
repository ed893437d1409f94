import { damagedFile } from '@/lib/files/book/read-error'

const decoder = new TextDecoder('utf-8', { fatal: true })

/** @throws ReadError where the bytes are no UTF-8 */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw damagedFile()
  }
}

/**
 * Decodes chunks of UTF-8 strictly; a letter that is cut between two chunks is decoded with the second. TextDecoder's
 * own streaming is not strict in every version of Node.
 * @throws ReadError where the bytes are no UTF-8
 */
export function* decodeUtf8Chunks(chunks: Iterable<Uint8Array>): Generator<string> {
  let rest = new Uint8Array(0)
  for (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : joined(rest, chunk)
    const end = wholeLength(bytes)
    rest = bytes.slice(end)
    yield decodeUtf8(bytes.subarray(0, end))
  }
  if (rest.length > 0) yield decodeUtf8(rest)
}

/** The length of the bytes without a last letter that may be cut. */
function wholeLength(bytes: Uint8Array): number {
  for (let at = bytes.length - 1; at >= 0 && at >= bytes.length - 4; at--) {
    const byte = bytes[at] ?? 0
    if (byte < 0x80) return at + 1
    if (byte >= 0xc0) return at
  }
  return bytes.length
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const all = new Uint8Array(a.length + b.length)
  all.set(a)
  all.set(b, a.length)
  return all
}
