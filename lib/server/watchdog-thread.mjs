// The thread of the watchdog (watchdog.ts). It shares only a counter with the main thread, so it continues while that
// is blocked, and it loads everything in advance.
import { writeSync } from 'node:fs'
import { Session } from 'node:inspector'
import { workerData } from 'node:worker_threads'

/** @type {{ beats: Int32Array, limit: number, tick: number }} */
const { beats, limit, tick } = workerData

/** How long to wait for the main thread's stack, in milliseconds; native code never returns one. */
const STACK_WAIT_MS = 2_000
const MAX_FRAMES = 16

/**
 * On a crowded machine a server gets little processor time and is slow, but not blocked: before it has used this part of
 * the limit as processor time, it has so many times the limit.
 */
const MIN_PROCESSOR_PART = 0.5
const STARVED_LIMIT_FACTOR = 5

let seen = Atomics.load(beats, 0)
let silentTicks = 0
let cpuAtLastBeat = process.cpuUsage()

// Ticks are counted instead of reading the clock, because a suspended process or computer counts none.
const timer = setInterval(async () => {
  const beat = Atomics.load(beats, 0)
  if (beat !== seen) {
    seen = beat
    silentTicks = 0
    cpuAtLastBeat = process.cpuUsage()
    return
  }
  silentTicks++
  const silentMs = silentTicks * tick
  const isStarved = processorMs() < limit * MIN_PROCESSOR_PART
  if (silentMs < (isStarved ? limit * STARVED_LIMIT_FACTOR : limit)) return
  clearInterval(timer)
  const stack = await stackOfMainThread()
  const entry = {
    at: new Date().toISOString(),
    level: 'error',
    event: 'the event loop was blocked: the process ends',
    blockedMs: silentMs,
    stack: stack ?? 'not known: native code is running',
  }
  try {
    // The streams of the process belong to the blocked thread.
    writeSync(2, `${JSON.stringify(entry)}\n`)
  } finally {
    // Also where the log cannot be written.
    process.kill(process.pid, 'SIGKILL')
  }
}, tick)

/** The processor time of the process since the last beat, in milliseconds. */
function processorMs() {
  const { user, system } = process.cpuUsage(cpuAtLastBeat)
  return (user + system) / 1000
}

/**
 * @returns {Promise<string[] | undefined>} names and places of the functions that the main thread is in, innermost
 *   first
 */
function stackOfMainThread() {
  return new Promise(resolve => {
    setTimeout(resolve, STACK_WAIT_MS, undefined)
    try {
      const session = new Session()
      session.connectToMainThread()
      /** @type {Map<string, string>} */
      const scripts = new Map()
      session.on('Debugger.scriptParsed', ({ params }) => scripts.set(params.scriptId, params.url))
      session.on('Debugger.paused', ({ params }) =>
        resolve(
          params.callFrames.slice(0, MAX_FRAMES).map(({ functionName, url, location }) => {
            const file = url || scripts.get(location.scriptId) || 'unknown'
            const { lineNumber, columnNumber = 0 } = location
            return `${functionName || '(anonymous)'} (${file}:${lineNumber + 1}:${columnNumber + 1})`
          }),
        ),
      )
      session.post('Debugger.enable')
      session.post('Debugger.pause')
    } catch {
      // Without the inspector the process still ends, but the log has fewer details.
      resolve(undefined)
    }
  })
}
