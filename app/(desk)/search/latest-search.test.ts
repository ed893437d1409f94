import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LatestSearch } from './latest-search'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A search whose results come when the test says so, even after they were aborted. */
function open() {
  const requests: {
    text: string
    signal: AbortSignal
    resolve: (result: string) => void
    fail: () => void
  }[] = []
  const outcomes: string[] = []
  const search = new LatestSearch<string>(
    (text, signal) =>
      new Promise((resolve, reject) => {
        requests.push({ text, signal, resolve, fail: () => reject(new Error('offline')) })
      }),
    {
      onResult: (text, result) => outcomes.push(`${text}: ${result}`),
      onFailure: text => outcomes.push(`${text} failed`),
    },
  )
  const pause = () => vi.advanceTimersByTimeAsync(1000)
  return { requests, outcomes, search, pause }
}

test('only the text after a pause in typing is searched for', async () => {
  const { requests, search, pause } = open()
  for (const text of ['1', '12', '123']) search.search(text)
  await pause()
  expect(requests.map(({ text }) => text)).toEqual(['123'])
})

test('a result that is late never replaces a newer one', async () => {
  const { requests, outcomes, search, pause } = open()
  search.search('12')
  await pause()
  search.search('123')
  expect(requests[0]?.signal.aborted).toBe(true)
  await pause()
  requests[1]?.resolve('new')
  await pause()
  requests[0]?.resolve('old')
  await pause()
  expect(outcomes).toEqual(['123: new'])
})

test('a result for a text that was typed over is ignored while the newer one is awaited', async () => {
  const { requests, outcomes, search, pause } = open()
  search.search('12')
  await pause()
  search.search('123')
  requests[0]?.resolve('old')
  await pause()
  expect(outcomes).toEqual([])
})

test('only a failure of the newest text is reported', async () => {
  const { requests, outcomes, search, pause } = open()
  search.search('12')
  await pause()
  search.search('123')
  await pause()
  requests[0]?.fail()
  requests[1]?.fail()
  await pause()
  expect(outcomes).toEqual(['123 failed'])
})

test('a cancelled search reports nothing', async () => {
  const { requests, outcomes, search, pause } = open()
  search.search('12')
  await pause()
  search.cancel()
  requests[0]?.resolve('late')
  search.search('13')
  search.cancel()
  await pause()
  expect([requests.length, outcomes]).toEqual([1, []])
})
