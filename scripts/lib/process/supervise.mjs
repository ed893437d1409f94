import { spawn } from 'node:child_process'
import { t } from '../terminal.mjs'

/**
 * Milliseconds between the end of a server and its next start: four times as long after each end, up to `longestDelay`,
 * and `firstDelay` again once it ran for `calm`. After `starts` failed starts in a row the supervisor gives up. A server
 * that was asked to end is killed after `longestStop`: Node waits for calls of the file system when it exits, and a
 * network folder may never respond to one.
 */
const DEFAULTS = { firstDelay: 100, longestDelay: 30_000, calm: 60_000, starts: 5, longestStop: 27_000 }

/**
 * Runs a server and starts it again when it ends unexpectedly. A server that ends before its first response is not
 * started again: its exit code is the result, for example after a mistake in the configuration. SIGTERM and SIGINT go
 * to the server, whose exit code is then the result.
 * @param {object} server
 * @param {string[]} server.args of Node
 * @param {(isRestart: boolean) => NodeJS.ProcessEnv} server.env
 * @param {string} server.cwd
 * @param {() => Promise<boolean>} server.isResponding whether it responds
 * @param {() => void} server.onReady called each time that it starts to respond
 * @param {Partial<typeof DEFAULTS>} [times]
 * @returns {Promise<number>} the exit code for this process
 */
export async function supervise({ args, env, cwd, isResponding, onReady }, times = {}) {
  const { firstDelay, longestDelay, calm, starts, longestStop } = { ...DEFAULTS, ...times }
  const stop = forwardSignals(longestStop)
  // A log that cannot be written, on a full disk or with its reader gone, ends neither this process nor the server.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  let delay = firstDelay
  for (let failedStarts = 0, isRestart = false; ; isRestart = true) {
    const startedAt = performance.now()
    const child = spawn(process.execPath, args, { cwd, env: env(isRestart), stdio: 'inherit' })
    const end = new Promise(resolve => {
      child.once('error', error => resolve(error.message))
      child.once('exit', (code, signal) => resolve(signal ?? code))
    })
    stop.child = child
    const isReady = await Promise.race([readiness(isResponding, end), end.then(() => false)])
    if (isReady) onReady()
    failedStarts = isReady ? 0 : failedStarts + 1
    const how = await end
    const code = typeof how === 'number' ? how : 1
    if (stop.code) return typeof how === 'number' ? how : stop.code
    if (!isReady && (!isRestart || failedStarts >= starts)) {
      if (isRestart) console.error(`\n${t('gaveUp', { count: starts })}`)
      return code || 1
    }
    if (performance.now() - startedAt > calm) delay = firstDelay
    const reason = typeof how === 'number' ? t('exitCode', { code: how }) : how
    console.error(`\n${t('restarting', { reason })}`)
    await stop.sleep(delay)
    if (stop.code) return stop.code
    delay = Math.min(4 * delay, longestDelay)
  }
}

/** Resolves to true once the server responds; never when it ends before that. */
async function readiness(isResponding, end) {
  let isOver = false
  end.then(() => {
    isOver = true
  })
  while (!isOver) {
    if (await isResponding()) return true
    await new Promise(resolve => setTimeout(resolve, 25))
  }
  return new Promise(() => {})
}

/**
 * Forwards signals to `child`, and kills it where it has not ended after `longestStop` milliseconds. `code` is 0 until a
 * signal asked this process to end, then the exit code for that.
 */
function forwardSignals(longestStop) {
  let wake = () => {}
  const state = {
    child: undefined,
    code: 0,
    sleep: ms =>
      new Promise(resolve => {
        const timer = setTimeout(resolve, ms)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
  }
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ])
    process.on(signal, () => {
      if (!state.code) setTimeout(() => state.child?.kill('SIGKILL'), longestStop).unref()
      state.code ||= code
      state.child?.kill(signal)
      wake()
    })
  return state
}
