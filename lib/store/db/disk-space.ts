import 'server-only'
import { statfsSync } from 'node:fs'

/** Thrown for new work while the free disk space is below the reserve. */
export class StorageFullError extends Error {
  constructor() {
    super('Too little space is left on the disk to take on anything new.')
  }
}

/**
 * Whether at least `floor` bytes are free on the disk of a directory. The reserve is for finishing work that
 * has begun: an arriving response must be stored.
 * @param floor bytes
 */
export function hasRoom(directory: string, floor: number): boolean {
  const { bavail, bsize } = statfsSync(directory)
  return bavail * bsize >= floor
}
