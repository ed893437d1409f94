import 'server-only'
import { statfsSync } from 'node:fs'

const STORAGE_FULL = 'StorageFullError'

/** Thrown for new work while the free disk space is below the reserve. */
export class StorageFullError extends Error {
  override readonly name = STORAGE_FULL

  constructor() {
    super('Too little space is left on the disk to take on anything new.')
  }
}

/**
 * Whether an error is a StorageFullError. Compared by name, not by class: Next instantiates this module several times
 * in one process, and the database is opened by only one of them.
 */
export const isReserveReached = (error: unknown): boolean =>
  error instanceof Error && error.name === STORAGE_FULL

/**
 * Whether at least `floor` bytes are free on the disk of a directory. The reserve is for finishing work that
 * has begun: an arriving response must be stored.
 * @param floor bytes
 */
export function hasRoom(directory: string, floor: number): boolean {
  const { bavail, bsize } = statfsSync(directory)
  return bavail * bsize >= floor
}
