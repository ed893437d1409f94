import 'server-only'
import { Worker } from 'node:worker_threads'

/** How often the main thread counts up its heartbeat, in milliseconds. */
const BEAT_MS = 250

/**
 * Kills this process like `kill -9` when its event loop is blocked for `limit` milliseconds, because nothing else can
 * end the block. The log names the functions that blocked. Under `npm start` the supervisor starts the server again.
 * A server that gets hardly any processor time meanwhile has five times as long (docs/decisions/0152).
 * @returns stops the watchdog
 */
export function startWatchdog(limit: number): () => void {
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const heartbeat = setInterval(() => Atomics.add(beats, 0, 1), BEAT_MS).unref()
  const tick = Math.min(1_000, limit / 4)
  const thread = new Worker(new URL('./watchdog-thread.mjs', import.meta.url), {
    workerData: { beats, limit, tick },
    execArgv: [],
    env: {},
  })
  thread.unref()
  return () => {
    clearInterval(heartbeat)
    void thread.terminate()
  }
}
