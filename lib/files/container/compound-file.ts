import { damagedFile } from '@/lib/files/book/read-error'

/**
 * Reads the streams of a compound file (MS-CFB), the container of XLS files and of encrypted XLSX files.
 * @returns the bytes of the streams that workbooks use, by name
 * @throws ReadError where the file is damaged
 */
export function readCompoundFile(bytes: Uint8Array): Map<string, Uint8Array> {
  const file = new Compound(bytes)
  const streams = new Map<string, Uint8Array>()
  const directory = file.chain(file.u32(48))
  let small: Uint8Array | undefined
  for (let at = 0; at + 128 <= directory.length; at += 128) {
    const entry = new DataView(directory.buffer, directory.byteOffset + at, 128)
    const kind = entry.getUint8(66)
    const start = entry.getUint32(116, true)
    const size = entry.getUint32(120, true)
    if (kind === 5) small = size === 0 ? new Uint8Array() : file.chain(start).subarray(0, size)
    const name = nameOf(entry)
    // Streams in folders (macros) may have the same names; those of the root come first.
    if (kind !== 2 || !streamNames.has(name) || streams.has(name)) continue
    const stream =
      size < file.u32(56) ? file.smallChain(small ?? new Uint8Array(), start, size) : file.chain(start)
    if (stream.length < size) throw damagedFile()
    streams.set(name, stream.subarray(0, size))
  }
  return streams
}

const streamNames: ReadonlySet<string> = new Set(['Workbook', 'Book', 'EncryptionInfo', 'EncryptedPackage'])

/** The name of a directory entry: UTF-16, at most 31 characters. */
function nameOf(entry: DataView): string {
  const length = Math.min(64, entry.getUint16(64, true)) / 2 - 1
  let name = ''
  for (let i = 0; i < length; i++) name += String.fromCharCode(entry.getUint16(i * 2, true))
  return name
}

/** Sector numbers from here on are marks, such as the end of a chain. */
const END_OF_CHAIN = 0xfffffffa

class Compound {
  private readonly view: DataView
  private readonly sector: number
  private readonly next: Uint32Array
  private nextSmall: Uint32Array | undefined

  constructor(private readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const power = bytes.length < 512 ? 0 : this.view.getUint16(30, true)
    if (power !== 9 && power !== 12) throw damagedFile()
    this.sector = 1 << power
    this.next = this.readTable()
  }

  u32(at: number): number {
    return this.view.getUint32(at, true)
  }

  /** The bytes of a chain of sectors. @param first number of its first sector */
  chain(first: number): Uint8Array {
    const sectors: number[] = []
    for (let at = first; at < END_OF_CHAIN; at = this.next[at] ?? END_OF_CHAIN) {
      // A chain with more sectors than the file goes round in a circle.
      if (at >= this.next.length || sectors.length > this.next.length) throw damagedFile()
      sectors.push(at)
    }
    const all = new Uint8Array(sectors.length * this.sector)
    for (const [i, at] of sectors.entries()) all.set(this.sectorBytes(at), i * this.sector)
    return all
  }

  /** As `chain`, for streams of small sectors, which are stored inside another stream. */
  smallChain(holder: Uint8Array, first: number, size: number): Uint8Array {
    this.nextSmall ??= uint32s(this.chain(this.u32(60)))
    const all = new Uint8Array(Math.ceil(size / 64) * 64)
    let at = first
    for (let to = 0; to < size; to += 64) {
      if (at >= END_OF_CHAIN || at * 64 >= holder.length) throw damagedFile()
      all.set(holder.subarray(at * 64, at * 64 + 64), to)
      at = this.nextSmall[at] ?? END_OF_CHAIN
    }
    return all
  }

  private sectorBytes(at: number): Uint8Array {
    const from = (at + 1) * this.sector
    if (from >= this.bytes.length) throw damagedFile()
    return this.bytes.subarray(from, from + this.sector)
  }

  /** The table of following sectors. The header lists its first 109 sectors, further sectors the others. */
  private readTable(): Uint32Array {
    const sectorCount = Math.ceil(this.bytes.length / this.sector)
    const places: number[] = []
    for (let i = 0; i < 109; i++) places.push(this.u32(76 + i * 4))
    let list = this.u32(68)
    for (let lists = 0; list < END_OF_CHAIN; lists++) {
      if (lists > sectorCount) throw damagedFile()
      const numbers = uint32s(this.sectorBytes(list))
      for (const place of numbers.subarray(0, -1)) places.push(place)
      list = numbers.at(-1) ?? END_OF_CHAIN
    }
    const used = places.filter(place => place < END_OF_CHAIN)
    if (used.length > sectorCount) throw damagedFile()
    const table = new Uint32Array((used.length * this.sector) / 4)
    for (const [i, place] of used.entries())
      table.set(uint32s(this.sectorBytes(place)), (i * this.sector) / 4)
    return table
  }
}

function uint32s(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const numbers = new Uint32Array(Math.floor(bytes.length / 4))
  for (let i = 0; i < numbers.length; i++) numbers[i] = view.getUint32(i * 4, true)
  return numbers
}
