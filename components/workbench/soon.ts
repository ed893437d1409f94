const waiting: (() => void)[] = []
let channel: MessageChannel | undefined

/** Runs a piece of work as a task of its own, so that the screen can be painted before it; timers would wait longer. */
export function soon(work: () => void): void {
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
