import { decodePairs, pairTable } from './decode-pairs'
import type { Pace } from './pace'
import type { Encoding } from './table'

/** Bytes that are decoded in one go, a few more or less so that no letter is cut. */
const CHUNK = 1024 * 1024

/** Decodes parts of a file one after the other. @returns undefined where a part is not of the encoding */
export type Decoder = (bytes: Uint8Array) => string | undefined

/** @returns a strict decoder: each part ends with a whole letter, as `chunksOf` cuts them */
export function decoderOf(encoding: Encoding): Decoder {
  if (encoding === 'shift_jis' || encoding === 'euc-kr') {
    const table = pairTable(encoding)
    const units = new TextDecoder('utf-16le', { ignoreBOM: true })
    let room = new Uint16Array(0)
    return bytes => {
      if (room.length < bytes.length) room = new Uint16Array(bytes.length)
      const count = decodePairs(bytes, table, room)
      return count === -1 ? undefined : units.decode(room.subarray(0, count))
    }
  }
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true })
  // ISO-2022-JP changes its character set by escape sequences, which hold until the next, in the next part as well.
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
 * Cuts bytes behind line ends, whose byte is part of no other letter in any of the encodings; a line that is longer
 * than a part stays whole.
 */
export function* chunksOf(
  bytes: Uint8Array,
  encoding: 'utf-16le' | 'utf-16be' | 'bytes',
): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length; ) {
    const end =
      encoding === 'bytes' ? lineEnd(bytes, from + CHUNK) : wideLineEnd(bytes, from + CHUNK, encoding)
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
  pace: Pace,
): Promise<string | undefined> {
  const decode = decoderOf(encoding)
  const wide = encoding === 'utf-16le' || encoding === 'utf-16be'
  const parts: string[] = []
  let done = 0
  for (const chunk of chunksOf(bytes, wide ? encoding : 'bytes')) {
    const text = decode(chunk)
    if (text === undefined) return undefined
    parts.push(text)
    done += chunk.length
    if (pace.isDue) await pace.rest(done / bytes.length)
  }
  return parts.join('')
}
