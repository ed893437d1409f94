import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { DraftOutcomes, RunView, StartedRun } from '@/lib/desk-api/runs/runs'
import type { OrderOutcome } from '@/lib/sheet/judge/status/outcomes'
import type { Line } from '@/lib/sheet/schema/line'
import { sampleOrders } from '@/lib/sheet/schema/samples/japan-orders'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import {
  CLOSING_OVERLAP_MS,
  IDLE_INTERVAL_MS,
  LIVE_IDLE_INTERVAL_MS,
  LIVE_INTERVAL_MS,
  RUN_INTERVAL_MS,
  RunFollower,
  WAITING_INTERVAL_MS,
} from './run-follower'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const NUMBER = 'orderInfo.mallOrderNumber'
const started: StartedRun = { runId: 'run 1', accepted: 2, withheld: 0 }

const runOf = (state: RunView['state'], more: Partial<RunView> = {}): RunView => ({
  ...{ runId: 'run 1', kind: 'register', state, total: 2, done: 0, left: 2, refused: [] },
  ...{ passed: 0, failed: 0, registered: 0, rejected: 0, unknown: 0 },
  ...more,
})

let until = 0
const pageOf = (run: RunView | null, more: Partial<DraftOutcomes> = {}): DraftOutcomes => ({
  ...{
    run,
    alarms: [],
    registeredElsewhere: [],
    halted: [],
    isMoving: true,
    outcomes: [],
    halving: [],
    more: false,
  },
  ...{ until: `until ${++until}`, passesSince: '2026-11-21T00:00:00.000Z' },
  ...more,
})

type Page = DraftOutcomes | undefined

/** A response that comes when the test resolves it. */
function delayedPage() {
  let resolve = (_page: Page) => {}
  const promise = new Promise<Page>(given => {
    resolve = given
  })
  return { promise, resolve: (page: Page) => resolve(page) }
}

/** A follower of a draft with two orders, and a server that sends some pages and then repeats the last of them. */
function follow(pages: readonly (Page | Promise<Page>)[], opening?: DraftOutcomes) {
  const lines: Line[] = sampleOrders(2).map((texts, rank) => ({ id: `l${rank}`, rank, texts }))
  const workbook = new Workbook(sheets['orders/japan'], lines)
  workbook.begin()
  const queue = [...pages]
  const fetch = vi.fn(async (_since: string, _signal: AbortSignal) =>
    queue.length > 1 ? queue.shift() : queue[0],
  )
  const calls = { onProgress: vi.fn(), onRead: vi.fn(), onEnd: vi.fn(), onResponse: vi.fn() }
  const live = { isOpen: false }
  const follower = new RunFollower({ workbook, live, opening, fetch, ...calls })
  onTestFinished(() => follower.stop())
  const outcome = (at: number, state: OrderOutcome['state']): OrderOutcome => {
    const { id, texts } = lines[at] as Line
    return { mallOrderNumber: texts[NUMBER] ?? '', lineIds: [id], state, fingerprint: '', failures: [] }
  }
  /** Waits. @returns the number of all reads. */
  const readsAfter = async (wait: number) => {
    await vi.advanceTimersByTimeAsync(wait)
    return fetch.mock.calls.length
  }
  return { follower, workbook, fetch, live, outcome, readsAfter, ...calls }
}

test('opening outcomes are shown at once, without a request', () => {
  const opening = pageOf(null)
  const { follower, workbook, fetch, onRead, onEnd } = follow([pageOf(null)], opening)
  const replaceOutcomes = vi.spyOn(workbook.serverFacts, 'replaceOutcomes')
  follower.read()
  expect(onRead).toHaveBeenCalledExactlyOnceWith(opening)
  expect(fetch).not.toHaveBeenCalled()
  // The workbook has them already.
  expect(replaceOutcomes).not.toHaveBeenCalled()
  expect(onEnd).not.toHaveBeenCalled()
})

test('a run is read until its end, which is reported once with its start', async () => {
  const end = runOf('done', { registered: 2, left: 0 })
  const { follower, readsAfter, onEnd } = follow([
    pageOf(runOf('preparing')),
    pageOf(runOf('running')),
    pageOf(end),
  ])
  await follower.follow(started)
  expect(await readsAfter(RUN_INTERVAL_MS - 1)).toBe(1)
  expect(await readsAfter(1)).toBe(2)
  // The read that finds the end, and one more.
  expect(await readsAfter(RUN_INTERVAL_MS)).toBe(4)
  expect(onEnd).toHaveBeenCalledExactlyOnceWith(end, started)
  expect(await readsAfter(LIVE_IDLE_INTERVAL_MS)).toBe(4)
})

