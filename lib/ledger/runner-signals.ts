import 'server-only'
import { logFault } from '@/lib/log/log'

/**
 * The most that a stop waits for the answer of a registration. Whoever stops servers may lose patience earlier and kill:
 * that request is then unknown, as after any crash.
 */
const LONGEST_WAIT_MS = 25_000

/**
 * Has SIGTERM and SIGINT wait for `close`, then go to whoever listened to them until now: Next, which lets requests
 * of browsers end and leaves. Called when all of them listen.
 * @param close lets the work under way end; not waited for longer than 25 seconds
 */
export function closeBeforeEnd(close: () => Promise<void>): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const others = process.listeners(signal)
    let isClosing = false
    process.removeAllListeners(signal)
    process.on(signal, async function end() {
      // A terminal and npm may both tell us.
      if (isClosing) return
      isClosing = true
      await Promise.race([close(), new Promise(resolve => setTimeout(resolve, LONGEST_WAIT_MS))]).catch(
        error => logFault('the runner did not close', error),
      )
      process.off(signal, end)
      for (const other of others) process.on(signal, other)
      process.kill(process.pid, signal)
    })
  }
}
