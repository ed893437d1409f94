import 'server-only'
import { startWatchdog } from '@/lib/server/watchdog'

// A process of tests that blocks its event loop once, for the argument in milliseconds, and prints each later turn.

startWatchdog(1_500)
const [blockedMs = '0'] = process.argv.slice(2)

function calculateForLong(until: number): void {
  while (performance.now() < until);
}

setTimeout(() => {
  calculateForLong(performance.now() + Number(blockedMs))
  setInterval(() => console.log('turns'), 100)
}, 100)
