import 'server-only'
import { gunzipSync } from 'node:zlib'

/** Maximum bytes of a response on its page; the whole can be downloaded. */
const MAX_SHOWN_BYTES = 64 * 1024

/**
 * A response as readable text: formatted if it is JSON, and cut to the size of a page.
 * @param head bytes of the beginning, if only the beginning and the end were stored
 */
export function readableResponse(bytes: Uint8Array, head?: number): { text: string; isCut: boolean } {
  if (head !== undefined) {
    const [start, end] = [bytes.subarray(0, head), bytes.subarray(head)].map(part =>
      new TextDecoder().decode(part),
    )
    return { text: `${start}\n\n…\n\n${end}`, isCut: true }
  }
  const text = new TextDecoder().decode(bytes.subarray(0, MAX_SHOWN_BYTES))
  if (bytes.length > MAX_SHOWN_BYTES) return { text, isCut: true }
  return { text: laidOut(text) ?? text, isCut: false }
}

/**
 * JSON that is nested deeper is not formatted: it would be indented more than a page is wide, and far
 * longer than it is.
 */
const MAX_DEPTH = 40

/**
 * JSON with each member on its own line. Texts and digits stay verbatim, because numbers are not parsed.
 * @returns undefined when the text is not JSON of an object or a list, or is nested too deeply
 */
export function laidOut(text: string): string | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  let depth = 0
  // A text that nothing closes is one token, so that its quotation marks are not tried one after another.
  const tokens = text.match(/"(?:[^"\\]|\\[\s\S]?)*(?:"|$)|[[\]{},:]|[^\s[\]{},:"]+/g) ?? []
  const line = () => `\n${'  '.repeat(depth)}`
  const parts: string[] = []
  for (const [at, token] of tokens.entries()) {
    if (token === '{' || token === '[') {
      if (++depth > MAX_DEPTH) return undefined
      parts.push(/^[\]}]$/.test(tokens[at + 1] ?? '') ? token : `${token}${line()}`)
    } else if (token === '}' || token === ']') {
      depth = Math.max(0, depth - 1)
      parts.push(/^[[{]$/.test(tokens[at - 1] ?? '') ? token : `${line()}${token}`)
    } else if (token === ',') parts.push(`,${line()}`)
    else parts.push(token === ':' ? ': ' : token)
  }
  return parts.join('')
}

/** The sent bytes of a request's body. */
export const unpacked = (body: Uint8Array): Uint8Array => gunzipSync(body)
