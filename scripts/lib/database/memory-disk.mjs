import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { onStop } from '../process/run.mjs'

const MOUNT = '/dev/shm'
const ENOUGH = 2 * 2 ** 30

/**
 * A folder in memory for the temporary files of a test run, which would otherwise spend half of its time on waiting for
 * a disk. Databases sync as usual, and a kill -9 loses no page of the system. `path` is undefined where the machine has
 * too little memory.
 */
export function memoryDisk() {
  if (!hasRoom()) return { path: undefined, remove: async () => {} }
  const path = mkdtempSync(join(MOUNT, 'lading-'))
  // When the tests run as root, PostgreSQL runs as another user, with its folder in here.
  chmodSync(path, 0o711)
  return { path, remove: onStop(async () => rmSync(path, { recursive: true, force: true })) }
}

/** Whether this user may write to a memory file system with enough space. */
function hasRoom() {
  try {
    accessSync(MOUNT, constants.W_OK)
    const { bavail, bsize } = statfsSync(MOUNT)
    return bavail * bsize >= ENOUGH
  } catch {
    return false
  }
}
