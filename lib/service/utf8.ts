import 'server-only'
import { isUtf8 } from 'node:buffer'

/** Says whether bytes that come in pieces are UTF-8, also where a character is cut apart. */
export class Utf8Guard {
  private rest = Buffer.alloc(0)

  takes(bytes: Buffer): boolean {
    const all = this.rest.length === 0 ? bytes : Buffer.concat([this.rest, bytes])
    const whole = all.length - cutOff(all)
    this.rest = Buffer.from(all.subarray(whole))
    return isUtf8(all.subarray(0, whole))
  }

  isWhole(): boolean {
    return this.rest.length === 0
  }
}

/** How many bytes at the end begin a character whose rest is still to come. */
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
