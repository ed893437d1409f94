import { Zip, type ZipInputFile } from 'fflate'
import { crc32 } from '@/lib/files/container/crc32'

/** A file of an archive: its name, and its text in chunks. */
export interface TextFile {
  readonly name: string
  readonly text: Iterable<string> | AsyncIterable<string>
}

/** Compresses the bytes of one file (raw DEFLATE, RFC 1951). */
export type Deflate = (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array<ArrayBuffer>>

/** Archives do not say when they were made. */
const MTIME = new Date(1980, 0, 1)

/**
 * Writes a ZIP archive while the texts of its files are still created; nothing is kept. Sizes follow each file in a
 * descriptor. No file may have 4 GiB.
 */
export async function* writeZip(files: Iterable<TextFile>, deflate: Deflate): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = []
  const takeReady = (): Uint8Array[] => {
    const taken = ready
    ready = []
    return taken
  }
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    if (chunk.length > 0) ready.push(chunk)
  })
  for (const { name, text } of files) {
    const file: ZipInputFile = { filename: name, compression: 8, mtime: MTIME, size: 0, crc: 0 }
    zip.add(file)
    for await (const chunk of deflate(countedBytes(text, file))) {
      file.ondata?.(null, chunk, false)
      yield* takeReady()
    }
    file.ondata?.(null, new Uint8Array(), true)
    yield* takeReady()
  }
  zip.end()
  yield* takeReady()
}

/** The bytes of a text; counts them into the size and the checksum of its file. */
async function* countedBytes(text: TextFile['text'], file: ZipInputFile): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const piece of text) {
    const bytes = encoder.encode(piece)
    file.size = (file.size ?? 0) + bytes.length
    file.crc = crc32(bytes, file.crc)
    yield bytes
  }
}
