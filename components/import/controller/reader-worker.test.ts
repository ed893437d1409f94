import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { prewarmWorker, takeWorker } from './reader-worker'

/** Stands in for the browser's worker, of which Node has none: it is started, may fail, and is ended. */
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
  // What an earlier test started is nobody's.
  takeWorker()
  Started.all.length = 0
})
afterEach(() => vi.unstubAllGlobals())

test('repeated hints that a file will be chosen start one worker, which the file gets', () => {
  prewarmWorker()
  prewarmWorker()
  expect(Started.all).toHaveLength(1)
  expect(takeWorker()).toBe(Started.all[0])
  // The next file gets one of its own, for the first may be read yet.
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
