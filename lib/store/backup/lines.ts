import 'server-only'

const LINE_FEED = 0x0a

/**
 * Splits bytes that arrive in chunks into lines, at line feeds alone; a carriage return before one is left out. Node's
 * readline also splits at U+2028 and U+2029 since version 24, which the texts of a database may contain.
 * @param onLine receives each line that a line feed ends
 * @returns receives the chunks
 */
export function splitLines(onLine: (line: string) => void): (chunk: Buffer) => void {
  /** The parts of a line that has not ended. */
  let parts: Buffer[] = []
  return chunk => {
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      const last = chunk.subarray(start, end)
      start = end + 1
      const line = (parts.length > 0 ? Buffer.concat([...parts, last]) : last).toString()
      parts = []
      onLine(line.endsWith('\r') ? line.slice(0, -1) : line)
    }
    if (start < chunk.length) parts.push(chunk.subarray(start))
  }
}
