import 'server-only'
import type { JsonSlice } from './json-slice'

/** Bytes of the buffer at first; a buffer above SHRINK_ABOVE_BYTES is released after use. */
const INITIAL_BYTES = 4096
const SHRINK_ABOVE_BYTES = 1_000_000

/**
 * Holds the beginning of a value that continues in the next chunk. Copying keeps many small chunks as cheap
 * as one.
 */
export class CarryOverBuffer {
  private held = Buffer.allocUnsafeSlow(INITIAL_BYTES)
  private length = 0

  constructor(private readonly maxBytes: number) {}

  /** @returns false if the value exceeds the limit */
  add(bytes: Buffer, start: number, end: number): boolean {
    const length = this.length + end - start
    if (length > this.maxBytes) return false
    if (length > this.held.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(Math.max(length, this.held.length * 2), this.maxBytes))
      this.held.copy(larger, 0, 0, this.length)
      this.held = larger
    }
    bytes.copy(this.held, this.length, start, end)
    this.length = length
    return true
  }

  /** The whole value that ends with these bytes; undefined if it exceeds the limit. */
  join(bytes: Buffer, start: number, end: number): JsonSlice | undefined {
    if (this.length === 0) return end - start > this.maxBytes ? undefined : { buffer: bytes, start, end }
    if (!this.add(bytes, start, end)) return undefined
    const slice = { buffer: this.held, start: 0, end: this.length }
    this.length = 0
    // Release an unusually large buffer.
    if (this.held.length > SHRINK_ABOVE_BYTES) this.held = Buffer.allocUnsafeSlow(INITIAL_BYTES)
    return slice
  }
}
