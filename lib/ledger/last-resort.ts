import 'server-only'
import { logFault } from '@/lib/log/log'

/**
 * Ends the process, with a failure, after an exception that nobody caught: Next would log it and go on with whatever
 * it left half done. As at a stop, nothing further is begun, and the answer of a registration under way is waited for;
 * a second exception ends at once. A rejected promise that nobody waited for leaves nothing half done, so Next's
 * way, to log it, is enough.
 * @param close lets the work under way end
 * @param longest the most that it is waited for, in milliseconds
 */
export function endOnException(close: () => Promise<void>, longest = 25_000): void {
  let isEnding = false
  process.on('uncaughtException', async error => {
    logFault('an exception that nobody caught: the server ends', error)
    if (!isEnding) {
      isEnding = true
      await Promise.race([close(), new Promise(resolve => setTimeout(resolve, longest))]).catch(() => {})
    }
    process.exit(1)
  })
}
