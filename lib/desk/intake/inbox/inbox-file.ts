import 'server-only'
import { randomUUID } from 'node:crypto'
import { constants, type Stats } from 'node:fs'
import { type FileHandle, link, lstat, open, rename, rm, unlink } from 'node:fs/promises'
import { sha256Hex } from '@/lib/store/stored-values'

// Files of the watched folder. Paths are bytes, because names may be in the encoding of another machine.

/** The state of a file: a program that still writes it, or replaces it, changes one of these. */
export interface Snapshot {
  readonly size: number
  readonly modifiedMs: number
  /** When its metadata changed: senders can set the time of the modification, but not this one. */
  readonly changedMs: number
  readonly inode: number
}

/** The state of a regular file; undefined for links, folders and pipes. */
export async function lookAtFile(path: Buffer): Promise<Snapshot | undefined> {
  return snapshotOf(await lstat(path))
}

/** Whether a file is unchanged between two snapshots; false where one is missing. */
export const isSameSnapshot = (one: Snapshot | undefined, other: Snapshot | undefined): boolean =>
  isSameContent(one, other) && one?.changedMs === other?.changedMs

/** Whether it is the same file with the same contents, which may have been moved. */
const isSameContent = (one: Snapshot | undefined, other: Snapshot | undefined): boolean =>
  one !== undefined &&
  one.size === other?.size &&
  one.modifiedMs === other.modifiedMs &&
  one.inode === other.inode

const snapshotOf = (stat: Stats): Snapshot | undefined =>
  stat.isFile()
    ? { size: stat.size, modifiedMs: stat.mtimeMs, changedMs: stat.ctimeMs, inode: stat.ino }
    : undefined

/** Reads a regular file; undefined if it changed meanwhile. A link is not followed, and a pipe not waited for. */
export async function readUnchanged(path: Buffer, snapshot: Snapshot): Promise<Uint8Array | undefined> {
  const file = await openFile(path)
  try {
    const isUnchanged = async () => isSameSnapshot(snapshot, snapshotOf(await file.stat()))
    if (!(await isUnchanged())) return undefined
    const bytes = await readBeginning(file, snapshot.size)
    return (await isUnchanged()) ? bytes : undefined
  } finally {
    await file.close()
  }
}

const openFile = (path: Buffer): Promise<FileHandle> =>
  open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)

/** The first `length` bytes of a file; undefined if it is shorter. */
async function readBeginning(file: FileHandle, length: number): Promise<Uint8Array | undefined> {
  const bytes = new Uint8Array(length)
  for (let at = 0; at < length; ) {
    const { bytesRead } = await file.read(bytes, at, length - at, at)
    if (bytesRead === 0) return undefined
    at += bytesRead
  }
  return bytes
}

/** Where a file goes: a folder, and a text that is written beside it. */
export interface Destination {
  readonly folder: Buffer
  readonly note?: string | undefined
}

/**
 * Moves a file out of a folder, unless its sender replaced it after the snapshot: then the newer file stays in the
 * folder, under a free name. It is compared under a hidden name in the same folder, so that a process that dies leaves
 * it where the next look finds it (`recoverFile`), and never unread beside the files that are done.
 * @param onHidden called while the file has its hidden name
 * @returns where it is now; undefined if it stayed
 */
export async function moveFile(
  { folder, ...file }: Pick<MovedFile, 'name' | 'snapshot' | 'sha256'> & { readonly folder: Buffer },
  to: Destination,
  onHidden: () => void,
): Promise<MovedFile | undefined> {
  const { name, snapshot } = file
  const hidden = await hideFile(folder, name, name)
  onHidden()
  if (!isSameContent(snapshot, await lookAtFile(hidden))) {
    await putBack(hidden, folder, name)
    return undefined
  }
  try {
    return { ...file, path: await moveToFree(hidden, to, name), hasNote: to.note !== undefined }
  } catch (error) {
    await putBack(hidden, folder, name)
    throw error
  }
}

/** A file that was moved. A sender that paused may still have it open, and goes on writing at its new place. */
export interface MovedFile {
  /** Its name in the folder. */
  readonly name: Buffer
  /** Its state when it was received. */
  readonly snapshot: Snapshot
  /** The digest of the bytes that were received. */
  readonly sha256: string
  readonly path: Buffer
  /** Whether a text was written beside it. */
  readonly hasNote: boolean
}

/**
 * Puts a file back that was written after its move, so that all of it is received.
 * @param mustContinue only if it begins with what was received: other edits are those of a person
 * @returns whether it was put back, is unchanged, or is left alone from now on
 */
export async function putBackIfWritten(
  folder: Buffer,
  { name, snapshot, sha256, path, hasNote }: MovedFile,
  mustContinue: boolean,
): Promise<'put back' | 'unchanged' | 'left alone'> {
  const present = await lookAtFile(path)
  if (present?.inode !== snapshot.inode) return 'left alone'
  if (isSameContent(snapshot, present)) return 'unchanged'
  if (mustContinue && !(await beginsWith(path, snapshot.size, sha256))) return 'left alone'
  await putBack(path, folder, name)
  if (hasNote) await rm(noteOf(path), { force: true })
  return 'put back'
}

