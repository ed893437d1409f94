import 'server-only'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** Reads a fact of the system. @throws where it does not have it */
type Read = (path: string) => string

/**
 * Names the processes among which a process id is unique. The name of the host does not suffice: machines that were
 * cloned, and containers in the network of their host, have the same. Each start of a Linux machine has an id, and each
 * container a namespace of process ids.
 */
export function processSpace(
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
