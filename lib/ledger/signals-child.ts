import 'server-only'
import { setTimeout } from 'node:timers/promises'
import { closeBeforeEnd } from './runner-signals'

// A server of tests: it leaves at once when told to stop, and its work under way takes the argument, in milliseconds.

process.on('SIGTERM', () => {
  console.log('server closed')
  process.exit(143)
})
closeBeforeEnd(async () => {
  await setTimeout(Number(process.argv[2]))
  console.log('work ended')
})
console.log('ready')
await setTimeout(60_000)
