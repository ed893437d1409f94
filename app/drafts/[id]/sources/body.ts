import 'server-only'

/** Bytes of one piece of a file, or of its rows, as it is sent: no more is taken into memory. */
const MOST = 4 * 1024 * 1024

/** @returns undefined where the body is longer than a piece may be */
export async function readPiece(request: Request): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of request.body ?? new ReadableStream<Uint8Array>()) {
    length += piece.length
    if (length > MOST) return undefined
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
