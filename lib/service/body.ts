import 'server-only'
import type { Trouble } from './problems'

/** The largest body that is read into memory, in bytes. */
export const MAX_BODY_BYTES = 64 * 1024 * 1024

/** The bytes of a body, or why they are not taken. */
export type Body =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly trouble: Trouble }

/** Reads the body of a request whole, sent with a length or in chunks, and stops as soon as it is too large. */
export async function readBody(request: Request, maxBytes: number): Promise<Body> {
  const trouble = judgeHeaders(request.headers, maxBytes)
  if (trouble) return { ok: false, trouble }
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of request.body ?? []) {
      length += chunk.length
      // Leaving the loop cancels the stream.
      if (length > maxBytes) return { ok: false, trouble: tooLarge(maxBytes) }
      chunks.push(chunk)
    }
  } catch {
    return { ok: false, trouble: { status: 400, detail: 'The body broke off. Send the request again.' } }
  }
  const [only] = chunks
  return { ok: true, bytes: only && chunks.length === 1 ? only : Buffer.concat(chunks, length) }
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

const tooLarge = (maxBytes: number): Trouble => ({
  status: 413,
  detail: `The body is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB. Send fewer at once.`,
})
