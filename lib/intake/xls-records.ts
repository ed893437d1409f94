import { broken } from './unreadable'

/** A record of an XLS file: what it is, where, and its bytes; what was continued in further records comes as blocks. */
export interface BiffRecord {
  readonly id: number
  readonly at: number
  readonly blocks: readonly Uint8Array[]
}

const CONTINUE = 0x3c

/** Takes the stream of a workbook apart, from a place on. */
export function* biffRecords(stream: Uint8Array, from = 0): Generator<BiffRecord> {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength)
  const idAt = (at: number): number => (at + 4 <= stream.length ? view.getUint16(at, true) : -1)
  for (let at = from; at + 4 <= stream.length; ) {
    const start = at
    const blocks: Uint8Array[] = []
    do {
      const length = view.getUint16(at + 2, true)
      if (at + 4 + length > stream.length) throw broken()
      blocks.push(stream.subarray(at + 4, at + 4 + length))
      at += 4 + length
    } while (idAt(at) === CONTINUE)
    yield { id: idAt(start), at: start, blocks }
  }
}

/** Reads the bytes of a record in order, on into its continuations. */
export class BlockReader {
  private block = 0
  private at = 0

  constructor(private readonly blocks: readonly Uint8Array[]) {}

  get isAtEnd(): boolean {
    this.step()
    return this.block >= this.blocks.length
  }

  u8(): number {
    this.step()
    const byte = this.blocks[this.block]?.[this.at++]
    if (byte === undefined) throw broken()
    return byte
  }

  u16(): number {
    return this.u8() | (this.u8() << 8)
  }

  u32(): number {
    return (this.u16() | (this.u16() << 16)) >>> 0
  }

  f64(): number {
    const view = new DataView(new ArrayBuffer(8))
    for (let i = 0; i < 8; i++) view.setUint8(i, this.u8())
    return view.getFloat64(0, true)
  }

  skip(count: number): void {
    let left = count
    while (left > 0) {
      this.step()
      const block = this.blocks[this.block]
      if (!block) throw broken()
      const step = Math.min(left, block.length - this.at)
      this.at += step
      left -= step
    }
  }

  bytes(count: number): Uint8Array {
    const all = new Uint8Array(Math.min(count, 65_535))
    for (let i = 0; i < all.length; i++) all[i] = this.u8()
    return all
  }

  /**
   * A text of Excel 97 and later: one or two bytes a letter, which each continuation says anew, followed by what is
   * said of its looks and its pronunciation.
   */
  unicode(length: number): string {
    let flags = this.u8()
    const runs = flags & 8 ? this.u16() : 0
    const spoken = flags & 4 ? this.u32() : 0
    let text = ''
    for (let left = length; left > 0; ) {
      if (this.isAtBlockEnd) {
        this.step()
        flags = this.u8()
      }
      const block = this.blocks[this.block]
      if (!block) throw broken()
      const wide = flags & 1 ? 2 : 1
      const count = Math.min(left, Math.floor((block.length - this.at) / wide))
      if (count === 0) throw broken()
      text += decoderOf(wide).decode(block.subarray(this.at, this.at + count * wide))
      this.at += count * wide
      left -= count
    }
    this.skip(runs * 4 + spoken)
    return text
  }

  private get isAtBlockEnd(): boolean {
    return this.at >= (this.blocks[this.block]?.length ?? 0)
  }

  private step(): void {
    while (this.block < this.blocks.length && this.isAtBlockEnd) {
      this.block++
      this.at = 0
    }
  }
}

const wideLetters = new TextDecoder('utf-16le', { ignoreBOM: true })
const narrowLetters = {
  // Letters of one byte are the first 256 of Unicode, which no TextDecoder knows as such.
  decode: (bytes: Uint8Array): string => {
    let text = ''
    for (const byte of bytes) text += String.fromCharCode(byte)
    return text
  },
}

const decoderOf = (wide: 1 | 2) => (wide === 2 ? wideLetters : narrowLetters)
