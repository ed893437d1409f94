import 'server-only'

/** Maximum nesting depth, the same as in the strict parser (strict-json). */
const MAX_DEPTH = 64

const QUOTE = 0x22
const BACKSLASH = 0x5c

const [PLAIN, TEXT, OPEN, CLOSE] = [0, 1, 2, 3]
/** The meaning of a byte outside strings. Bytes of multi-byte characters have none. */
const meaning = new Uint8Array(256)
meaning[QUOTE] = TEXT
for (const byte of Buffer.from('[{')) meaning[byte] = OPEN
for (const byte of Buffer.from(']}')) meaning[byte] = CLOSE

/** What ends a number, true, false or null. */
const endsWord = new Uint8Array(256)
for (const byte of Buffer.from(' \t\n\r,:]}')) endsWord[byte] = 1

/**
 * Finds the end of a JSON value in chunks of any size, by brackets and quotes. For invalid JSON it finds
 * some end or none; the value is parsed afterwards.
 */
export class ValueEndFinder {
  /** Whether a value has begun and not yet ended. */
  isOpen = false
  /** Whether the value exceeds the maximum depth. */
  isTooDeep = false
  private kind = PLAIN
  private depth = 0
  private inText = false
  private escaped = false

  /** Begins a value with its first byte; `find` continues from there. */
  begin(byte: number): void {
    const kind = meaning[byte]
    this.kind = kind === OPEN || kind === TEXT ? kind : PLAIN
    this.isOpen = true
    this.isTooDeep = false
    this.depth = 0
    this.inText = false
    this.escaped = false
  }

  /**
   * Continues at `at`, the first byte of the value or of the next chunk. @returns the end of the value, or
   * of `bytes`
   */
  find(bytes: Buffer, at: number): number {
    return this.kind === PLAIN ? this.findWord(bytes, at) : this.findBrackets(bytes, at)
  }

  private findWord(bytes: Buffer, from: number): number {
    let at = from
    while (at < bytes.length && endsWord[bytes[at] as number] === 0) at++
    if (at < bytes.length) this.isOpen = false
    return at
  }

  /** The hot loop keeps its state in local variables. A string counts as a bracket around itself. */
  private findBrackets(bytes: Buffer, from: number): number {
    const { length } = bytes
    const isText = this.kind === TEXT
    let { inText, escaped, depth } = this
    let deepest = 0
    let at = from
    while (at < length) {
      if (inText) {
        let byte = 0
        if (escaped) at++
        escaped = false
        while (at < length) {
          byte = bytes[at++] as number
          if (byte === QUOTE) {
            inText = false
            break
          }
          if (byte === BACKSLASH) {
            escaped = true
            break
          }
        }
        if (inText || !isText) continue
        depth = 0
      } else {
        const kind = meaning[bytes[at++] as number]
        if (kind === PLAIN) continue
        if (kind === TEXT) {
          inText = true
          continue
        }
        if (kind === OPEN) {
          if (++depth > deepest) deepest = depth
          continue
        }
        depth--
      }
      if (depth === 0) {
        this.isOpen = false
        break
      }
    }
    this.inText = inText
    this.escaped = escaped
    this.depth = depth
    if (deepest > MAX_DEPTH) this.isTooDeep = true
    return at
  }
}
