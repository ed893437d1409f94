import { untilRest } from '@/components/grid/motion'
import type { Defer } from '@/lib/sheet/judging'

const waiting: (() => void)[] = []
let channel: MessageChannel | undefined

/** However long the sheet is scrolled: so often something is done of what can wait, in milliseconds. */
const AT_LEAST_EVERY = 1000
let heldAt: number | undefined

/** Runs a piece of work as a task of its own, so that the screen can be painted before it; timers would wait longer. */
export const soon: Defer = (work, when) => {
  const wait = when ? untilRest() : 0
  if (wait > 0) {
    heldAt ??= performance.now()
    const left = heldAt + AT_LEAST_EVERY - performance.now()
    if (left > 0) {
      setTimeout(() => soon(work, 'at rest'), Math.min(wait, left))
      return
    }
  }
  heldAt = undefined
  // A page that nobody sees has no frames.
  if (when === 'after paint' && !document.hidden) requestAnimationFrame(() => post(work))
  else post(work)
}

function post(work: () => void): void {
  if (!channel) {
    channel = new MessageChannel()
    channel.port1.onmessage = () => waiting.shift()?.()
  }
  waiting.push(work)
  channel.port2.postMessage(null)
}

/** Runs a piece of work once the screen was painted. @returns what calls it off, as long as it has not begun */
export function afterPaint(work: () => void): () => void {
  let isOff = false
  const frame = requestAnimationFrame(() => soon(() => isOff || work()))
  return () => {
    isOff = true
    cancelAnimationFrame(frame)
  }
}
