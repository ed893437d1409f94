import { createHmac } from 'node:crypto'

/**
 * The code of an authenticator app, computed from RFC 4226 and RFC 6238 without the library of the product: HMAC-SHA-1
 * over the number of 30-second steps, truncated to six digits.
 * @param secret base32, in any spacing
 * @param at in milliseconds
 */
export function totpCode(secret: string, at: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)))
  const mac = createHmac('sha1', base32(secret)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0x0f
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0')
}

/** The bytes of a base32 text (RFC 4648). */
function base32(text: string): Buffer {
  const bits = [...text.toUpperCase()]
    .flatMap(symbol => {
      const value = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(symbol)
      return value < 0 ? [] : [value.toString(2).padStart(5, '0')]
    })
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
}
