import { MAX_DEPTH } from './strict-json'

const QUOTE = 0x22
const BACKSLASH = 0x5c

const [OTHER, TEXT, OPEN, CLOSE] = [0, 1, 2, 3]
/** Meaning of a byte outside of strings. Bytes of multi-byte UTF-8 characters never have one. */
const meaning = new Uint8Array(256)
meaning[QUOTE] = TEXT
for (const bracket of '[{') meaning[bracket.charCodeAt(0)] = OPEN
for (const bracket of ']}') meaning[bracket.charCodeAt(0)] = CLOSE

/**
 * Whether a JSON text is nested too deeply. `JSON.parse` accepts any depth, at a cost in time and memory that the sender
 * chooses, and code that walks its result overflows, so depth is checked first. The result for invalid JSON is arbitrary.
 * @param chunks the UTF-8 bytes of the text, in order
 */
export function isTooDeep(chunks: Iterable<Uint8Array>, maxDepth: number = MAX_DEPTH): boolean {
  let depth = 0
  let inText = false
  let isEscaped = false
  for (const bytes of chunks) {
    const { length } = bytes
    for (let at = 0; at < length; at++) {
      const byte = bytes[at] as number
      if (inText) {
        if (isEscaped) isEscaped = false
        else if (byte === QUOTE) inText = false
        else if (byte === BACKSLASH) isEscaped = true
        continue
      }
      const kind = meaning[byte]
      if (kind === OTHER) continue
      if (kind === TEXT) inText = true
      else if (kind === CLOSE) depth--
      else if (++depth > maxDepth) return true
    }
  }
  return false
}
