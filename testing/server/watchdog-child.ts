import 'server-only'
import { startWatchdog } from '@/lib/server/watchdog'

// A process of tests that blocks its event loop once, for the first argument in milliseconds, and prints each later
// turn. With the second argument `starved` it gets no processor time meanwhile.

startWatchdog(1_500)
const [blockedMs = '0', kind] = process.argv.slice(2)

function calculateForLong(until: number): void {
  while (performance.now() < until);
}

const sleep = (milliseconds: number) =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)

setTimeout(() => {
  if (kind === 'starved') sleep(Number(blockedMs))
  else calculateForLong(performance.now() + Number(blockedMs))
  setInterval(() => console.log('turns'), 100)
}, 100)
