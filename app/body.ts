import 'server-only'
import { isTooDeep } from '@/lib/contract/json-depth'

/** Bytes of a body that the desk takes into memory, unless told otherwise. */
const MAX_BODY_BYTES = 4 * 1024 * 1024

/** The bytes of a request. @returns undefined where there are more than `limit` of them; the rest is not waited for */
export async function readBytes(request: Request, limit = MAX_BODY_BYTES): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of request.body ?? new ReadableStream<Uint8Array>({ start: end => end.close() })) {
    length += piece.length
    if (length > limit) return undefined
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** The JSON of a request. @returns undefined where it is none, nests too deeply, or is longer than `readBytes` takes */
export async function readJson(request: Request): Promise<unknown> {
  const bytes = await readBytes(request)
  if (!bytes || isTooDeep([bytes])) return undefined
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
