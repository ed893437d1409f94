import 'server-only'
import { randomUUID } from 'node:crypto'
import { logFault } from '@/lib/log/log'

/**
 * Writes down a fault of ours and gives the number under which it is found in the log. What went wrong stays there:
 * it may quote what operators or services sent.
 */
export function reportFault(error: unknown): string {
  const id = randomUUID().slice(0, 8)
  logFault('a fault', error, { fault: id })
  return id
}