/** Whether the first `length` bytes of a file have a digest. */
async function beginsWith(path: Buffer, length: number, sha256: string): Promise<boolean> {
  const file = await openFile(path)
  try {
    const bytes = await readBeginning(file, length)
    return bytes !== undefined && sha256Hex(bytes) === sha256
  } finally {
    await file.close()
  }
}

/** Puts a file back that a process left under a hidden name. Of several servers one succeeds. @throws ENOENT */
export async function recoverFile(folder: Buffer, hiddenName: Buffer): Promise<void> {
  const name = hiddenName.subarray(HIDDEN_LENGTH)
  await putBack(await hideFile(folder, hiddenName, name), folder, name)
}

const HIDDEN = /^\.lading-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}-/
const HIDDEN_LENGTH = '.lading--'.length + 36

/** Whether a file has a name that `moveFile` gave it. */
export const isHiddenName = (name: Buffer): boolean => HIDDEN.test(name.toString('latin1'))

/** @returns the path with a new hidden name */
async function hideFile(folder: Buffer, from: Buffer, name: Buffer): Promise<Buffer> {
  const start = Buffer.from(`.lading-${randomUUID()}-`)
  const hidden = inFolder(folder, Buffer.concat([start, numbered(name, 1, start.length)]))
  await rename(inFolder(folder, from), hidden)
  return hidden
}

/** The beginning of a name that `putBack` made unique: it is replaced the next time, so that names do not grow. */
const UNIQUE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}-/

/** Puts a file back under a free name. A reserved name would not do: another process could move what reserves it. */
async function putBack(path: Buffer, folder: Buffer, name: Buffer): Promise<void> {
  for (let count = 1; ; count++) {
    try {
      await link(path, inFolder(folder, numbered(name, count, 0)))
      return await unlink(path)
    } catch (error) {
      if (hasCode(error, 'EEXIST')) continue
      // The file system has no hard links, or the file belongs to another account.
      const unique = Buffer.from(`${randomUUID()}-`)
      const own = UNIQUE.test(name.toString('latin1')) ? name.subarray(unique.length) : name
      return rename(path, inFolder(folder, Buffer.concat([unique, numbered(own, 1, unique.length)])))
    }
  }
}

/**
 * Moves a file under a name that is reserved first: no file is replaced, whichever process moves another one
 * at the same time.
 * @returns the new path
 */
async function moveToFree(path: Buffer, { folder, note }: Destination, name: Buffer): Promise<Buffer> {
  for (let count = 1; ; count++) {
    const target = inFolder(folder, numbered(name, count, note === undefined ? 0 : NOTE_ENDING.length))
    const reserved: Buffer[] = []
    try {
      if (!(await createFile(target, ''))) continue
      reserved.push(target)
      if (note !== undefined) {
        if (!(await createFile(noteOf(target), note))) {
          await unlink(target)
          continue
        }
        reserved.push(noteOf(target))
      }
      await rename(path, target)
      return target
    } catch (error) {
      for (const one of reserved) await unlink(one)
      throw error
    }
  }
}

/** Creates a file with a text, or none where the disk is full. @returns false if the name is taken */
async function createFile(path: Buffer, text: string): Promise<boolean> {
  let file: FileHandle
  try {
    file = await open(path, 'wx')
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
  try {
    await file.writeFile(text)
  } catch (error) {
    await unlink(path)
    throw error
  } finally {
    await file.close()
  }
  return true
}

const NOTE_ENDING = Buffer.from('.txt')
const noteOf = (path: Buffer): Buffer => Buffer.concat([path, NOTE_ENDING])

const SLASH = Buffer.from('/')
/** The path of a file; names are bytes, because they need not be valid UTF-8. */
export const inFolder = (folder: Buffer, name: Buffer): Buffer => Buffer.concat([folder, SLASH, name])

/** The longest name of a file, in bytes. */
const MAX_NAME_BYTES = 255
const MAX_ENDING_BYTES = 20

/** A name with a number from 2 on before its ending. @param room bytes that another name needs behind it */
function numbered(name: Buffer, count: number, room: number): Buffer {
  const dot = name.lastIndexOf('.')
  const end = dot > 0 && name.length - dot <= MAX_ENDING_BYTES ? dot : name.length
  const number = Buffer.from(count === 1 ? '' : ` (${count})`)
  const ending = name.subarray(end)
  const stem = cut(name.subarray(0, end), MAX_NAME_BYTES - number.length - ending.length - room)
  return Buffer.concat([stem, number, ending])
}

/** At most `length` bytes, without half a character of UTF-8. */
function cut(bytes: Buffer, length: number): Buffer {
  if (bytes.length <= length) return bytes
  let end = length
  while (end > 1 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return bytes.subarray(0, end)
}

/** Whether an error of the file system has one of these codes. */
export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))
