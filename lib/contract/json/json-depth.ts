import { MAX_DEPTH } from './strict-json'

const QUOTE = 0x22
const BACKSLASH = 0x5c

const [OTHER, TEXT, OPEN, CLOSE, COMMA] = [0, 1, 2, 3, 4]
/** Meaning of a byte outside of strings. Bytes of multi-byte UTF-8 characters never have one. */
const meaning = new Uint8Array(256)
meaning[QUOTE] = TEXT
for (const bracket of '[{') meaning[bracket.charCodeAt(0)] = OPEN
for (const bracket of ']}') meaning[bracket.charCodeAt(0)] = CLOSE
meaning[','.charCodeAt(0)] = COMMA

/**
 * Whether a JSON text is nested too deeply. `JSON.parse` accepts any depth, at a cost in time and memory that the
 * sender chooses, and code that walks its result overflows, so depth is checked first. The result for invalid
 * JSON is arbitrary.
 * @param chunks the UTF-8 bytes of the text, in order
 */
export const isTooDeep = (chunks: Iterable<Uint8Array>, maxDepth: number = MAX_DEPTH): boolean =>
  exceeds(chunks, maxDepth, Number.POSITIVE_INFINITY)

/**
 * Whether a JSON text is nested too deeply or has more values than `maxValues`: `JSON.parse` takes as long for thirty
 * megabytes of empty objects as for a gigabyte of text, and nothing else runs meanwhile. The result for invalid JSON is
 * arbitrary.
 * @param chunks the UTF-8 bytes of the text, in order
 */
export const isTooComplex = (chunks: Iterable<Uint8Array>, maxValues: number): boolean =>
  exceeds(chunks, MAX_DEPTH, maxValues)

/**
 * Whether a JSON text has more values than `maxValues`, however they are nested. The result for invalid JSON is
 * arbitrary.
 * @param chunks the UTF-8 bytes of the text, in order
 */
export const hasMoreValues = (chunks: Iterable<Uint8Array>, maxValues: number): boolean =>
  exceeds(chunks, Number.POSITIVE_INFINITY, maxValues)

function exceeds(chunks: Iterable<Uint8Array>, maxDepth: number, maxValues: number): boolean {
  let depth = 0
  let values = 0
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
      // A comma or an opening bracket begins a value.
      else if (++values > maxValues) return true
      else if (kind === OPEN && ++depth > maxDepth) return true
    }
  }
  return false
}
