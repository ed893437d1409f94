import 'server-only'
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline as joinStreams, Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { type BackupManifest, checksumPosition, readManifest, unsealedLine } from './manifest'

/** Why the content of a backup file cannot be read. */
export class UnreadableBackupError extends Error {
  /** `passphrase`: it is missing or wrong. `damaged`: the content is truncated or changed. */
  constructor(
    readonly reason: 'noPassphrase' | 'wrongPassphrase' | 'damaged',
    options?: ErrorOptions,
  ) {
    super(`The backup cannot be read: ${reason}.`, options)
  }
}

/** The size and the hash of a file, as a manifest has them. */
export async function describeContent(path: string): Promise<BackupManifest['content']> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** How many bytes are written between two questions whether there is room for more. */
const ROOM_BYTES = 1024 * 1024

/**
 * Writes a backup file: the manifest, then the content, compressed and encrypted as the manifest says. The checksum of
 * all that is put into the manifest last. On return the file is synced.
 * @param content the path of the copy
 * @param passphrase for `encryption: 'age'`
 * @param requireRoom throws when the disk has no room for more
 */
export async function packBackup(
  content: string,
  manifest: BackupManifest,
  passphrase: string | undefined,
  path: string,
  requireRoom: () => Promise<void> = async () => {},
): Promise<void> {
  const line = unsealedLine(manifest)
  const hash = createHash('sha256')
  const watch = async function* (chunks: AsyncIterable<Uint8Array>) {
    let unwatched = 0
    for await (const chunk of chunks) {
      hash.update(chunk)
      unwatched += chunk.length
      if (unwatched >= ROOM_BYTES) {
        await requireRoom()
        unwatched = 0
      }
      yield chunk
    }
  }
  const output = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  // One pipeline: an error of a stream that no code awaits ends the process.
  await pipeline(packed(line, content, manifest, passphrase), watch, output)
  await writeAt(path, checksumPosition(line), hash.digest('hex'))
  await syncPath(path)
}

async function writeAt(path: string, position: number, text: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.write(text, position)
  } finally {
    await file.close()
  }
}

async function* packed(
  line: Buffer,
  content: string,
  manifest: BackupManifest,
  passphrase: string | undefined,
): AsyncGenerator<Uint8Array> {
  yield line
  const input = createReadStream(content)
  // The iteration below receives the errors of both streams, and ends both.
  const compressed =
    manifest.compression === 'gzip' ? joinStreams(input, createGzip({ level: 4 }), () => {}) : input
  yield* manifest.encryption === 'none' ? compressed : encrypted(compressed, passphrase)
}

async function* encrypted(input: Readable, passphrase: string | undefined): AsyncGenerator<Uint8Array> {
  // First: until `input` is read, no code awaits its errors.
  const stream = Readable.toWeb(input) as ReadableStream<Uint8Array>
  const { encrypterFor } = await import('./passphrase')
  const output = await encrypterFor(passphrase ?? '').encrypt(stream)
  yield* Readable.fromWeb(output as Parameters<typeof Readable.fromWeb>[0])
}

/**
 * Compares all bytes of a backup file with its checksum, if it has one.
 * @param line its first line
 */
async function requireUnchanged(path: string, { checksum }: BackupManifest, line: Buffer): Promise<void> {
  if (checksum === undefined) return
  const position = checksumPosition(line)
  const hash = createHash('sha256').update(Buffer.from(line).fill('0', position, position + checksum.length))
  for await (const chunk of createReadStream(path, { start: line.length }) as AsyncIterable<Buffer>)
    hash.update(chunk)
  if (hash.digest('hex') !== checksum) throw new UnreadableBackupError('damaged')
}

/**
 * Reads the content of a backup file to its end and compares it with the manifest, and the file with its checksum.
 * @param into where the content is written, if it is needed
 * @throws UnreadableBackupError, NotABackupError
 */
export async function unpackBackup(
  path: string,
  passphrase: string | undefined,
  into?: string,
): Promise<BackupManifest> {
  const { manifest, line } = await readManifest(path)
  // First: it needs no passphrase, and a damaged header of age looks like a wrong one.
  await requireUnchanged(path, manifest, line)
  const hash = createHash('sha256')
  let bytes = 0
  const count = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  const readable = await decrypted(createReadStream(path, { start: line.length }), manifest, passphrase)
  // Opened last, because the error of a stream ends the process until the pipeline awaits it.
  const output = into
    ? createWriteStream(into, { flags: 'wx', mode: 0o600 })
    : new Writable({ write: (_chunk, _encoding, done) => done() })
  try {
    if (manifest.compression === 'gzip') await pipeline(readable, createGunzip(), count, output)
    else await pipeline(readable, count, output)
  } catch (error) {
    if (isOwnError(error)) throw error
    throw new UnreadableBackupError('damaged', { cause: error })
  }
  if (bytes !== manifest.content.bytes || hash.digest('hex') !== manifest.content.sha256)
    throw new UnreadableBackupError('damaged')
  if (into) await syncPath(into)
  return manifest
}

async function decrypted(
  input: Readable,
  { encryption }: BackupManifest,
  passphrase: string | undefined,
): Promise<Readable> {
  if (encryption === 'none') return input
  if (!passphrase) {
    input.destroy()
    throw new UnreadableBackupError('noPassphrase')
  }
  const stream = Readable.toWeb(input) as ReadableStream<Uint8Array>
  const { decrypterFor } = await import('./passphrase')
  try {
    const plain = await decrypterFor(passphrase).decrypt(stream)
    return Readable.fromWeb(plain as Parameters<typeof Readable.fromWeb>[0])
  } catch (error) {
    input.destroy()
    // age cannot distinguish a wrong passphrase from a changed header of its own.
    const isWrong = error instanceof Error && /no identity matched/.test(error.message)
    throw new UnreadableBackupError(isWrong ? 'wrongPassphrase' : 'damaged', { cause: error })
  }
}

/** Whether an error is one of the disk, not of the backup. */
const isOwnError = (error: unknown): boolean =>
  ['ENOENT', 'ENOSPC', 'EDQUOT', 'EACCES', 'EIO', 'EROFS'].includes(
    (error as NodeJS.ErrnoException).code ?? '',
  )

/** Makes the bytes of a file, or the names in a folder, durable. */
export async function syncPath(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
