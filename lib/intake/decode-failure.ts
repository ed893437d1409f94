import { decoderOf } from './decode-text'
import type { Encoding } from './table'
import { Unreadable } from './unreadable'

/**
 * Why a file is of no encoding. Where one of them got further than the others, a single letter is at fault: shops cut
 * texts by bytes, and leave half of one. Its line helps more than to be told that nothing fits.
 */
export function undecodable(bytes: Uint8Array, tried: readonly Encoding[]): Unreadable {
  const [most = 1, next = 1] = tried.map(encoding => firstBroken(bytes, encoding)).toSorted((a, b) => b - a)
  return new Unreadable(most > next ? { code: 'broken_letter', at: most } : { code: 'no_encoding' })
}

/** The first line, from 1, that is not of an encoding. */
function firstBroken(bytes: Uint8Array, encoding: Encoding): number {
  const decode = decoderOf(encoding)
  let line = 1
  for (let from = 0; from < bytes.length; line++) {
    const feed = bytes.indexOf(0x0a, from)
    const end = feed === -1 ? bytes.length : feed + 1
    if (decode(bytes.subarray(from, end)) === undefined) return line
    from = end
  }
  return line
}
