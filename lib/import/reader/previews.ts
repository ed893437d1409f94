import { type Book, type Encoding, encodings } from '@/lib/files/book/book'
import type { EncodingPreview } from '@/lib/files/book/read-error'
import { hasKana } from '@/lib/files/text/detect-encoding'
import { decodeWestern, isLikelyWestern } from '@/lib/files/text/western'

/** Bytes at the beginning of a file that decide whether an encoding fits. */
const BEGINNING = 256 * 1024
/** Lines of a preview, and characters of each. */
const LINES = 3
const LETTERS = 160

/** The first lines of a text file in every other encoding that fits its beginning. */
export function previewsOf(bytes: Uint8Array, { text }: Pick<Book, 'text'>): EncodingPreview[] {
  // A byte order mark names the encoding.
  if (!text || hasMark(bytes)) return []
  const beginning = bytes.subarray(0, BEGINNING)
  // Any content of even length fits UTF-16; real UTF-16 has a NUL beside every comma and digit.
  const isWide = beginning.includes(0)
  return encodings.flatMap(encoding => {
    if (encoding === text.encoding || encoding.startsWith('utf-16') !== isWide) return []
    const lines = firstLines(beginning, encoding)
    return lines ? [{ encoding, lines }] : []
  })
}

const hasMark = ([a, b, c]: Uint8Array): boolean =>
  (a === 0xef && b === 0xbb && c === 0xbf) || (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)

/** @returns undefined where the bytes do not fit the encoding, or give no likely text */
function firstLines(beginning: Uint8Array, encoding: Encoding): string[] | undefined {
  try {
    // `stream`: a character that is cut at the end is not an error.
    const text =
      encoding === 'windows-1252'
        ? decodeWestern(beginning)
        : new TextDecoder(encoding, { fatal: true }).decode(beginning, { stream: true })
    const isUnlikely =
      text.includes('\0') ||
      (encoding === 'euc-jp' && !hasKana(text)) ||
      (encoding === 'windows-1252' && !isLikelyWestern(text))
    return isUnlikely ? undefined : text.split(/\r\n|\r|\n/, LINES).map(line => line.slice(0, LETTERS))
  } catch {
    return undefined
  }
}
