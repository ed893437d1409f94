// The thread of the watchdog (watchdog.ts). It shares nothing with the main thread but a counter, so it goes on when
// that is blocked, and everything that it needs is loaded before.
import { writeSync } from 'node:fs'
import { Session } from 'node:inspector'
import { workerData } from 'node:worker_threads'

/** @type {{ beats: Int32Array, limit: number, tick: number }} */
const { beats, limit, tick } = workerData

/** How long the main thread is given to say where it is, in milliseconds: native code does not. */
const STACK_WAIT_MS = 2_000
const MOST_FRAMES = 16

let seen = Atomics.load(beats, 0)
let silentTicks = 0

// Ticks are counted, and the clock is not read: a process that was stopped, or a computer that slept, counts none.
const timer = setInterval(async () => {
  const beat = Atomics.load(beats, 0)
  silentTicks = beat === seen ? silentTicks + 1 : 0
  seen = beat
  if (silentTicks * tick < limit) return
  clearInterval(timer)
  const stack = await stackOfMainThread()
  const entry = {
    at: new Date().toISOString(),
    level: 'error',
    event: 'the event loop was blocked: the process ends',
    blockedMs: silentTicks * tick,
    stack: stack ?? 'not known: native code is running',
  }
  // The streams of the process belong to the thread that is blocked.
  writeSync(2, `${JSON.stringify(entry)}\n`)
  process.kill(process.pid, 'SIGKILL')
}, tick)

/** @returns {Promise<string[] | undefined>} names and places of the functions that the main thread is in, innermost first */
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
          params.callFrames.slice(0, MOST_FRAMES).map(({ functionName, url, location }) => {
            const file = url || scripts.get(location.scriptId) || 'unknown'
            const { lineNumber, columnNumber = 0 } = location
            return `${functionName || '(anonymous)'} (${file}:${lineNumber + 1}:${columnNumber + 1})`
          }),
        ),
      )
      session.post('Debugger.enable')
      session.post('Debugger.pause')
    } catch {
      // Without the inspector the process ends all the same, and the log says less.
      resolve(undefined)
    }
  })
}
