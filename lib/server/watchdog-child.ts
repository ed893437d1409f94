import 'server-only'
import { startWatchdog } from './watchdog'

// A process that blocks its event loop once, as long as it is told to, in milliseconds, and says when it turns. Test helper.

startWatchdog(1_500)
const [blockedMs = '0'] = process.argv.slice(2)

function calculateForLong(until: number): void {
  while (performance.now() < until);
}

setTimeout(() => {
  calculateForLong(performance.now() + Number(blockedMs))
  setInterval(() => console.log('turns'), 100)
}, 100)
