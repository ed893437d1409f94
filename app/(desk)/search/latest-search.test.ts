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
  const asked: { text: string; signal: AbortSignal; resolve: (result: string) => void; fail: () => void }[] =
    []
  const outcomes: string[] = []
  const search = new LatestSearch<string>(
    (text, signal) =>
      new Promise((resolve, reject) => {
        asked.push({ text, signal, resolve, fail: () => reject(new Error('offline')) })
      }),
    {
      onResult: (text, result) => outcomes.push(`${text}: ${result}`),
      onFailure: text => outcomes.push(`${text} failed`),
    },
  )
  const pause = () => vi.advanceTimersByTimeAsync(1000)
  return { asked, outcomes, search, pause }
}

test('only the text after a pause in typing is searched for', async () => {
  const { asked, search, pause } = open()
  for (const text of ['1', '12', '123']) search.search(text)
  await pause()
  expect(asked.map(({ text }) => text)).toEqual(['123'])
})

test('a result that is late never replaces a newer one', async () => {
  const { asked, outcomes, search, pause } = open()
  search.search('12')
  await pause()
  search.search('123')
  expect(asked[0]?.signal.aborted).toBe(true)
  await pause()
  asked[1]?.resolve('new')
  await pause()
  asked[0]?.resolve('old')
  await pause()
  expect(outcomes).toEqual(['123: new'])
})

test('a result for a text that was typed over is ignored while the newer one is awaited', async () => {
  const { asked, outcomes, search, pause } = open()
  search.search('12')
  await pause()
  search.search('123')
  asked[0]?.resolve('old')
  await pause()
  expect(outcomes).toEqual([])
})

test('a failure is reported for the newest text only', async () => {
  const { asked, outcomes, search, pause } = open()
  search.search('12')
  await pause()
  search.search('123')
  await pause()
  asked[0]?.fail()
  asked[1]?.fail()
  await pause()
  expect(outcomes).toEqual(['123 failed'])
})

test('a cancelled search reports nothing', async () => {
  const { asked, outcomes, search, pause } = open()
  search.search('12')
  await pause()
  search.cancel()
  asked[0]?.resolve('late')
  search.search('13')
  search.cancel()
  await pause()
  expect([asked.length, outcomes]).toEqual([1, []])
})
