import { broken } from './unreadable'

const decoder = new TextDecoder('utf-8', { fatal: true })

/** @throws Unreadable where the bytes are no UTF-8 */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw broken()
  }
}

/**
 * The text of a part that comes in pieces, strictly: a letter that is cut waits for its rest. (The decoder's own way to
 * do so is not strict in every Node.)
 * @throws Unreadable where the bytes are no UTF-8
 */
export function* textPieces(pieces: Iterable<Uint8Array>): Generator<string> {
  let rest = new Uint8Array(0)
  for (const piece of pieces) {
    const bytes = rest.length === 0 ? piece : joined(rest, piece)
    const end = lastWhole(bytes)
    rest = bytes.slice(end)
    yield decodeUtf8(bytes.subarray(0, end))
  }
  if (rest.length > 0) yield decodeUtf8(rest)
}

/** Where the last letter begins, which may be cut; the end where it is a Latin one. */
function lastWhole(bytes: Uint8Array): number {
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
