import { Inflate } from 'fflate'
import { crc32 } from './crc'
import { decodePairs, pairTable } from './decode-pairs'
import { limits, MEGABYTE } from './limits'
import { broken, Unreadable } from './unreadable'

/** A file of an archive. */
export interface ZipEntry {
  readonly name: string
  readonly method: number
  readonly crc: number
  /** In bytes, packed and as it will be. */
  readonly packed: number
  readonly size: number
  /** Where its own header is. */
  readonly offset: number
}

/** Bytes that were unpacked so far, of all archives of a file together. */
export interface Spent {
  bytes: number
}

/** Packed bytes that are unpacked in one go: at the most that DEFLATE can grow (1,032 times) they become 16 MB. */
const SLICE = 16 * 1024

/**
 * A ZIP archive whose files are unpacked piece by piece. What the directory promises is checked before, and what comes
 * is counted and checked while it comes: a bomb is put out long before it fills the memory.
 */
export class ZipArchive {
  constructor(
    private readonly bytes: Uint8Array,
    readonly entries: readonly ZipEntry[],
    private readonly spent: Spent,
  ) {}

  find(name: string): ZipEntry | undefined {
    const plain = name.replace(/^\//, '').toLowerCase()
    return this.entries.find(entry => entry.name.toLowerCase() === plain)
  }

  /**
   * Unpacks a file.
   * @returns its pieces, one after the other
   * @throws Unreadable where it is damaged, or goes too far
   */
  *pieces(entry: ZipEntry): Generator<Uint8Array> {
    const packed = this.packedBytes(entry)
    refuseRatio(entry.size, entry)
    let crc = 0
    let size = 0
    for (const piece of entry.method === 0 ? [packed] : inflated(packed)) {
      size += piece.length
      this.count(piece.length, size, entry)
      crc = crc32(piece, crc)
      yield piece
    }
    if (size !== entry.size || crc !== entry.crc) throw broken()
  }

  /** A file as a whole. @throws Unreadable as `pieces` does, and where it is too large to be held */
  whole(entry: ZipEntry): Uint8Array {
    if (entry.size > limits.part * MEGABYTE) throw tooFar(limits.part)
    // Before room is made for it: the directory may promise anything.
    refuseRatio(entry.size, entry)
    const all = new Uint8Array(entry.size)
    let at = 0
    for (const piece of this.pieces(entry)) {
      all.set(piece, at)
      at += piece.length
    }
    return all
  }

  private count(length: number, size: number, entry: ZipEntry): void {
    this.spent.bytes += length
    if (this.spent.bytes > limits.expanded * MEGABYTE) throw tooFar(limits.expanded)
    refuseRatio(size, entry)
    // A file that is larger than it says is a lie or damaged: nothing more of it is unpacked.
    if (size > entry.size) throw broken()
  }

  private packedBytes({ offset, packed, method }: ZipEntry): Uint8Array {
    if (method !== 0 && method !== 8) throw new Unreadable({ code: 'packed', found: `ZIP (${method})` })
    const view = viewOf(this.bytes)
    if (offset + 30 > view.byteLength || view.getUint32(offset, true) !== 0x04034b50) throw broken()
    const from = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
    if (from + packed > view.byteLength) throw broken()
    return this.bytes.subarray(from, from + packed)
  }
}

/** @throws Unreadable where a file grows, or promises to grow, far more than those of any spreadsheet */
function refuseRatio(size: number, { packed }: ZipEntry): void {
  if (size > limits.ratioFrom * MEGABYTE && size > packed * limits.ratio) throw tooFar(limits.ratioFrom)
}

const tooFar = (most: number): Unreadable => new Unreadable({ code: 'expands_too_far', most })

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

function* inflated(packed: Uint8Array): Generator<Uint8Array> {
  let waiting: Uint8Array[] = []
  const inflate = new Inflate(piece => {
    if (piece.length > 0) waiting.push(piece)
  })
  for (let from = 0; from < packed.length; from += SLICE) {
    try {
      inflate.push(packed.subarray(from, from + SLICE), from + SLICE >= packed.length)
    } catch {
      throw broken()
    }
    const ready = waiting
    waiting = []
    yield* ready
  }
}

/**
 * Opens an archive.
 * @throws Unreadable where it is cut short or damaged, locked with a password, or promises too much
 */
export function openZip(bytes: Uint8Array, spent: Spent = { bytes: 0 }): ZipArchive {
  const view = viewOf(bytes)
  const { count, from } = directoryOf(view)
  if (count > limits.entries) throw tooFar(limits.expanded)
  const entries: ZipEntry[] = []
  let at = from
  for (let i = 0; i < count; i++) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== 0x02014b50) throw broken()
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map(offset =>
      view.getUint16(at + offset, true),
    )
    const name = bytes.subarray(at + 46, at + 46 + (nameLength ?? 0))
    const extra = bytes.subarray(at + 46 + name.length, at + 46 + name.length + (extraLength ?? 0))
    if ((view.getUint16(at + 8, true) & 1) === 1) throw new Unreadable({ code: 'locked', found: 'zip' })
    entries.push({
      name: nameOf(name),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      ...sizesOf(view, at, extra),
    })
    at += 46 + name.length + extra.length + (noteLength ?? 0)
  }
  const size = entries.reduce((sum, entry) => sum + entry.size, 0)
  if (size > limits.expanded * MEGABYTE) throw tooFar(limits.expanded)
  return new ZipArchive(bytes, entries, spent)
}

/** The directory stands at the end, in front of a remark of up to 64 KB. */
function directoryOf(view: DataView): { count: number; from: number } {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 22 - 0xffff); at--) {
    if (view.getUint32(at, true) !== 0x06054b50) continue
    return { count: view.getUint16(at + 10, true), from: view.getUint32(at + 16, true) }
  }
  throw broken()
}

const FULL = 0xffffffff

/** Sizes, which some programs write in 64 bits whether they need them or not. */
function sizesOf(
  view: DataView,
  at: number,
  extra: Uint8Array,
): Pick<ZipEntry, 'packed' | 'size' | 'offset'> {
  const wide = wideOf(extra)
  const read = (offset: number): number => {
    const value = view.getUint32(at + offset, true)
    return value === FULL ? (wide.shift() ?? value) : value
  }
  const size = read(24)
  const packed = read(20)
  return { size, packed, offset: read(42) }
}

function wideOf(extra: Uint8Array): number[] {
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

/** Names are UTF-8 or of the machine that packed them; whether they say so is not to be relied on. */
function nameOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    for (const encoding of ['euc-kr', 'shift_jis'] as const) {
      const units = new Uint16Array(bytes.length)
      const count = decodePairs(bytes, pairTable(encoding), units)
      if (count !== -1) return String.fromCharCode(...units.subarray(0, count))
    }
    return String.fromCharCode(...bytes)
  }
}
