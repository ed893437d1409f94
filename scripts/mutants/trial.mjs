import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { onStop } from '../lib/process/run.mjs'
import { inRoot } from '../lib/root.mjs'

/** Other programs of the machine have priority. */
const NICENESS = 15
/**
 * A mutant that needs more time than this counts as endless: a multiple of the time of the unchanged code, and
 * milliseconds.
 */
const TIME_LIMIT = { times: 4, more: 5000 }
/** The time limit of the first run. */
const FIRST_LIMIT_MS = 300_000

/** Runs tests against changed files, one after the other, in a process that is replaced when a mutant hangs. */
export class Trial {
  #child
  #close
  #took = new Map()

  /**
   * Runs tests against a changed file.
   * @param source undefined: the file as it is
   * @returns whether a test failed, which one, and how many passed
   */
  async run(file, source, tests) {
    const key = tests.join()
    this.#child ??= await this.#start()
    const child = this.#child
    const begun = performance.now()
    const before = this.#took.get(key)
    const limit = before === undefined ? FIRST_LIMIT_MS : before * TIME_LIMIT.times + TIME_LIMIT.more
    const outcome = await new Promise(resolve => {
      const timer = setTimeout(() => resolve({ isRed: true, by: 'never ends', passed: 0 }), limit)
      const end = () => resolve({ isRed: true, by: 'ends the process', passed: 0 })
      child.once('exit', end)
      child.once('message', message => {
        clearTimeout(timer)
        child.off('exit', end)
        resolve(message)
      })
      child.send({ path: inRoot(file), source, tests: tests.map(test => inRoot(test)) })
    })
    if (source === undefined)
      this.#took.set(key, Math.min(before ?? FIRST_LIMIT_MS, performance.now() - begun))
    if (/^(never ends|ends the process)$/.test(outcome.by)) await this.end()
    return outcome
  }

  async #start() {
    // Left behind by a process that had to be killed.
    const folder = mkdtempSync(join(tmpdir(), 'lading-mutants-'))
    const child = fork(inRoot('scripts', 'mutants', 'worker.mjs'), {
      cwd: inRoot(),
      execArgv: ['--max-old-space-size=2048'],
      env: { ...process.env, NODE_ENV: 'test', TMPDIR: folder, TEST_DATABASE_URL: '' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    setPriority(child.pid, NICENESS)
    this.#close = onStop(async () => {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    })
    await new Promise((resolve, reject) => {
      child.once('message', resolve)
      child.once('exit', code => reject(new Error(`the process of the tests ended with ${code}`)))
    })
    child.removeAllListeners('exit')
    return child
  }

  async end() {
    this.#child = undefined
    await this.#close?.()
  }
}
