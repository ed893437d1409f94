import 'server-only'
import type { Server } from 'node:http'

// What watches or limits requests sees those of every HTTP server in the process. A property marks the exceptions,
// because Next compiles this module several times into one process.
const MARK = Symbol.for('lading.internal-server')

/** Marks a server that programs of the administrator use, so that nothing limits or counts its requests. */
export function markInternal(server: Server): void {
  Object.defineProperty(server, MARK, { value: true })
}

/** Whether a server is marked as internal. */
export const isInternal = (server: Server): boolean => MARK in server
