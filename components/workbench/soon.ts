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
