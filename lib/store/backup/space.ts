import 'server-only'
import { stat, statfs } from 'node:fs/promises'

/** Thrown when the disk of a folder has too little free space for a backup, or for the content of one. */
export class NoRoomError extends Error {
  constructor(
    readonly folder: string,
    options?: ErrorOptions,
  ) {
    super(`The disk of ${folder} has too little free space.`, options)
  }
}

/** The error of a full disk as a NoRoomError; any other as it is. @param folder on that disk */
export function asNoRoom(error: unknown, folder: string): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  const isFull =
    ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'].includes(code) ||
    // pg_dump has no codes for errors of the system.
    (error instanceof Error && /No space left on device/.test(error.message))
  return isFull ? new NoRoomError(folder, { cause: error }) : error
}

/** The free bytes on the disk of a folder. */
export async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Whether two folders are on one disk. */
export async function isSameDisk(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([stat(one), stat(other)])
  return first.dev === second.dev
}