test('each request asks for what changed since the last response', async () => {
  const first = pageOf(runOf('running'))
  const { follower, fetch, readsAfter } = follow([first, pageOf(runOf('running'))])
  await follower.follow(started)
  await readsAfter(RUN_INTERVAL_MS)
  expect(fetch.mock.calls.map(([since]) => since)).toEqual(['', first.until])
})

test('an order whose outcome became readable too late has it once its run ends, before the end is reported', async () => {
  const { follower, workbook, fetch, outcome, readsAfter, onEnd } = follow([])
  const running = Array.from({ length: 100 }, () => pageOf(runOf('running')))
  const end = pageOf(runOf('done'))
  const late = new Set(running.slice(0, 95).map(page => page.until))
  fetch.mockImplementation(async since => {
    if (since === '') return pageOf(runOf('running'), { outcomes: [outcome(0, 'sending')] })
    const page = running[fetch.mock.calls.length]
    if (page) return page
    // The server took seconds to commit: only a read from before that time finds the outcome.
    return late.has(since) ? { ...end, outcomes: [outcome(0, 'registered')] } : end
  })
  const registeredAtEnd: number[] = []
  onEnd.mockImplementation(() => registeredAtEnd.push(workbook.count('registered')))
  await follower.follow(started)
  await readsAfter(100 * RUN_INTERVAL_MS)
  expect(registeredAtEnd).toEqual([1])
  // It reads the last seconds again, not all of the run.
  const since = fetch.mock.calls.at(-1)?.[0]
  const distance = (99 - running.findIndex(page => page.until === since)) * RUN_INTERVAL_MS
  expect(distance).toBeGreaterThanOrEqual(CLOSING_OVERLAP_MS)
  expect(distance).toBeLessThan(CLOSING_OVERLAP_MS + 5 * RUN_INTERVAL_MS)
})

test('a run is read less often while it waits, and where the live channel reports changes', async () => {
  const { follower, live, readsAfter } = follow([
    pageOf(runOf('running', { waiting: { kind: 'turn' } })),
    pageOf(runOf('running')),
  ])
  await follower.follow(started)
  expect(await readsAfter(WAITING_INTERVAL_MS - 1)).toBe(1)
  live.isOpen = true
  expect(await readsAfter(1)).toBe(2)
  expect(await readsAfter(LIVE_INTERVAL_MS - 1)).toBe(2)
  expect(await readsAfter(1)).toBe(3)
})

test('all pages of the outcomes are read, and the progress of the run is shown between them', async () => {
  const run = runOf('running')
  const [first, last] = [pageOf(run, { more: true }), pageOf(runOf('running', { done: 1 }))]
  const { follower, fetch, onProgress, onRead } = follow([first, last])
  await follower.read()
  expect(fetch.mock.calls.map(([since]) => since)).toEqual(['', first.until])
  expect(onProgress).toHaveBeenCalledExactlyOnceWith(run)
  expect(onRead).toHaveBeenCalledExactlyOnceWith(last)
})

test('a read without a response is repeated, and still follows the run', async () => {
  const end = runOf('done')
  const { follower, readsAfter, onRead, onEnd, onResponse } = follow([undefined, pageOf(end)])
  await follower.follow(started)
  expect(onRead).not.toHaveBeenCalled()
  expect(onResponse).toHaveBeenLastCalledWith(false)
  expect(await readsAfter(IDLE_INTERVAL_MS)).toBe(2)
  expect(onResponse).toHaveBeenLastCalledWith(true)
  expect(onEnd).toHaveBeenCalledExactlyOnceWith(end, started)
})

test('a change that is reported during a read causes another read after it', async () => {
  const { follower, readsAfter } = follow([pageOf(null)])
  const read = follower.read()
  follower.handleChange()
  await read
  expect(await readsAfter(RUN_INTERVAL_MS - 1)).toBe(1)
  expect(await readsAfter(1)).toBe(2)
  expect(await readsAfter(LIVE_IDLE_INTERVAL_MS)).toBe(2)
  follower.handleChange()
  expect(await readsAfter(0)).toBe(3)
})

test('changes and a visible page cause no read before the first response', async () => {
  const { follower, readsAfter } = follow([pageOf(null)])
  follower.handleChange()
  follower.handleVisible()
  expect(await readsAfter(LIVE_IDLE_INTERVAL_MS)).toBe(0)
  await follower.read()
  follower.handleVisible()
  expect(await readsAfter(0)).toBe(2)
})

