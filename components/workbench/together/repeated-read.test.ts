import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RepeatedRead } from './repeated-read'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** Reads that take 50 ms, with a wait of a second between them and at least 300 ms between those of changes. */
function repeated() {
  const reads: number[] = []
  const began = performance.now()
  const read = new RepeatedRead(async () => {
    reads.push(performance.now() - began)
    await new Promise(resolve => setTimeout(resolve, 50))
    return 1000
  }, 300)
  return { read, reads }
}

test('the next read begins after the time that the last one returned', async () => {
  const { read, reads } = repeated()
  void read.now()
  await vi.advanceTimersByTimeAsync(2200)
  expect(reads).toEqual([0, 1050, 2100])
})

test('a change is read at once if the last read is some time ago, and otherwise a little later', async () => {
  const { read, reads } = repeated()
  void read.now()
  await vi.advanceTimersByTimeAsync(100)
  read.handleChange()
  await vi.advanceTimersByTimeAsync(700)
  read.handleChange()
  await vi.advanceTimersByTimeAsync(100)
  expect(reads).toEqual([0, 300, 800])
})

test('a change during a read is read soon after it, and never at the same time', async () => {
  const { read, reads } = repeated()
  void read.now()
  await vi.advanceTimersByTimeAsync(20)
  read.handleChange()
  void read.now()
  await vi.advanceTimersByTimeAsync(400)
  expect(reads).toEqual([0, 350])
})

test('a stopped read is not repeated, even if it was under way', async () => {
  const { read, reads } = repeated()
  void read.now()
  await vi.advanceTimersByTimeAsync(20)
  read.stop()
  await vi.advanceTimersByTimeAsync(5000)
  expect(reads).toEqual([0])
})
