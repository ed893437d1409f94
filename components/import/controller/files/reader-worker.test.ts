import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { prewarmWorker, takeWorker } from './reader-worker'

/** A fake of the browser's worker, which Node does not have: it is started, may fail, and is ended. */
class Started {
  static readonly all: Started[] = []
  isEnded = false
  onerror: ((event: { preventDefault(): void }) => void) | null = null

  constructor() {
    Started.all.push(this)
  }

  terminate(): void {
    this.isEnded = true
  }
}

beforeEach(() => {
  vi.stubGlobal('Worker', Started)
  // A worker that an earlier test started must not serve this test.
  takeWorker()
  Started.all.length = 0
})
afterEach(() => vi.unstubAllGlobals())

test('repeated hints that a file will be chosen start one worker, which the file gets', () => {
  prewarmWorker()
  prewarmWorker()
  expect(Started.all).toHaveLength(1)
  expect(takeWorker()).toBe(Started.all[0])
  // The next file gets a new worker, because the first one may still be in use.
  expect(takeWorker()).toBe(Started.all[1])
})

test('a file that is dropped without a hint gets a new worker', () => {
  expect(takeWorker()).toBe(Started.all[0])
})

test('a worker whose code could not be loaded is ended, and no file gets it', () => {
  prewarmWorker()
  const [failed] = Started.all
  failed?.onerror?.({ preventDefault: () => undefined })
  expect(failed?.isEnded).toBe(true)
  expect(takeWorker()).not.toBe(failed)
  prewarmWorker()
  expect(Started.all).toHaveLength(3)
})
