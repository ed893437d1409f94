import 'server-only'
import { randomInt } from 'node:crypto'

// A secret key: ldg_sk_{id}_{32 characters}{6 characters of checksum}. The prefix lets scanners find leaked ones,
// the id finds the row without a search by secret, the checksum tells a mistyped key without the database.

/** How every key begins. */
export const KEY_PREFIX = 'ldg_sk_'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const PATTERN = /^(ldg_sk_([0-9A-Za-z]{12})_[0-9A-Za-z]{32})([0-9A-Za-z]{6})$/

/** A new key of 190 random bits, and the id under which it is kept. */
export function makeSecretKey(): { id: string; key: string } {
  const id = randomText(12)
  const body = `${KEY_PREFIX}${id}_${randomText(32)}`
  return { id, key: body + checksum(body) }
}

/** The id of a key; undefined when the text is no key, or a mistyped one. */
export function readSecretKey(text: string): string | undefined {
  const [, body, id, sum] = PATTERN.exec(text) ?? []
  return body !== undefined && checksum(body) === sum ? id : undefined
}

const randomText = (length: number) =>
  Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')

function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let i = 0; i < 6; i++) {
    digits = ALPHABET.charAt(rest % 62) + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

/** CRC-32 as zip files have it; zlib's own came only with Node 20.15. */
function crc32(text: string): number {
  let crc = 0xffffffff
  for (const byte of Buffer.from(text, 'latin1')) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return ~crc >>> 0
}
