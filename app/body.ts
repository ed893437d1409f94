import 'server-only'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { isTooComplex } from '@/lib/contract/json/json-depth'

/** Bytes of a body that the desk reads into memory by default. */
const MAX_BODY_BYTES = 4 * 1024 * 1024

/**
 * Bytes of a body as it is sent, before decompression. Behind the proxy Next passes on the first 10 MB of a longer body,
 * up to the end of a piece, and says nothing: a body of this size may be cut.
 */
const MAX_SENT_BYTES = 10_000_000

/** Values of a JSON body: five times as many as the largest save of a workbench has. They are parsed in 0.2 s. */
const MAX_VALUES = 300_000

const unzip = promisify(gunzip)

/**
 * The bytes of a request, decompressed if it is sent with gzip.
 * @returns undefined if there are more than `limit`, as they were sent or decompressed, or so many without compression
 * that Next may have cut them; the rest is neither read nor decompressed
 */
export async function readBytes(request: Request, limit = MAX_BODY_BYTES): Promise<Uint8Array | undefined> {
  const sent = await readSentBytes(request, Math.min(limit, MAX_SENT_BYTES))
  const encoding = request.headers.get('content-encoding') ?? 'identity'
  if (!sent || encoding === 'identity') return sent
  if (encoding !== 'gzip') return undefined
  try {
    return await unzip(sent, { maxOutputLength: limit })
  } catch {
    return undefined
  }
}

async function readSentBytes(request: Request, limit: number): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of request.body ?? new ReadableStream<Uint8Array>({ start: end => end.close() })) {
    length += piece.length
    if (length > limit) return undefined
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/**
 * The JSON of a request. @returns undefined if it is not JSON, is nested too deeply, has too many values, or is longer
 * than `readBytes` accepts
 */
export async function readJson(request: Request): Promise<unknown> {
  const bytes = await readBytes(request)
  return bytes && parseJson(bytes)
}

/** JSON from its bytes. @returns undefined if they are not JSON, or JSON that is too deep or has too many values */
export function parseJson(bytes: Uint8Array): unknown {
  if (isTooComplex([bytes], MAX_VALUES)) return undefined
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
