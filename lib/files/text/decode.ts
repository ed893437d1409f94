import type { Encoding } from '@/lib/files/book/book'
import type { Progress } from '@/lib/files/book/progress'
import { decodeDoubleByte, doubleByteTable } from './double-byte'
import { decodeWestern } from './western'

/** Bytes that are decoded at once; a few more, so that no letter is cut. */
const CHUNK_SIZE = 1024 * 1024

/** Decodes chunks of a file one after the other. @returns undefined where a chunk is not of the encoding */
export type Decoder = (bytes: Uint8Array) => string | undefined

/** Creates a strict decoder for chunks that end with a whole letter, such as those of `splitAtLineEnds`. */
export function createDecoder(encoding: Encoding): Decoder {
  if (encoding === 'shift_jis' || encoding === 'euc-kr') {
    const table = doubleByteTable(encoding)
    const units = new TextDecoder('utf-16le', { ignoreBOM: true })
    let room = new Uint16Array(0)
    return bytes => {
      if (room.length < bytes.length) room = new Uint16Array(bytes.length)
      const count = decodeDoubleByte(bytes, table, room)
      return count === -1 ? undefined : units.decode(room.subarray(0, count))
    }
  }
  if (encoding === 'windows-1252') return decodeWestern
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true })
  // ISO-2022-JP changes its character set by escape sequences, which hold across chunks.
  const stream = encoding === 'iso-2022-jp'
  return bytes => {
    try {
      return decoder.decode(bytes, { stream })
    } catch {
      return undefined
    }
  }
}

/**
 * Splits bytes behind line ends, whose byte is part of no other letter in any of the encodings. A line that is longer
 * than a chunk stays whole.
 */
export function* splitAtLineEnds(
  bytes: Uint8Array,
  encoding: 'utf-16le' | 'utf-16be' | 'bytes',
): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length; ) {
    const end =
      encoding === 'bytes'
        ? lineEnd(bytes, from + CHUNK_SIZE)
        : wideLineEnd(bytes, from + CHUNK_SIZE, encoding)
    yield bytes.subarray(from, end)
    from = end
  }
}

function lineEnd(bytes: Uint8Array, from: number): number {
  const end = bytes.indexOf(0x0a, from)
  return end === -1 ? bytes.length : end + 1
}

function wideLineEnd(bytes: Uint8Array, from: number, encoding: 'utf-16le' | 'utf-16be'): number {
  const [low, high] = encoding === 'utf-16le' ? [0, 1] : [1, 0]
  for (let at = from; at + 1 < bytes.length; at += 2) {
    if (bytes[at + low] === 0x0a && bytes[at + high] === 0) return at + 2
  }
  return bytes.length
}

/**
 * Decodes a whole file in one encoding.
 * @param bytes without a byte order mark
 * @returns undefined where it is not of the encoding
 */
export async function decodeAs(
  bytes: Uint8Array,
  encoding: Encoding,
  progress: Progress,
): Promise<string | undefined> {
  const decode = createDecoder(encoding)
  const wide = encoding === 'utf-16le' || encoding === 'utf-16be'
  const parts: string[] = []
  let done = 0
  for (const chunk of splitAtLineEnds(bytes, wide ? encoding : 'bytes')) {
    const text = decode(chunk)
    if (text === undefined) return undefined
    parts.push(text)
    done += chunk.length
    if (progress.isDue) await progress.checkpoint(done / bytes.length)
  }
  return parts.join('')
}
