import 'server-only'
import { problemResponse, type Trouble } from './problems'

/** The largest body that is read into memory, in bytes. */
export const MAX_BODY_BYTES = 64 * 1024 * 1024

/** The bytes of a body, or the answer that says why they are not taken. */
export type Body =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly refusal: Response }

/** A body of this many bytes is taken off the line even when nobody wants it. */
const SHORT_BODY_BYTES = 1_000_000

/** Reads the body of a request whole, sent with a length or in chunks, and stops as soon as it is too large. */
export async function readBody(request: Request, maxBytes: number): Promise<Body> {
  const trouble = judgeHeaders(request.headers, maxBytes)
  if (trouble) return { ok: false, refusal: refuseUnread(request, trouble) }
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = request.body?.getReader()
  try {
    for (let piece = await reader?.read(); piece?.value; piece = await reader?.read()) {
      length += piece.value.length
      if (length > maxBytes) {
        if (reader) void discard(reader)
        return { ok: false, refusal: problemResponse(tooLarge(maxBytes)) }
      }
      chunks.push(piece.value)
    }
  } catch {
    return { ok: false, refusal: problemResponse(brokenOff) }
  }
  const [only] = chunks
  return { ok: true, bytes: only && chunks.length === 1 ? only : Buffer.concat(chunks, length) }
}

/**
 * Refuses a request whose body nobody has read. A short one is let run out, so that the connection serves the next
 * request; the rest of a long one is not waited for: the connection ends with the answer.
 */
export function refuseUnread(request: Request, trouble: Trouble): Response {
  const response = problemResponse(trouble)
  if (Number(request.headers.get('content-length') ?? Number.NaN) <= SHORT_BODY_BYTES) {
    const reader = request.body?.getReader()
    if (reader) void discard(reader)
  } else if (request.body) {
    response.headers.set('connection', 'close')
  }
  return response
}

/** Lets the rest of a body run out. Cancelling would close the connection before the caller has read the answer. */
async function discard(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  try {
    while (!(await reader.read()).done);
  } catch {
    // The caller went away, which ends the body as well.
  }
}

function judgeHeaders(headers: Headers, maxBytes: number): Trouble | undefined {
  const [type, ...parameters] = (headers.get('content-type') ?? '')
    .split(';')
    .map(part => part.trim().toLowerCase())
  const charset = parameters.find(parameter => parameter.startsWith('charset='))
  if (type !== 'application/json' || (charset && !/^charset="?utf-?8"?$/.test(charset))) {
    return { status: 415, detail: 'Send the body as application/json in UTF-8, and say so in Content-Type.' }
  }
  const encoding = headers.get('content-encoding')
  if (encoding && encoding.toLowerCase() !== 'identity') {
    return {
      status: 415,
      detail: 'Send the body as it is, without Content-Encoding.',
      headers: { 'accept-encoding': 'identity' },
    }
  }
  return Number(headers.get('content-length')) > maxBytes ? tooLarge(maxBytes) : undefined
}

const brokenOff: Trouble = { status: 400, detail: 'The body broke off. Send the request again.' }

const tooLarge = (maxBytes: number): Trouble => ({
  status: 413,
  detail: `The body is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB. Send fewer at once.`,
})
