import 'server-only'

/** The most that a stop waits for an answer: whoever stops servers is often out of patience after ten seconds. */
const LONGEST_WAIT_MS = 8000

/**
 * Has SIGTERM and SIGINT wait for `close`, then go to whoever listened to them until now: Next, which lets requests
 * of browsers end and leaves. Called when all of them listen.
 * @param close lets the work under way end; not waited for longer than eight seconds
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
        error => console.error('The runner did not close:', error),
      )
      process.off(signal, end)
      for (const other of others) process.on(signal, other)
      process.kill(process.pid, signal)
    })
  }
}
