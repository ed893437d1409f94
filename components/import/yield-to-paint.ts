import { advance } from '@/lib/sheet/codecs/steps'

/** The longest task of the page, in milliseconds. */
const MAX_TASK_MS = 12

/** Resolves after the browser could paint and deliver keys. */
export const yieldToPaint = (): Promise<void> =>
  new Promise(resolve => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })

/**
 * Does `work` with every item, in chunks between which the browser paints.
 * @param work returns false to stop
 * @returns whether it reached the end
 */
export async function inChunks<T>(items: Iterable<T>, work: (item: T) => boolean): Promise<boolean> {
  let since = performance.now()
  for (const item of items) {
    if (!work(item)) return false
    if (performance.now() - since < MAX_TASK_MS) continue
    await yieldToPaint()
    since = performance.now()
  }
  return true
}

/**
 * Runs a generator to its end, in chunks between which the browser paints. The first chunk runs before this returns.
 * @param onEnd receives the generator's result, unless `signal` aborts first
 */
export function runSteps<T>(
  steps: Generator<undefined, T, undefined>,
  signal: AbortSignal,
  onEnd: (result: T) => void,
): void {
  const done = advance(steps, performance.now() + MAX_TASK_MS)
  if (done) onEnd(done.value)
  else yieldToPaint().then(() => signal.aborted || runSteps(steps, signal, onEnd))
}
