import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LiveChannel } from './live-channel'

/** A browser with tabs: each has a page that can be hidden, all of them share the locks. */
const sources: FakeSource[] = []
const channels: LiveChannel[] = []
const taken = new Set<string>()
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })

class FakeSource extends EventTarget {
  static readonly CLOSED = 2
  readyState = 0
  onerror: (() => void) | undefined
  constructor(readonly url: string) {
    super()
    sources.push(this)
  }
  emit(type: string, data = '') {
    this.dispatchEvent(Object.assign(new Event(type), { data }))
  }
  fail(isRefused: boolean) {
    this.readyState = isRefused ? FakeSource.CLOSED : 0
    this.onerror?.()
  }
  close() {
    this.readyState = FakeSource.CLOSED
  }
}

const locks = {
  request: async (name: string, _options: object, hold: (lock: object | null) => unknown) => {
    if (taken.has(name)) return hold(null)
    taken.add(name)
    await hold({})
    taken.delete(name)
  },
}

const show = (state: 'visible' | 'hidden') => {
  page.visibilityState = state
  page.dispatchEvent(new Event('visibilitychange'))
}

/** A started channel, and which parts it reported. */
async function open() {
  const channel = new LiveChannel('/drafts/d1/live')
  const seen: string[] = []
  for (const part of ['changes', 'runs'] as const) channel.subscribe(part, () => seen.push(part))
  channels.push(channel)
  channel.start()
  await vi.advanceTimersByTimeAsync(0)
  return { channel, seen, source: () => sources.at(-1) ?? new FakeSource('') }
}

const live = () => sources.filter(({ readyState }) => readyState !== FakeSource.CLOSED).length

beforeEach(() => {
  vi.useFakeTimers()
  sources.length = 0
  taken.clear()
  page.visibilityState = 'visible'
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('navigator', { locks })
  vi.stubGlobal('EventSource', FakeSource)
})
afterEach(() => {
  for (const channel of channels.splice(0)) channel.stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a stream counts as open once the first event has come, and reports the parts that changed', async () => {
  const { channel, seen, source } = await open()
  expect(channel.isOpen).toBe(false)
  source().emit('ready')
  expect(channel.isOpen).toBe(true)
  source().emit('change', 'changes runs')
  source().emit('change', 'runs')
  expect(seen).toEqual(['changes', 'runs', 'runs'])
})

test('a lost connection is reported, so that its users read and poll until the browser is connected again', async () => {
  const { channel, seen, source } = await open()
  source().emit('ready')
  source().fail(false)
  expect([channel.isOpen, seen]).toEqual([false, ['changes', 'runs']])
  source().emit('ready')
  expect([channel.isOpen, sources.length]).toEqual([true, 1])
})

test('a stream that the server refuses is tried again half a minute later', async () => {
  const { channel, source } = await open()
  source().fail(true)
  await vi.advanceTimersByTimeAsync(29_000)
  expect(sources).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(2000)
  source().emit('ready')
  expect([channel.isOpen, sources.length]).toEqual([true, 2])
})

test('a stream without a heartbeat is given up: a proxy holds it back', async () => {
  const { channel, source } = await open()
  source().emit('ready')
  await vi.advanceTimersByTimeAsync(40_000)
  source().emit('heartbeat')
  await vi.advanceTimersByTimeAsync(40_000)
  expect(channel.isOpen).toBe(true)
  await vi.advanceTimersByTimeAsync(11_000)
  expect([channel.isOpen, live()]).toEqual([false, 0])
})

test('a hidden tab closes its stream after a while, and opens it at once when it is seen again', async () => {
  const { channel, source } = await open()
  source().emit('ready')
  show('hidden')
  await vi.advanceTimersByTimeAsync(5000)
  show('visible')
  await vi.advanceTimersByTimeAsync(20_000)
  expect(channel.isOpen).toBe(true)
  show('hidden')
  await vi.advanceTimersByTimeAsync(11_000)
  expect([channel.isOpen, live(), taken.size]).toEqual([false, 0, 0])
  show('visible')
  await vi.advanceTimersByTimeAsync(0)
  expect(live()).toBe(1)
})

test('a browser keeps three streams open; a fourth tab polls, and follows once one of them is closed', async () => {
  const tabs = [await open(), await open(), await open(), await open()]
  expect(live()).toBe(3)
  tabs[0]?.channel.stop()
  await vi.advanceTimersByTimeAsync(31_000)
  expect(live()).toBe(3)
  for (const { channel } of tabs) channel.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([live(), taken.size, vi.getTimerCount()]).toEqual([0, 0, 0])
})
