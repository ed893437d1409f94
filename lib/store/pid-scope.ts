import 'server-only'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** Reads a fact of the system. @throws where it does not have it */
type Read = (path: string) => string

/**
 * The scope within which a process id is unique: host name, boot id and PID namespace, as far as the system has them. The
 * host name is not enough: clones of a machine, and containers in the network of their host, have the same.
 */
export function pidScope(
  host = hostname(),
  readFile: Read = path => readFileSync(path, 'utf8'),
  readLink: Read = readlinkSync,
): string {
  const facts = [
    () => readFile('/proc/sys/kernel/random/boot_id').trim(),
    () => readLink('/proc/self/ns/pid'),
  ]
  return [host, ...facts.flatMap(orNone)].join(' ')
}

function orNone(read: () => string): string[] {
  try {
    return [read()]
  } catch {
    return []
  }
}
