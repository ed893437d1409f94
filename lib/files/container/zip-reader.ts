import { Inflate } from 'fflate'
import { decodeName } from '@/lib/files/book/decode-name'
import { limits, MEGABYTE } from '@/lib/files/book/limits'
import { damagedFile, ReadError } from '@/lib/files/book/read-error'
import { viewOf } from './byte-view'
import { crc32 } from './crc32'

/** A file of an archive. */
export interface ZipEntry {
  readonly name: string
  readonly method: number
  readonly crc: number
  /** Compressed size, in bytes. */
  readonly packed: number
  /** Unpacked size, in bytes. */
  readonly size: number
  /** Position of its local header. */
  readonly offset: number
}

/** Bytes that were unpacked so far, for all archives of a file together. */
export interface UnpackBudget {
  bytes: number
}

/** Compressed bytes that are unpacked at once. DEFLATE grows them at most 1,032 times, to 16 MB. */
const SLICE_SIZE = 16 * 1024

/**
 * A ZIP archive that unpacks its files in chunks. The sizes in its directory are checked before, and the unpacked bytes
 * while they come: the reading of a ZIP bomb ends long before it fills the memory.
 */
export class ZipArchive {
  constructor(
    private readonly bytes: Uint8Array,
    readonly entries: readonly ZipEntry[],
    private readonly unpackBudget: UnpackBudget,
  ) {}

  find(name: string): ZipEntry | undefined {
    const plain = name.replace(/^\//, '').toLowerCase()
    return this.entries.find(entry => entry.name.toLowerCase() === plain)
  }

  /**
   * Unpacks a file in chunks.
   * @throws ReadError where it is damaged, or beyond a limit
   */
  *chunks(entry: ZipEntry): Generator<Uint8Array> {
    const packed = this.packedBytes(entry)
    rejectRatio(entry.size, entry)
    let crc = 0
    let size = 0
    for (const piece of entry.method === 0 ? [packed] : inflated(packed)) {
      size += piece.length
      this.count(piece.length, size, entry)
      crc = crc32(piece, crc)
      yield piece
    }
    if (size !== entry.size || crc !== entry.crc) throw damagedFile()
  }

  /** Unpacks a file into memory. @throws ReadError as `chunks` does, and where it is larger than memory allows */
  read(entry: ZipEntry): Uint8Array {
    if (entry.size > limits.archivePartMegabytes * MEGABYTE) throw unpacksTooFar(limits.archivePartMegabytes)
    // Before memory is allocated: the directory may claim any size.
    rejectRatio(entry.size, entry)
    const all = new Uint8Array(entry.size)
    let at = 0
    for (const piece of this.chunks(entry)) {
      all.set(piece, at)
      at += piece.length
    }
    return all
  }

  private count(length: number, size: number, entry: ZipEntry): void {
    this.unpackBudget.bytes += length
    if (this.unpackBudget.bytes > limits.unpackedMegabytes * MEGABYTE)
      throw unpacksTooFar(limits.unpackedMegabytes)
    rejectRatio(size, entry)
    // A file that is larger than its directory says is damaged or hostile: the rest is not unpacked.
    if (size > entry.size) throw damagedFile()
  }

  private packedBytes({ offset, packed, method }: ZipEntry): Uint8Array {
    if (method !== 0 && method !== 8) throw new ReadError({ code: 'packed', found: `ZIP (${method})` })
    const view = viewOf(this.bytes)
    if (offset + 30 > view.byteLength || view.getUint32(offset, true) !== 0x04034b50) throw damagedFile()
    const from = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
    if (from + packed > view.byteLength) throw damagedFile()
    return this.bytes.subarray(from, from + packed)
  }
}

/** @throws ReadError where a file unpacks, or claims to unpack, to far more bytes than those of any spreadsheet */
function rejectRatio(size: number, { packed }: ZipEntry): void {
  if (size > limits.ratioFromMegabytes * MEGABYTE && size > packed * limits.unpackRatio)
    throw unpacksTooFar(limits.ratioFromMegabytes)
}

const unpacksTooFar = (most: number): ReadError => new ReadError({ code: 'expands_too_far', most })

function* inflated(packed: Uint8Array): Generator<Uint8Array> {
  let ready: Uint8Array[] = []
  const inflate = new Inflate(piece => {
    if (piece.length > 0) ready.push(piece)
  })
  for (let from = 0; from < packed.length; from += SLICE_SIZE) {
    try {
      inflate.push(packed.subarray(from, from + SLICE_SIZE), from + SLICE_SIZE >= packed.length)
    } catch {
      throw damagedFile()
    }
    const taken = ready
    ready = []
    yield* taken
  }
}

/**
 * Opens an archive.
 * @throws ReadError where it was cut short or damaged, is encrypted, or claims sizes beyond a limit
 */
export function openZip(bytes: Uint8Array, spent: UnpackBudget = { bytes: 0 }): ZipArchive {
  const view = viewOf(bytes)
  const { count, from } = directoryOf(view)
  if (count > limits.archiveEntries) throw unpacksTooFar(limits.unpackedMegabytes)
  const entries: ZipEntry[] = []
  let at = from
  for (let i = 0; i < count; i++) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== 0x02014b50) throw damagedFile()
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map(offset =>
      view.getUint16(at + offset, true),
    )
    const name = bytes.subarray(at + 46, at + 46 + (nameLength ?? 0))
    const extra = bytes.subarray(at + 46 + name.length, at + 46 + name.length + (extraLength ?? 0))
    if ((view.getUint16(at + 8, true) & 1) === 1) throw new ReadError({ code: 'locked', found: 'zip' })
    entries.push({
      // The flag of the encoding is unreliable.
      name: decodeName(name),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      ...sizesOf(view, at, extra),
    })
    at += 46 + name.length + extra.length + (commentLength ?? 0)
  }
  const size = entries.reduce((sum, entry) => sum + entry.size, 0)
  if (size > limits.unpackedMegabytes * MEGABYTE) throw unpacksTooFar(limits.unpackedMegabytes)
  return new ZipArchive(bytes, entries, spent)
}

/** Finds the directory. It is at the end, followed by a comment of at most 64 KB. */
function directoryOf(view: DataView): { count: number; from: number } {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 22 - 0xffff); at--) {
    if (view.getUint32(at, true) !== 0x06054b50) continue
    return { count: view.getUint16(at + 10, true), from: view.getUint32(at + 16, true) }
  }
  throw damagedFile()
}

/** The real value is a 64-bit number in the extra field. */
const IN_EXTRA_FIELD = 0xffffffff

/** Sizes and position of a file. Some programs write them in 64 bits even where they are small. */
function sizesOf(
  view: DataView,
  at: number,
  extra: Uint8Array,
): Pick<ZipEntry, 'packed' | 'size' | 'offset'> {
  const uint64s = uint64sOf(extra)
  const read = (offset: number): number => {
    const value = view.getUint32(at + offset, true)
    return value === IN_EXTRA_FIELD ? (uint64s.shift() ?? value) : value
  }
  const size = read(24)
  const packed = read(20)
  return { size, packed, offset: read(42) }
}

function uint64sOf(extra: Uint8Array): number[] {
  const view = viewOf(extra)
  for (let at = 0; at + 4 <= extra.length; ) {
    const length = view.getUint16(at + 2, true)
    if (view.getUint16(at, true) === 1) {
      const values: number[] = []
      for (let from = at + 4; from + 8 <= Math.min(extra.length, at + 4 + length); from += 8)
        values.push(Number(view.getBigUint64(from, true)))
      return values
    }
    at += 4 + length
  }
  return []
}
