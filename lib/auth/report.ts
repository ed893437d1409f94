import 'server-only'
import { randomUUID } from 'node:crypto'

/**
 * Writes down a fault of ours and gives the number under which it is found in the log. What went wrong stays there:
 * it may quote what operators or services sent.
 */
export function reportFault(error: unknown): string {
  const id = randomUUID().slice(0, 8)
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
  console.error(JSON.stringify({ at: new Date().toISOString(), fault: id, detail }))
  return id
}
