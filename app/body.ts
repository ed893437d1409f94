import 'server-only'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { isTooComplex } from '@/lib/contract/json/json-depth'

/** Bytes of a body that the desk reads into memory by default. */
const MAX_BODY_BYTES = 4 * 1024 * 1024

/**
 * Bytes of a body as it is sent, before decompression. Behind the proxy Next passes on the first 10 MB of a longer
 * body, up to the end of a piece, and says nothing: a body of this size may be cut.
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
  return unpack(await readSentBytes(request, Math.min(limit, MAX_SENT_BYTES)), request, limit)
}

/** Requests with a large body that wait while another one is served; each keeps what was sent, at most 10 MB. */
const MAX_WAITING = 8

/** The large bodies of this process: how many are served or wait, and the end of the last one. */
const large = { count: 0, last: Promise.resolve() }

/**
 * Serves a request by its bytes, as `readBytes` gives them. Requests with more than 4 MB are served one after another,
 * because each takes many times its size in memory: for 31 MB that come as 30 KB the server grows by 400 MB, and for
 * twenty of them at once by 2 GB.
 * @returns the result of `serve`; `busy` if too many such requests wait already
 */
export async function withBytes<T>(
  request: Request,
  limit: number,
  serve: (bytes: Uint8Array | undefined) => Promise<T>,
): Promise<T | 'busy'> {
  const sent = await readSentBytes(request, Math.min(limit, MAX_SENT_BYTES))
  const short = await unpack(sent, request, MAX_BODY_BYTES)
  if (!sent || short) return serve(short)
  if (large.count > MAX_WAITING) return 'busy'
  large.count++
  const turn = large.last.then(async () => serve(await unpack(sent, request, limit)))
  large.last = turn.then(
    () => undefined,
    () => undefined,
  )
  try {
    return await turn
  } finally {
    large.count--
  }
}

/** The bytes of a body; undefined if they are more than `limit`, or compressed in another way than gzip. */
async function unpack(
  sent: Uint8Array | undefined,
  { headers }: Request,
  limit: number,
): Promise<Uint8Array | undefined> {
  const encoding = headers.get('content-encoding') ?? 'identity'
  if (!sent || encoding === 'identity') return sent && sent.length <= limit ? sent : undefined
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
