import 'server-only'
import { createHmac, randomInt } from 'node:crypto'

// A secret key: {prefix}{id}_{32 characters}{6 characters of checksum}. Secret scanners recognise the prefix,
// the id finds the row, and the checksum detects a mistyped key without a query.

/** The prefixes of keys: of clients of the embedded service, and of programs that use the desk. */
export const keyPrefixes = { service: 'ldg_sk_', desk: 'ldg_dk_' } as const
export type KeyKind = keyof typeof keyPrefixes

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const PATTERN = /^((ldg_[sd]k_)([0-9A-Za-z]{12})_[0-9A-Za-z]{32})([0-9A-Za-z]{6})$/

/** A new key with 190 random bits, and its public id. */
export function makeSecretKey(kind: KeyKind): { id: string; key: string } {
  const id = randomText(12)
  const body = `${keyPrefixes[kind]}${id}_${randomText(32)}`
  return { id, key: body + checksum(body) }
}

/** The id of a key; undefined if the text is not a key of this kind, or mistyped. */
export function readSecretKey(kind: KeyKind, text: string): string | undefined {
  const [, body, prefix, id, sum] = PATTERN.exec(text) ?? []
  return prefix === keyPrefixes[kind] && body !== undefined && checksum(body) === sum ? id : undefined
}

/** The stored form of a key: HMAC-SHA256 with a pepper that is not in the database. */
export const hashSecretKey = (pepper: Buffer, key: string): Buffer =>
  createHmac('sha256', pepper).update(key).digest()

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

/** CRC-32 as in ZIP files; zlib.crc32 requires Node 20.15. */
function crc32(text: string): number {
  let crc = 0xffffffff
  for (const byte of Buffer.from(text, 'latin1')) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return ~crc >>> 0
}
