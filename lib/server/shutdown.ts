import 'server-only'
import { constants } from 'node:os'
import { logFault } from '@/lib/log/log'
import { endSilentConnections, endStalledUploads, watchConnections } from './silent-connections'

/**
 * The longest time from a signal to the end, in milliseconds: enough for the response of a registration under way. A
 * supervisor may kill the process earlier: the request is then unknown, as after any crash.
 */
const MAX_WAIT_MS = 25_000
/** How long an upload may pause while the server ends, in milliseconds. */
const STALL_MS = 3_000

/**
 * Makes SIGTERM and SIGINT wait for `close` and then passes them on to their present listeners: Next, which ends
 * requests of browsers and exits. Call it after all others have registered their listeners.
 * @param close ends the work under way
 * @param maxWaitMs the longest time for `close` and Next together, after which the process exits
 * @param stallMs after `close`, an upload in which nothing arrives for this long is ended
 */
export function closeBeforeEnd(
  close: () => Promise<void>,
  maxWaitMs = MAX_WAIT_MS,
  stallMs = STALL_MS,
): void {
  watchConnections()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const others = process.listeners(signal)
    let isClosing = false
    process.removeAllListeners(signal)
    process.on(signal, async function end() {
      // A terminal and npm may both send the signal.
      if (isClosing) return
      isClosing = true
      // Next has no limit of its own: it waits for all responses, and one may wait for a database that hangs.
      setTimeout(() => {
        logFault('the server did not close in time')
        process.exit(128 + constants.signals[signal])
      }, maxWaitMs).unref()
      await close().catch(error => logFault('the runner did not close', error))
      endSilentConnections()
      endStalledUploads(stallMs)
      process.off(signal, end)
      for (const other of others) process.on(signal, other)
      process.kill(process.pid, signal)
    })
  }
}

/**
 * Ends the process with exit code 1 after an uncaught exception: Next would log it and continue in an undefined state.
 * As at a stop, no further work starts and the response of a registration under way is awaited; a second exception ends
 * the process at once. An unhandled rejection leaves no undefined state, so Next's logging is enough.
 * @param close ends the work under way
 * @param maxWaitMs the longest wait for `close`
 */
export function endOnException(close: () => Promise<void>, maxWaitMs = MAX_WAIT_MS): void {
  let isEnding = false
  process.on('uncaughtException', async error => {
    logFault('uncaught exception: the server ends', error)
    if (!isEnding) {
      isEnding = true
      await Promise.race([close(), new Promise(resolve => setTimeout(resolve, maxWaitMs))]).catch(() => {})
    }
    process.exit(1)
  })
}
