import { type Book, type Encoding, type EncodingPreview, encodings } from '@/lib/intake/table'

/** So many bytes from the beginning of a file tell whether an encoding fits. */
const BEGINNING = 256 * 1024
/** Lines that are shown, and letters of each. */
const LINES = 3
const LETTERS = 160

/** How a file of text begins in every other encoding that fits its beginning. */
export function previewsOf(bytes: Uint8Array, { text }: Pick<Book, 'text'>): EncodingPreview[] {
  // A byte order mark leaves no doubt.
  if (!text || hasMark(bytes)) return []
  const beginning = bytes.subarray(0, BEGINNING)
  // Whatever is of even length fits UTF-16; what was written so has a NUL beside every comma and digit.
  const isWide = beginning.includes(0)
  return encodings.flatMap(encoding => {
    if (encoding === text.encoding || encoding.startsWith('utf-16') !== isWide) return []
    const lines = firstLines(beginning, encoding)
    return lines ? [{ encoding, lines }] : []
  })
}

const hasMark = ([a, b, c]: Uint8Array): boolean =>
  (a === 0xef && b === 0xbb && c === 0xbf) || (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)

/** undefined where the bytes do not fit. */
function firstLines(beginning: Uint8Array, encoding: Encoding): string[] | undefined {
  try {
    // What is cut off in the middle of a letter is waited for, and is no fault.
    const text = new TextDecoder(encoding, { fatal: true }).decode(beginning, { stream: true })
    return text.includes('\0')
      ? undefined
      : text.split(/\r\n|\r|\n/, LINES).map(line => line.slice(0, LETTERS))
  } catch {
    return undefined
  }
}
