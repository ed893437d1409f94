import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteScroll } from '@/components/grid/geometry/scroll-rest'
import { afterPaint, scheduleTask } from './schedule-task'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'], now: 10_000 })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The pieces of work that ran, once all due tasks have run. */
const tasks = () => new Promise(resolve => setImmediate(() => setImmediate(resolve)))

test('lines are not judged while the sheet is scrolled, but after that', async () => {
  const done: string[] = []
  noteScroll()
  scheduleTask(() => done.push('judged'), 'at rest')
  scheduleTask(() => done.push('pasted'))
  await tasks()
  expect(done).toEqual(['pasted'])
  vi.advanceTimersByTime(100)
  noteScroll()
  vi.advanceTimersByTime(100)
  await tasks()
  expect(done).toEqual(['pasted'])
  vi.advanceTimersByTime(100)
  await tasks()
  expect(done).toEqual(['pasted', 'judged'])
})

test('during endless scrolling some lines are judged each second', async () => {
  let judged = 0
  const judge = () => {
    judged++
    scheduleTask(judge, 'at rest')
  }
  noteScroll()
  scheduleTask(judge, 'at rest')
  for (let at = 0; at < 5000; at += 50) {
    noteScroll()
    vi.advanceTimersByTime(50)
    await tasks()
  }
  expect(judged).toBe(5)
})

test('a draft that opens in a background tab is judged at once, because such a tab has no frames', async () => {
  vi.stubGlobal('document', { hidden: true })
  const done: string[] = []
  afterPaint(() => done.push('judged'))
  const cancel = afterPaint(() => done.push('cancelled'))
  cancel()
  await tasks()
  expect(done).toEqual(['judged'])
})
