import 'server-only'
import { randomUUID } from 'node:crypto'
import { type FileHandle, open, statfs, unlink } from 'node:fs/promises'
import { join } from 'node:path'

/** Bytes in memory before they are written to a file. */
const MAX_MEMORY_BYTES = 2 * 1024 * 1024
const INITIAL_BYTES = 4096
const READ_BYTES = 256 * 1024
/** Bytes between two checks of the free disk space, and the space that stays reserved for the database. */
const DISK_CHECK_INTERVAL_BYTES = 64 * 1024 * 1024
const RESERVED_DISK_BYTES = 256 * 1024 * 1024

/** The disk is too full for a request. */
export class InsufficientDiskSpace extends Error {}

/**
 * Holds the bytes of a request: a few in memory, more in a file. The file is unlinked when it is opened, so
 * the system removes it with its last handle, even if the process dies.
 */
export class Spool {
  private held = Buffer.allocUnsafeSlow(INITIAL_BYTES)
  private length = 0
  /** Filled while the other buffer is written. */
  private spare = Buffer.alloc(0)
  private writing: Promise<void> | undefined
  private file: FileHandle | undefined
  private written = 0
  private looked = 0

  /**
   * @param directory where the file is created if needed
   * @param free the number of free bytes there
   */
  constructor(
    private readonly directory: () => string,
    private readonly free: (directory: string) => Promise<number> = freeBytes,
  ) {}

  /** How many bytes it holds. */
  get size(): number {
    return this.written + this.length
  }

  /** Appends bytes, or a text as UTF-8. Call `flush` soon afterwards. */
  append(bytes: Uint8Array | string): void {
    if (typeof bytes === 'string') {
      // A UTF-16 unit has at most three bytes in UTF-8.
      this.reserve(bytes.length * 3)
      this.length += this.held.write(bytes, this.length)
    } else {
      this.reserve(bytes.length)
      this.held.set(bytes, this.length)
      this.length += bytes.length
    }
  }

  /** Writes to the file what exceeds the memory limit. Waits for the previous write, not for this one. */
  async flush(): Promise<void> {
    if (this.length < MAX_MEMORY_BYTES) return
    await this.writing
    if (this.written >= this.looked) {
      if ((await this.free(this.directory())) < RESERVED_DISK_BYTES + DISK_CHECK_INTERVAL_BYTES)
        throw new InsufficientDiskSpace('The disk is nearly full.')
      this.looked = this.written + DISK_CHECK_INTERVAL_BYTES
    }
    this.file ??= await openUnlinked(this.directory())
    this.writing = this.file.writeFile(this.held.subarray(0, this.length))
    // The next `flush` or `read` rejects with this error.
    this.writing.catch(() => {})
    this.written += this.length
    this.length = 0
    const { held } = this
    this.held = this.spare
    this.spare = held
  }

  /** All bytes in order. @param size bytes per read */
  async *read(size = READ_BYTES): AsyncGenerator<Buffer> {
    await this.writing
    let at = 0
    // Reads ahead while the caller processes the previous bytes.
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

  /** Releases memory and file. */
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

async function openUnlinked(directory: string): Promise<FileHandle> {
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
