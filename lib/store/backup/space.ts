import 'server-only'
import { stat, statfs } from 'node:fs/promises'

/** Whether the disk of a folder has this many free bytes. */
export async function hasFree(folder: string, bytes: number): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize >= bytes
}

/** Whether two folders are on one disk. */
export async function isSameDisk(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([stat(one), stat(other)])
  return first.dev === second.dev
}
