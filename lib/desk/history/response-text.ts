import 'server-only'
import { gunzipSync } from 'node:zlib'

/** What of an answer is shown on its page, in bytes; the whole can be downloaded. */
const MAX_SHOWN_BYTES = 64 * 1024

/**
 * An answer as text, for reading: laid out when it is JSON, and never more than a page can bear.
 * @param head bytes of the beginning, where only the beginning and the end were kept
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

/** JSON with each member on a line. Its texts and digits stay as they came: nothing is read into numbers. */
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

/** The bytes of a request's body as they were sent. */
export const unpacked = (body: Uint8Array): Uint8Array => gunzipSync(body)