test('the end of a paused run is reported after the response to its last request', async () => {
  const paused = runOf('paused')
  let page = pageOf(null)
  const { follower, outcome, fetch, readsAfter, onEnd } = follow([])
  fetch.mockImplementation(async () => page)
  await follower.read()
  page = pageOf(paused, { outcomes: [outcome(0, 'sending')] })
  await follower.follow(started)
  await readsAfter(3 * RUN_INTERVAL_MS)
  expect(onEnd).not.toHaveBeenCalled()
  page = pageOf(paused, { outcomes: [outcome(0, 'registered')] })
  await readsAfter(RUN_INTERVAL_MS)
  expect(onEnd).toHaveBeenCalledExactlyOnceWith(paused, started)
})

test('the response to the last request of a paused run is found, although it became readable too late', async () => {
  const paused = runOf('paused')
  const { follower, workbook, outcome, fetch, readsAfter, onEnd } = follow([])
  const running = pageOf(runOf('running'), { outcomes: [outcome(0, 'sending')] })
  const empty = pageOf(paused)
  let isStored = false
  fetch.mockImplementation(async since => {
    if (since === '') return running
    // Only a read from before the pause finds the outcome.
    return isStored && since === running.until ? { ...empty, outcomes: [outcome(0, 'registered')] } : empty
  })
  await follower.follow(started)
  await readsAfter(5 * RUN_INTERVAL_MS)
  expect(onEnd).not.toHaveBeenCalled()
  isStored = true
  await readsAfter(RUN_INTERVAL_MS)
  expect(workbook.count('registered')).toBe(1)
  expect(onEnd).toHaveBeenCalledExactlyOnceWith(paused, started)
})

test('why a run has stopped is reported on opening the draft, and not again', async () => {
  const stopped = runOf('stopped')
  const { follower, onEnd } = follow([pageOf(stopped)])
  await follower.read()
  await follower.read()
  expect(onEnd).toHaveBeenCalledExactlyOnceWith(stopped, undefined)
})

test('an earlier run is not the end of one that was started without orders', async () => {
  const earlier = runOf('done', { runId: 'run 0' })
  const { follower, onEnd } = follow([pageOf(earlier)])
  await follower.follow(started)
  expect(onEnd).not.toHaveBeenCalled()
})

test('orders of the sheet that are under way are read again and again, without a run that is followed', async () => {
  const { follower, workbook, outcome, fetch, live, readsAfter, onEnd } = follow([pageOf(null)])
  fetch.mockResolvedValueOnce(pageOf(runOf('done'), { outcomes: [outcome(1, 'queued')] }))
  await follower.read()
  await new Promise<void>(resolve => workbook.whenJudged(resolve))
  expect(await readsAfter(IDLE_INTERVAL_MS)).toBe(2)
  live.isOpen = true
  expect(await readsAfter(IDLE_INTERVAL_MS)).toBe(3)
  expect(await readsAfter(IDLE_INTERVAL_MS)).toBe(3)
  expect(await readsAfter(LIVE_IDLE_INTERVAL_MS)).toBe(4)
  expect(onEnd).not.toHaveBeenCalled()
})

test('a later read overtakes an earlier one, whose response is ignored', async () => {
  const { promise, resolve } = delayedPage()
  const [late, now] = [pageOf(runOf('running')), pageOf(null)]
  const { follower, onRead } = follow([promise, now])
  const first = follower.read()
  await follower.read()
  resolve(late)
  await first
  expect(onRead).toHaveBeenCalledExactlyOnceWith(now)
})

test('after a stop nothing is reported, and nothing is read', async () => {
  const { promise, resolve } = delayedPage()
  const { follower, fetch, readsAfter, onRead } = follow([promise])
  const read = follower.read()
  follower.stop()
  expect(fetch.mock.calls[0]?.[1].aborted).toBe(true)
  resolve(pageOf(runOf('running')))
  await read
  expect(onRead).not.toHaveBeenCalled()
  expect(await readsAfter(LIVE_IDLE_INTERVAL_MS)).toBe(1)
})

test('orders under way that the sheet does not have are read again, until they have a result', async () => {
  const { follower, outcome, fetch, readsAfter } = follow([pageOf(null)])
  const deleted: OrderOutcome = { ...outcome(0, 'queued'), mallOrderNumber: 'Z-9', lineIds: ['deleted'] }
  fetch.mockResolvedValueOnce(pageOf(runOf('done'), { outcomes: [deleted] }))
  await follower.read()
  expect(await readsAfter(IDLE_INTERVAL_MS)).toBe(2)
  expect(await readsAfter(LIVE_IDLE_INTERVAL_MS)).toBe(2)
})
