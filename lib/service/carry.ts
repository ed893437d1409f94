import 'server-only'
import type { Piece } from './piece'

/** In bytes: what is held from the start, and from where on it is let go again. */
const FIRST_SIZE = 4096
const LARGE = 1_000_000

/** The beginning of a value whose end has not come yet. Bytes are copied, so that many small chunks cost no more than one. */
export class Carry {
  private held = Buffer.allocUnsafeSlow(FIRST_SIZE)
  private length = 0

  constructor(private readonly most: number) {}

  /** @returns false when it would hold more than it may. */
  add(bytes: Buffer, start: number, end: number): boolean {
    const length = this.length + end - start
    if (length > this.most) return false
    if (length > this.held.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(Math.max(length, this.held.length * 2), this.most))
      this.held.copy(larger, 0, 0, this.length)
      this.held = larger
    }
    bytes.copy(this.held, this.length, start, end)
    this.length = length
    return true
  }

  /** The whole value, whose last bytes these are; undefined when it is more than may be held. */
  join(bytes: Buffer, start: number, end: number): Piece | undefined {
    if (this.length === 0) return end - start > this.most ? undefined : { buffer: bytes, start, end }
    if (!this.add(bytes, start, end)) return undefined
    const piece = { buffer: this.held, start: 0, end: this.length }
    this.length = 0
    // One that was unusually large is let go with its value.
    if (this.held.length > LARGE) this.held = Buffer.allocUnsafeSlow(FIRST_SIZE)
    return piece
  }
}
