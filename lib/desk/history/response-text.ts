import 'server-only'
import { gunzipSync } from 'node:zlib'

/** Maximum bytes of a response on its page; the whole can be downloaded. */
const MAX_SHOWN_BYTES = 64 * 1024

/**
 * A response as readable text: formatted if it is JSON, and cut to the size of a page.
 * @param head bytes of the beginning, if only the beginning and the end were stored
 */
export function readableAnswer(bytes: Uint8Array, head?: number): { text: string; isCut: boolean } {
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

/** JSON with each member on its own line. Texts and digits stay verbatim, because numbers are not parsed. */
export function laidOut(text: string): string | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  let depth = 0
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g) ?? []
  const line = () => `\n${'  '.repeat(depth)}`
  const parts = tokens.map((token, at) => {
    if (token === '{' || token === '[') {
      depth++
      return /^[\]}]$/.test(tokens[at + 1] ?? '') ? token : `${token}${line()}`
    }
    if (token === '}' || token === ']') {
      depth = Math.max(0, depth - 1)
      return /^[[{]$/.test(tokens[at - 1] ?? '') ? token : `${line()}${token}`
    }
    if (token === ',') return `,${line()}`
    return token === ':' ? ': ' : token
  })
  return parts.join('')
}

/** The sent bytes of a request's body. */
export const unpacked = (body: Uint8Array): Uint8Array => gunzipSync(body)
