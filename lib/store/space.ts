import 'server-only'
import { statfsSync } from 'node:fs'

/** Thrown at what would take on something new while too little of the disk is free. */
export class StorageFull extends Error {
  constructor() {
    super('Too little space is left on the disk to take on anything new.')
  }
}

/**
 * Whether so much is free where a directory lies. What is kept back is for ending what was begun: an answer that
 * arrives must find room.
 * @param floor bytes
 */
export function hasRoom(directory: string, floor: number): boolean {
  const { bavail, bsize } = statfsSync(directory)
  return bavail * bsize >= floor
}
