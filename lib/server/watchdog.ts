import 'server-only'
import { Worker } from 'node:worker_threads'

/** How often the main thread says that it works, and how often the watchdog looks, in milliseconds. */
const BEAT_MS = 250

/**
 * Ends this process, as kill -9 would, when its event loop was blocked for `limit` milliseconds: whatever blocks it, it
 * answers nobody, and nothing else gets it out of there. The log says in which functions it was. Under `npm start` the
 * supervisor starts it again.
 * @returns stops the watchdog
 */
export function startWatchdog(limit: number): () => void {
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const heart = setInterval(() => Atomics.add(beats, 0, 1), BEAT_MS).unref()
  const tick = Math.min(1_000, limit / 4)
  const thread = new Worker(new URL('./watchdog-thread.mjs', import.meta.url), {
    workerData: { beats, limit, tick },
    execArgv: [],
    env: {},
  })
  thread.unref()
  return () => {
    clearInterval(heart)
    void thread.terminate()
  }
}
