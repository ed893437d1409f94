import 'server-only'
import { isUtf8 } from 'node:buffer'

/** Validates UTF-8 in chunks, even if a character is split between them. */
export class Utf8Validator {
  private rest = Buffer.alloc(0)

  accepts(bytes: Buffer): boolean {
    const all = this.rest.length === 0 ? bytes : Buffer.concat([this.rest, bytes])
    const whole = all.length - cutOff(all)
    this.rest = Buffer.from(all.subarray(whole))
    return isUtf8(all.subarray(0, whole))
  }

  isWhole(): boolean {
    return this.rest.length === 0
  }
}

/** The number of trailing bytes that begin an incomplete character. */
function cutOff(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return 0
    if (byte >= 0xc0) {
      const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
      return needed > back ? back : 0
    }
  }
  return 0
}
