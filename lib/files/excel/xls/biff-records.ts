import { damagedFile } from '@/lib/files/book/read-error'

/** A record of an XLS file (MS-XLS). `blocks` are its bytes and those of the CONTINUE records behind it. */
export interface BiffRecord {
  readonly id: number
  /** Position in the stream. */
  readonly at: number
  readonly blocks: readonly Uint8Array[]
}

/** Ids of the records that are read. */
export const recordIds = {
  beginOfFile: 0x809,
  endOfFile: 0x0a,
  continued: 0x3c,
  filePassword: 0x2f,
  date1904: 0x22,
  codePage: 0x42,
  boundSheet: 0x85,
  extendedFormat: 0xe0,
  format: 0x41e,
  sharedStrings: 0xfc,
  sharedLabel: 0xfd,
  label: 0x204,
  richLabel: 0xd6,
  number: 0x203,
  packedNumber: 0x27e,
  packedNumbers: 0xbd,
  booleanOrError: 0x205,
  formula: 0x06,
  formulaExcel3: 0x206,
  formulaExcel4: 0x406,
  formulaText: 0x207,
  mergedCells: 0xe5,
  row: 0x208,
} as const

/**
 * Reads the records of a workbook stream.
 * @param from position of the first
 * @throws ReadError where one is cut short
 */
export function* biffRecords(stream: Uint8Array, from = 0): Generator<BiffRecord> {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength)
  const idAt = (at: number): number => (at + 4 <= stream.length ? view.getUint16(at, true) : -1)
  for (let at = from; at + 4 <= stream.length; ) {
    const start = at
    const blocks: Uint8Array[] = []
    do {
      const length = view.getUint16(at + 2, true)
      if (at + 4 + length > stream.length) throw damagedFile()
      blocks.push(stream.subarray(at + 4, at + 4 + length))
      at += 4 + length
    } while (idAt(at) === recordIds.continued)
    yield { id: idAt(start), at: start, blocks }
  }
}

/** Reads the values of a record one after the other, across its blocks. All methods throw ReadError at the end. */
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
    if (byte === undefined) throw damagedFile()
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
      if (!block) throw damagedFile()
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
   * Reads a text of Excel 97 and later: one or two bytes for each character, which each block declares again, followed
   * by formats and the pronunciation.
   * @param length in characters
   */
  unicode(length: number): string {
    let flags = this.u8()
    const runs = flags & 8 ? this.u16() : 0
    const pronunciation = flags & 4 ? this.u32() : 0
    let text = ''
    for (let left = length; left > 0; ) {
      if (this.isAtBlockEnd) {
        this.step()
        flags = this.u8()
      }
      const block = this.blocks[this.block]
      if (!block) throw damagedFile()
      const wide = flags & 1 ? 2 : 1
      const count = Math.min(left, Math.floor((block.length - this.at) / wide))
      if (count === 0) throw damagedFile()
      text += decoderOf(wide).decode(block.subarray(this.at, this.at + count * wide))
      this.at += count * wide
      left -= count
    }
    this.skip(runs * 4 + pronunciation)
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

const utf16 = new TextDecoder('utf-16le', { ignoreBOM: true })
const latin1 = {
  // TextDecoder('latin1') is windows-1252, which differs for 27 bytes.
  decode: (bytes: Uint8Array): string => {
    let text = ''
    for (const byte of bytes) text += String.fromCharCode(byte)
    return text
  },
}

const decoderOf = (wide: 1 | 2) => (wide === 2 ? utf16 : latin1)
