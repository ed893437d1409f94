import { msUntilRest } from '@/components/grid/geometry/scroll-rest'
import type { ScheduleTask } from '@/lib/sheet/workbook/judging/judge-queue'

const pendingTasks: (() => void)[] = []
let channel: MessageChannel | undefined

/** The longest delay of tasks while the sheet is scrolled, in milliseconds. */
const MAX_DELAY_MS = 1000
let delayedSince: number | undefined

/** Runs work in a task of its own, so that the browser can paint before it; a timer would wait longer. */
export const scheduleTask: ScheduleTask = (work, when) => {
  const wait = when ? msUntilRest() : 0
  if (wait > 0) {
    delayedSince ??= performance.now()
    const left = delayedSince + MAX_DELAY_MS - performance.now()
    if (left > 0) {
      setTimeout(() => scheduleTask(work, 'at rest'), Math.min(wait, left))
      return
    }
  }
  delayedSince = undefined
  if (when === 'after paint') afterPaint(work)
  else post(work)
}

/**
 * How often a page that waits for a frame looks whether it was hidden, in milliseconds: a hidden page has no frames.
 */
const HIDDEN_CHECK_MS = 200

/**
 * Runs work in a task after the next paint; on a hidden page, in the next task.
 * @returns a function that cancels it, unless it has begun
 */
export function afterPaint(work: () => void): () => void {
  let isCancelled = false
  const inTask = () => post(() => isCancelled || work())
  if (document.hidden) inTask()
  else inNextFrame(inTask)
  return () => {
    isCancelled = true
  }
}

/** Resolves after the next paint; at once on a hidden page, which may be closed any moment. */
export const nextPaint = (): Promise<void> =>
  document.hidden ? Promise.resolve() : new Promise(resolve => void afterPaint(resolve))

/** Runs work in the next frame, before its paint. If the page is hidden before that, it runs without a frame. */
function inNextFrame(work: () => void): void {
  const run = () => {
    clearInterval(timer)
    cancelAnimationFrame(frame)
    work()
  }
  const frame = requestAnimationFrame(run)
  const timer = setInterval(() => document.hidden && run(), HIDDEN_CHECK_MS)
}

function post(work: () => void): void {
  if (!channel) {
    channel = new MessageChannel()
    channel.port1.onmessage = () => pendingTasks.shift()?.()
  }
  pendingTasks.push(work)
  channel.port2.postMessage(null)
}
