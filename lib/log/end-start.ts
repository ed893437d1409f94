import 'server-only'
import { logFault } from './log'

/**
 * Ends a server that cannot start: its message, which is a sentence for whoever starts it, goes to stderr as it is,
 * the whole into the log.
 */
export function endStart(error: unknown): never {
  logFault('the server does not start', error)
  process.stderr.write(`\nLading does not start. ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
