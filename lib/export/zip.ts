import 'server-only'
import { pipeline } from 'node:stream/promises'
import { createDeflateRaw } from 'node:zlib'

/** A file of an archive: its name (ASCII) and its text, in pieces. */
export interface ZipEntry {
  readonly name: string
  readonly pieces: AsyncIterable<string> | Iterable<string>
}

interface Written {
  readonly name: string
  readonly crc: number
  readonly packed: number
  readonly size: number
  readonly at: number
}

/**
 * A ZIP archive (APPNOTE 6.3), written while its files are still being made: nothing of them is kept. Packing goes on
 * in threads of its own, so the event loop turns meanwhile. Files end with a descriptor, as their sizes are not known
 * before; none may have 4 GiB.
 */
export async function* zip(entries: readonly ZipEntry[]): AsyncGenerator<Uint8Array> {
  const written: Written[] = []
  let at = 0
  for (const { name, pieces } of entries) {
    const start = at
    const head = header(name)
    at += head.length
    yield head
    const sum = { crc: 0xffffffff, size: 0 }
    let packed = 0
    for await (const chunk of pack(pieces, sum)) {
      packed += chunk.length
      yield chunk
    }
    const entry = { name, crc: ~sum.crc >>> 0, packed, size: sum.size, at: start }
    written.push(entry)
    const tail = descriptor(entry)
    at += packed + tail.length
    yield tail
  }
  const list = written.map(listed)
  yield* list
  yield end(
    written.length,
    list.reduce((sum, one) => sum + one.length, 0),
    at,
  )
}

/** Rows of a sheet repeat themselves: more effort takes twice the time and saves a tenth. */
const LEVEL = 3

/** @param sum counts what goes in */
async function* pack(
  pieces: ZipEntry['pieces'],
  sum: { crc: number; size: number },
): AsyncGenerator<Uint8Array> {
  const bytes = async function* () {
    for await (const piece of pieces) {
      const chunk = Buffer.from(piece)
      sum.size += chunk.length
      sum.crc = crcOf(chunk, sum.crc)
      yield chunk
    }
  }
  const deflate = createDeflateRaw({ level: LEVEL })
  // What fails in there fails the reading of `deflate` as well; a reader who leaves early ends both, which is no fault.
  const filling = pipeline(bytes(), deflate).catch(() => {})
  yield* deflate
  await filling
}

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})

/** CRC-32, going on from `crc`; node:zlib has it only in later versions. */
function crcOf(bytes: Uint8Array, crc: number): number {
  let value = crc
  for (const byte of bytes) value = (table[(value ^ byte) & 255] ?? 0) ^ (value >>> 8)
  return value
}

/** Sizes follow in a descriptor (bit 3), names are UTF-8 (bit 11). */
const FLAGS = 0x0808
const DEFLATED = 8
/** 1 January 1980: archives do not tell when they were made. */
const DATE = 0x21

function header(name: string): Buffer {
  return fields(
    [4, 0x04034b50],
    [2, 20],
    [2, FLAGS],
    [2, DEFLATED],
    [2, 0],
    [2, DATE],
    [4, 0],
    [4, 0],
    [4, 0],
    [2, name.length],
    [2, 0],
    name,
  )
}

const descriptor = ({ crc, packed, size }: Written): Buffer =>
  fields([4, 0x08074b50], [4, crc], [4, packed], [4, size])

const listed = ({ name, crc, packed, size, at }: Written): Buffer =>
  fields(
    ...([
      [4, 0x02014b50],
      [2, 20],
      [2, 20],
      [2, FLAGS],
      [2, DEFLATED],
      [2, 0],
      [2, DATE],
    ] as const),
    ...([
      [4, crc],
      [4, packed],
      [4, size],
      [2, name.length],
      [2, 0],
      [2, 0],
      [2, 0],
      [2, 0],
    ] as const),
    ...([
      [4, 0],
      [4, at],
    ] as const),
    name,
  )

const end = (count: number, size: number, at: number): Buffer =>
  fields([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, at], [2, 0])

/** Little-endian numbers by their width in bytes, and names. */
function fields(...all: readonly (readonly [width: 2 | 4, value: number] | string)[]): Buffer {
  return Buffer.concat(
    all.map(field => {
      if (typeof field === 'string') return Buffer.from(field)
      const [width, value] = field
      const bytes = Buffer.alloc(width)
      bytes.writeUIntLE(value, 0, width)
      return bytes
    }),
  )
}
