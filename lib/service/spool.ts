import 'server-only'
import { randomUUID } from 'node:crypto'
import { type FileHandle, open, statfs, unlink } from 'node:fs/promises'
import { join } from 'node:path'

/** Bytes that are held in memory before they go to a file. */
const MEMORY = 2 * 1024 * 1024
const FIRST_SIZE = 4096
const READ_SIZE = 256 * 1024
/** Bytes between two looks at the free space, and how much has to stay free for the database. */
const LOOK_EVERY = 64 * 1024 * 1024
const KEEP_FREE = 256 * 1024 * 1024

/** The disk is too full for what a request needs. */
export class NoRoom extends Error {}

/**
 * Bytes of a request that wait for its end: a few in memory, more in a file. The file has no name from the moment it is
 * open, so the system removes it with the last handle, also when the process dies.
 */
export class Spool {
  private held = Buffer.allocUnsafeSlow(FIRST_SIZE)
  private length = 0
  /** Filled while the one before it is written. */
  private spare = Buffer.alloc(0)
  private writing: Promise<void> | undefined
  private file: FileHandle | undefined
  private written = 0
  private looked = 0

  /**
   * @param directory where the file is made, if one is needed
   * @param free how many bytes are free there
   */
  constructor(
    private readonly directory: () => string,
    private readonly free: (directory: string) => Promise<number> = freeBytes,
  ) {}

  /** Adds bytes, or a text as UTF-8. Call `settle` before long. */
  append(bytes: Uint8Array | string): void {
    if (typeof bytes === 'string') {
      // A UTF-16 unit has three bytes of UTF-8 at most.
      this.reserve(bytes.length * 3)
      this.length += this.held.write(bytes, this.length)
    } else {
      this.reserve(bytes.length)
      this.held.set(bytes, this.length)
      this.length += bytes.length
    }
  }

  /** Moves to the file what memory shall not hold. Waits for the bytes before, not for these. */
  async settle(): Promise<void> {
    if (this.length < MEMORY) return
    await this.writing
    if (this.written >= this.looked) {
      if ((await this.free(this.directory())) < KEEP_FREE + LOOK_EVERY)
        throw new NoRoom('The disk is nearly full.')
      this.looked = this.written + LOOK_EVERY
    }
    this.file ??= await openNameless(this.directory())
    this.writing = this.file.writeFile(this.held.subarray(0, this.length))
    // Who waits for it learns of a failure; until then it is nobody's.
    this.writing.catch(() => {})
    this.written += this.length
    this.length = 0
    const { held } = this
    this.held = this.spare
    this.spare = held
  }

  /** All that was added, in order. @param size bytes of the file at a time */
  async *read(size = READ_SIZE): AsyncGenerator<Buffer> {
    await this.writing
    let at = 0
    // The next bytes are fetched while the last ones are used.
    let next = this.readAt(at, size)
    while (next) {
      const bytes = await next
      at += bytes.length
      next = this.readAt(at, size)
      next?.catch(() => {})
      yield bytes
    }
    const held = Buffer.from(this.held.subarray(0, this.length))
    for (let start = 0; start < held.length; start += size) yield held.subarray(start, start + size)
  }

  /** Forgets everything. */
  async close(): Promise<void> {
    const { file, writing } = this
    this.file = undefined
    this.written = 0
    this.length = 0
    this.held = Buffer.alloc(0)
    this.spare = this.held
    await writing?.catch(() => {})
    await file?.close()
  }

  private readAt(at: number, size: number): Promise<Buffer> | undefined {
    if (!this.file || at >= this.written) return undefined
    const length = Math.min(size, this.written - at)
    return readWhole(this.file, Buffer.allocUnsafeSlow(length), at)
  }

  private reserve(bytes: number): void {
    const needed = this.length + bytes
    if (needed <= this.held.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.held.length * 2))
    this.held.copy(larger, 0, 0, this.length)
    this.held = larger
  }
}

async function readWhole(file: FileHandle, bytes: Buffer, position: number): Promise<Buffer> {
  for (let length = 0; length < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, length, bytes.length - length, position + length)
    if (bytesRead === 0) throw new Error('A temporary file ended before its end.')
    length += bytesRead
  }
  return bytes
}

async function openNameless(directory: string): Promise<FileHandle> {
  const path = join(directory, `spool-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  try {
    await unlink(path)
  } catch (error) {
    await file.close()
    throw error
  }
  return file
}

async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}
