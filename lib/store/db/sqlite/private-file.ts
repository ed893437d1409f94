import 'server-only'
import { chmodSync, closeSync, openSync } from 'node:fs'

/**
 * Creates an empty file that only its owner may open, or restricts an existing one. An existing file is not opened: on
 * POSIX systems, closing it would release every lock that SQLite holds on it anywhere in this process.
 */
export function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  chmodSync(path, 0o600)
}
