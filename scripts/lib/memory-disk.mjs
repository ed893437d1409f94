import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { onStop } from './run.mjs'

const MOUNT = '/dev/shm'
const ENOUGH = 2 * 2 ** 30

/**
 * A folder in memory for what a test run throws away: half of its time would be spent on waiting for a disk that no test
 * asks about; databases sync as ever, and a kill -9 loses no page of the system. `path` is undefined where the machine
 * has no such room.
 */
export function memoryDisk() {
  if (!hasRoom()) return { path: undefined, remove: async () => {} }
  const path = mkdtempSync(join(MOUNT, 'lading-'))
  // PostgreSQL runs as somebody else when we are root, and has its folder in here.
  chmodSync(path, 0o711)
  return { path, remove: onStop(async () => rmSync(path, { recursive: true, force: true })) }
}

/** Whether there is memory to mount files in that this user may write to. */
function hasRoom() {
  try {
    accessSync(MOUNT, constants.W_OK)
    const { bavail, bsize } = statfsSync(MOUNT)
    return bavail * bsize >= ENOUGH
  } catch {
    return false
  }
}
