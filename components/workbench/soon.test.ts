import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteMotion } from '@/components/grid/motion'
import { soon } from './soon'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'], now: 10_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

/** What was run of some pieces of work, once all tasks that are due have come. */
const tasks = () => new Promise(resolve => setImmediate(() => setImmediate(resolve)))

test('while the sheet is scrolled its lines are not judged; once it stands still they are', async () => {
  const done: string[] = []
  noteMotion()
  soon(() => done.push('judged'), 'at rest')
  soon(() => done.push('pasted'))
  await tasks()
  expect(done).toEqual(['pasted'])
  vi.advanceTimersByTime(100)
  noteMotion()
  vi.advanceTimersByTime(100)
  await tasks()
  expect(done).toEqual(['pasted'])
  vi.advanceTimersByTime(100)
  await tasks()
  expect(done).toEqual(['pasted', 'judged'])
})

test('who never stops scrolling still has something judged each second', async () => {
  let judged = 0
  const judge = () => {
    judged++
    soon(judge, 'at rest')
  }
  noteMotion()
  soon(judge, 'at rest')
  for (let at = 0; at < 5000; at += 50) {
    noteMotion()
    vi.advanceTimersByTime(50)
    await tasks()
  }
  expect(judged).toBe(5)
})
